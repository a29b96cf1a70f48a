import { Modal } from 'antd'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-once.module.css'
import { useUnsaved } from './unsaved.tsx'

type SecretOnceProps = { title: string; says: string; secret: string | null; onClose: () => void }

/** A drawer may open this dialog, and antd gives both the same height in the stack. */
const OVER_DRAWERS = 1200

/**
 * Shows a secret once, such as a new password or a key. It closes only by its own button, and going back or
 * closing the tab asks first.
 */
export function SecretOnce({ title, says, secret, onClose }: SecretOnceProps) {
  useUnsaved(secret !== null)
  return (
    <Modal
      open={secret !== null}
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={460}
      zIndex={OVER_DRAWERS}
      // Hiding is not enough: a secret that was shown once must not stay in the page.
      destroyOnHidden
      footer={
        <div className={styles.actions}>
          <CopyButton text={secret ?? ''} label="复制" />
          <Button kind="primary" onClick={onClose}>
            已存好
          </Button>
        </div>
      }
    >
      <p className="muted">{says}</p>
      <p className={styles.secret}>{secret}</p>
    </Modal>
  )
}
