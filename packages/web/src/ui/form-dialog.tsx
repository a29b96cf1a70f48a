/** A dialog for a form, which focuses the first field. */
import { Modal, type ModalProps } from 'antd'
import { useRef } from 'react'
import { focusFirstField } from './first-field.ts'
import { useTypedInto } from './unsaved.tsx'

export function FormDialog({ children, ...props }: ModalProps) {
  const form = useRef<HTMLDivElement>(null)
  const typed = useTypedInto(props.open ?? false)
  return (
    <Modal
      destroyOnHidden
      {...props}
      afterOpenChange={opened => void (opened && focusFirstField(form.current))}
    >
      <div ref={form} {...typed}>
        {children}
      </div>
    </Modal>
  )
}
