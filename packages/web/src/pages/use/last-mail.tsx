/**
 * The mail that was open when the address ended: it stays readable until the person leaves it, and nothing is
 * fetched any more.
 */
import { useQueryClient } from '@tanstack/react-query'
import type { MailDetail } from '@yanshu/contract'
import { useState } from 'react'
import { mailKeys } from '../../mail/mail-keys.ts'
import { LaterMailView } from '../../mail/view/later-mail-view.tsx'
import styles from './use-body.module.css'

export function LastMail({ source, id }: { source: string; id: string }) {
  const client = useQueryClient()
  const [mail] = useState(() => client.getQueryData<MailDetail>(mailKeys.one(source, id)))
  if (mail === undefined) return null
  return (
    <section className={styles.last} aria-label="失效前打开的邮件">
      <p className="muted small">这封信还留在屏幕上，离开后就没有了。</p>
      <LaterMailView mail={mail} />
    </section>
  )
}
