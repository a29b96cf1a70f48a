/** The password for turning a temporary address into an account of its own: it gets a password and stays. */
import { editEmailAccount } from '@yanshu/contract/calls/email-account'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import form from '../../mail/address/address-form.module.css'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { showToast } from '../../ui/toast.ts'

const rule = editEmailAccount.body?.shape.password

export function KeepForm({ onDone }: { onDone: () => void }) {
  const { edit } = useShelf()
  const id = useId()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const judged = rule?.safeParse(password)
    const wrong = judged?.success === false ? (judged.error.issues[0]?.message ?? '密码填得不对') : null
    setFault(wrong)
    if (wrong !== null || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await edit({ toAccount: true, password })
      showToast('已转为邮箱账号，以后用地址和密码登录')
      onDone()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={form.form} noValidate onSubmit={event => void send(event)}>
      <p className="muted">设一个密码，这个地址就不再到点失效，换一台设备也能登录。</p>
      <div className={form.field}>
        <label htmlFor={id}>密码</label>
        <input
          id={id}
          className={form.input}
          type="password"
          autoComplete="new-password"
          value={password}
          aria-invalid={fault !== null}
          aria-describedby={`${id}f`}
          onChange={event => {
            setPassword(event.target.value)
            setFault(null)
          }}
        />
      </div>
      <p id={`${id}f`} className={form.fault} role="alert">
        {fault}
      </p>
      <Failure text={failure} />
      <div className={form.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          转为邮箱账号
        </Button>
      </div>
    </form>
  )
}
