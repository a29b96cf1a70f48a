import type { ReactElement } from 'react'
import { useState } from 'react'
import { reasonOf } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { showError, showToast } from '../ui/toast.ts'
import { useMailSource } from './source.tsx'

/** Sends a mail to the own mailbox through the real port, so that the person sees it arrive. */
export function TestMailButton({ mailbox, icon }: { mailbox: string; icon: ReactElement }) {
  const { api } = useMailSource()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await api.sendTestMail({ body: { mailbox } })
      showToast('测试邮件已发出，马上就到')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" icon={icon} busy={busy} onClick={() => void send()}>
      发一封测试邮件
    </Button>
  )
}
