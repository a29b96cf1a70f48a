/** A question before something is lost. It names what, and the button says what will be done. */
import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { Failure } from './failure.tsx'
import { FormDialog } from './form-dialog.tsx'
import styles from './loss-dialog.module.css'

type LossDialogProps = {
  open: boolean
  title: string
  /** What will be lost, or what happens. */
  children: ReactNode
  action: string
  /** Nothing is lost after all; it is only asked before it is done. */
  harmless?: boolean
  /** So much is lost that its name has to be typed. */
  retype?: string | null
  onConfirm: () => Promise<void>
  onClose: () => void
  /** It is out of sight, and the keyboard back where it came from, if that is still there. */
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

/** What has the focus in a dialog loses it when the page is drawn without the dialog. */
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
