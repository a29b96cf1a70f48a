/** The switch with which programs are let in by app passwords alone. */
import { Switch } from 'antd'
import { useId, useState } from 'react'
import { reasonOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { showError } from '../../../../ui/toast.ts'
import styles from './only-app-passwords.module.css'
import { useRenewAppPasswords } from './queries.ts'

type OnlyAppPasswordsProps = { mailbox: string; only: boolean; none: boolean }

export function OnlyAppPasswords({ mailbox, only, none }: OnlyAppPasswordsProps) {
  const id = useId()
  const renew = useRenewAppPasswords()
  const [busy, setBusy] = useState(false)
  const change = async (wanted: boolean) => {
    setBusy(true)
    try {
      await api.requireAppPasswords({ body: { id: mailbox, only: wanted } })
    } catch (error) {
      showError(reasonOf(error))
    }
    await renew()
    setBusy(false)
  }
  return (
    <div className={styles.only}>
      <Switch id={id} checked={only} loading={busy} onChange={wanted => void change(wanted)} />
      <div>
        <label htmlFor={id}>只用应用密码登录邮件程序</label>
        <p className="small muted">
          {only && none
            ? '现在没有应用密码，邮件程序都登录不了。'
            : '打开后，邮箱自己的密码只能在网页上用，填它的邮件程序马上断开。'}
        </p>
      </div>
    </div>
  )
}
