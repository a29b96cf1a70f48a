/** A new signing secret, shown this once, with how it is used. It leaves only by its own button. */
import { Modal } from 'antd'
import { SignatureHelp } from '../../../../account/notice/signature-help.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { useUnsaved } from '../../../../ui/unsaved.tsx'
import styles from './secret.module.css'
import type { ShownSecret } from './secret-section.tsx'
import { useLingering } from './use-lingering.ts'

/** It may be called up from a drawer, whose place antd gives the same height. */
const OVER_DRAWERS = 1200

export function SecretDialog({ secret, onClose }: { secret: ShownSecret | null; onClose: () => void }) {
  const { shown } = useLingering(secret)
  useUnsaved(secret !== null)
  return (
    <Modal
      open={secret !== null}
      title={`“${shown?.name ?? ''}”的签名密钥`}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={600}
      zIndex={OVER_DRAWERS}
      destroyOnHidden
      footer={
        <div className={styles.actions}>
          <CopyButton text={shown?.secret ?? ''} label="复制密钥" />
          <Button kind="primary" onClick={onClose}>
            已存好
          </Button>
        </div>
      }
    >
      <p className="muted">它只显示这一次，请存到接收通知的程序里。丢了就只能换一个。</p>
      <p className={styles.secret}>{shown?.secret}</p>
      <SignatureHelp />
    </Modal>
  )
}
