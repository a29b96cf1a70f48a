import { Modal } from 'antd'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-once.module.css'

type SecretOnceProps = { title: string; says: string; secret: string | null; onClose: () => void }

/** It may be called up from a drawer, whose place antd gives the same height. */
const OVER_DRAWERS = 1200

/** Something that is shown this once: a new password, a key. It leaves only by its own button. */
export function SecretOnce({ title, says, secret, onClose }: SecretOnceProps) {
  return (
    <Modal
      open={secret !== null}
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={460}
      zIndex={OVER_DRAWERS}
      // Hidden is not gone: what was shown once must not stay in the page.
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
