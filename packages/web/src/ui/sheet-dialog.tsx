/** A dialog on the browser's own element: the focus stays inside, Escape closes it, and it needs no antd. */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { focusFirstField } from './first-field.ts'
import styles from './sheet-dialog.module.css'

type SheetDialogProps = {
  open: boolean
  title: string
  onClose: () => void
  size?: 'narrow' | 'normal' | 'wide'
  /** The dialog closes only by its own buttons, because it shows something that is not shown again. */
  held?: boolean
  /** The dialog is a form and focuses its first field. A dialog for reading opens no keyboard. */
  form?: boolean
  children: ReactNode
}

export function SheetDialog({
  open,
  title,
  onClose,
  size = 'normal',
  held = false,
  form = false,
  children,
}: SheetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    return form ? focusFirstField(dialog.current) : undefined
  }, [open, form])
  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[size])}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={event => {
        if (held) event.preventDefault()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget && !held) onClose()
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <header className={styles.head}>
            <h2 id={id} className="grow">
              {title}
            </h2>
            {!held && (
              <IconButton label="关闭" onClick={onClose}>
                <X aria-hidden />
              </IconButton>
            )}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
