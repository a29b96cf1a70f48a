/** A drawer for a form: its first field is ready to be typed in. What is only read has a plain drawer, without a keyboard. */
import { Drawer } from 'antd'
import { type ReactNode, useRef } from 'react'
import { focusFirstField } from './first-field.ts'
import styles from './form-drawer.module.css'

type FormDrawerProps = {
  open: boolean
  title: ReactNode
  /** Width in pixels, where there is room. */
  size: number
  /** Something is under way, or shown only once: it is left by its own buttons only. */
  held?: boolean
  /** The form has its own padding, scrolls by itself and keeps its buttons in sight. */
  bare?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDrawer({ open, title, size, held = false, bare, onClose, children }: FormDrawerProps) {
  const form = useRef<HTMLDivElement>(null)
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
      afterOpenChange={opened => opened && focusFirstField(form.current)}
    >
      <div ref={form} className={styles.form}>
        {children}
      </div>
    </Drawer>
  )
}
