/** A question before something is lost. It names what, and the button says what will be done. */
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { Failure } from './failure.tsx'

type LossDialogProps = {
  open: boolean
  title: string
  /** What will be lost, or what happens. */
  children: ReactNode
  action: string
  /** Nothing is lost after all; it is only asked before it is done. */
  harmless?: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

export function LossDialog(props: LossDialogProps) {
  const { open, title, children, action, harmless = false, onConfirm, onClose } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
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
  return (
    <Modal
      open={open}
      title={title}
      okText={action}
      okButtonProps={{ danger: !harmless, loading: busy }}
      cancelText="不了"
      onOk={() => void run()}
      onCancel={onClose}
      afterClose={() => setFailure(null)}
      width={460}
    >
      {children}
      <Failure text={failure} />
    </Modal>
  )
}
