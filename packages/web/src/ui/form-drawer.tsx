/**
 * A drawer for a form, which focuses the first field. A drawer for reading is a plain one, which opens no
 * keyboard on phones.
 */
import { Drawer } from 'antd'
import { type ReactNode, useRef } from 'react'
import { focusFirstField } from './first-field.ts'
import styles from './form-drawer.module.css'
import { useTypedInto } from './unsaved.tsx'

type FormDrawerProps = {
  open: boolean
  title: ReactNode
  /** The width in pixels, if there is room. */
  size: number
  /** The drawer closes only by its own buttons, because something is running or is shown only once. */
  held?: boolean
  /** The form has its own padding, scrolls by itself and keeps its buttons visible. */
  bare?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDrawer({ open, title, size, held = false, bare, onClose, children }: FormDrawerProps) {
  const form = useRef<HTMLDivElement>(null)
  const typed = useTypedInto(open)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      closable={!held}
      mask={{ closable: !held }}
      keyboard={!held}
      styles={{ wrapper: { maxWidth: '100%' }, ...(bare && { body: { padding: 0 } }) }}
      destroyOnHidden
      afterOpenChange={opened => void (opened && focusFirstField(form.current))}
    >
      <div ref={form} className={styles.form} {...typed}>
        {children}
      </div>
    </Drawer>
  )
}
