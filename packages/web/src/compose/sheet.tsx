/** The drawer itself: its head, its foot and its close button. */
import { Drawer } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import styles from './compose.module.css'

type SheetProps = {
  title: ReactNode
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function Sheet({ title, foot, onClose, children }: SheetProps) {
  return (
    <Drawer
      open
      // One of the fields takes the focus.
      autoFocus={false}
      onClose={onClose}
      closable={false}
      size="min(760px, 100vw)"
      title={<div className={styles.head}>{title}</div>}
      extra={
        <IconButton label="关上" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      }
      footer={foot}
      styles={{
        header: { padding: '8px 14px 8px 24px' },
        body: { padding: 0, position: 'relative' },
        footer: { padding: '12px 18px 12px 24px' },
      }}
    >
      {children}
    </Drawer>
  )
}
