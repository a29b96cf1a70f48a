/** A dialog for a form: its first field is ready to be typed in. */
import { Modal, type ModalProps } from 'antd'
import { useRef } from 'react'
import { focusFirstField } from './first-field.ts'

export function FormDialog({ children, ...props }: ModalProps) {
  const form = useRef<HTMLDivElement>(null)
  return (
    <Modal destroyOnHidden {...props} afterOpenChange={opened => opened && focusFirstField(form.current)}>
      <div ref={form}>{children}</div>
    </Modal>
  )
}
