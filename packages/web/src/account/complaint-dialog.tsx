/**
 * The form with which anyone reports a mailbox of this site. It is on public pages, so it uses plain fields.
 */
import type { ComplaintReason } from '@yanshu/contract'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/api-error.ts'
import { api } from '../api/index.ts'
import { withProof } from '../api/proof.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import styles from './complaint-dialog.module.css'

const reasons: readonly { value: ComplaintReason; label: string }[] = [
  { value: 'spam', label: '发垃圾邮件' },
  { value: 'fraud', label: '诈骗或冒充他人' },
  { value: 'illegal', label: '违法内容' },
  { value: 'other', label: '其他' },
]

type Values = { address: string; reason: ComplaintReason; words: string; contact: string }

const empty: Values = { address: '', reason: 'spam', words: '', contact: '' }

export default function ComplaintDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [number, setNumber] = useState<string | null>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>举报滥用</h2>
      {number === null ? (
        <Fields onSent={setNumber} onClose={() => dialog.current?.close()} />
      ) : (
        <>
          <p role="status">
            已收到，会尽快处理。受理编号 <code>{number}</code>
          </p>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => dialog.current?.close()}>
              好
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}

function Fields({ onSent, onClose }: { onSent: (number: string) => void; onClose: () => void }) {
  const id = useId()
  const [values, setValues] = useState(empty)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [proof, setProof] = useState<number | null>(null)
  const set = (name: keyof Values) => (event: { target: { value: string } }) => {
    setValues(known => ({ ...known, [name]: event.target.value }))
    setFields(({ [name]: _, ...others }) => others)
    setFailure(null)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    setFields({})
    try {
      const { contact, ...rest } = values
      const body = { ...rest, ...(contact.trim() === '' ? {} : { contact }) }
      const answer = await withProof(
        'complain',
        given => api.complain({ body: { ...body, ...given } }),
        setProof,
      )
      onSent(answer.number)
    } catch (error) {
      setFields(error instanceof ApiError ? error.fields : {})
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const wrong = (name: keyof Values) => fields[name] && <small className={styles.wrong}>{fields[name]}</small>
  return (
    <form className={styles.form} onSubmit={event => void send(event)} noValidate>
      <label htmlFor={`${id}-address`}>被举报的邮箱</label>
      <input
        id={`${id}-address`}
        className="mono"
        type="email"
        maxLength={320}
        value={values.address}
        onChange={set('address')}
      />
      {wrong('address')}
      <label htmlFor={`${id}-reason`}>它做了什么</label>
      <select id={`${id}-reason`} value={values.reason} onChange={set('reason')}>
        {reasons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-words`}>说明，最好附上收到的邮件头</label>
      <textarea id={`${id}-words`} rows={6} maxLength={5000} value={values.words} onChange={set('words')} />
      {wrong('words')}
      <label htmlFor={`${id}-contact`}>怎么联系你，可不填</label>
      <input id={`${id}-contact`} maxLength={320} value={values.contact} onChange={set('contact')} />
      {wrong('contact')}
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onClose}>
          不了
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {proof === null ? '提交' : '正在做安全验证'}
        </Button>
      </div>
    </form>
  )
}
