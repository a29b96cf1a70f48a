/** Asks before something is lost. It names the loss, and the button names the act. */
import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { Failure } from '../ui/failure.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { messageOf } from './api-error.ts'
import styles from './loss-dialog.module.css'

type LossDialogProps = {
  open: boolean
  title: string
  /** The loss, or the consequence. */
  children: ReactNode
  action: string
  /** Nothing is lost; the dialog only asks before the act. */
  harmless?: boolean
  /** A name that the person must type, because the loss is great. */
  retype?: string | null
  onConfirm: () => Promise<void>
  onClose: () => void
  /** Runs when the dialog is out of sight and the focus is back where it was, if that is still there. */
  onClosed?: () => void
}

export function LossDialog(props: LossDialogProps) {
  const {
    open,
    title,
    children,
    action,
    harmless = false,
    retype = null,
    onConfirm,
    onClose,
    onClosed,
  } = props
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const meant = retype === null || typed.trim().toLowerCase() === retype.toLowerCase()
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const confirm = () => {
    if (meant && !busy) void run()
  }
  return (
    <FormDialog
      open={open}
      title={title}
      okText={action}
      okButtonProps={{ danger: !harmless, loading: busy, disabled: !meant }}
      cancelText="不了"
      onOk={confirm}
      onCancel={onClose}
      afterClose={() => {
        setFailure(null)
        setTyped('')
        if (onClosed) whenDrawn(onClosed)
      }}
      destroyOnHidden={false}
      width={460}
    >
      {children}
      {retype !== null && <Retype name={retype} typed={typed} onType={setTyped} onEnter={confirm} />}
      <Failure text={failure} />
    </FormDialog>
  )
}

/** A focused element in a dialog loses the focus when the page is drawn without the dialog. */
const whenDrawn = (run: () => void) => requestAnimationFrame(() => requestAnimationFrame(run))

type RetypeProps = { name: string; typed: string; onType: (typed: string) => void; onEnter: () => void }

function Retype({ name, typed, onType, onEnter }: RetypeProps) {
  const id = useId()
  return (
    <div className={styles.retype}>
      <label htmlFor={id}>
        照着输入：<span className="mono">{name}</span>
      </label>
      <Input
        id={id}
        className="mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={event => onType(event.target.value)}
        onPressEnter={onEnter}
      />
    </div>
  )
}
