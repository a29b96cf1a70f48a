/** Before a rule is saved that would put mails with codes out of sight. */
import { Modal } from 'antd'
import { Button } from '../../../ui/button.tsx'
import styles from './builder.module.css'

type CodeWarningProps = {
  /** How many of how many; null while there is nothing to warn of. */
  found: { withCode: number; tested: number } | null
  mayLeaveOut: boolean
  onClose: () => void
  onAnyway: () => void
  onLeaveOut: () => void
}

export function CodeWarning({ found, mayLeaveOut, onClose, onAnyway, onLeaveOut }: CodeWarningProps) {
  return (
    <Modal
      open={found !== null}
      title={`会碰到 ${found?.withCode ?? 0} 封带验证码的邮件`}
      width={480}
      onCancel={onClose}
      footer={
        <div className={styles.choices}>
          <Button kind="quiet" onClick={onClose}>
            回去看看
          </Button>
          <Button onClick={onAnyway}>照样保存</Button>
          {mayLeaveOut && (
            <Button kind="primary" onClick={onLeaveOut}>
              避开它们再保存
            </Button>
          )}
        </div>
      }
    >
      <p>
        最近 {(found?.tested ?? 0).toLocaleString('zh-CN')} 封来信里，这条规则会把 {found?.withCode ?? 0}{' '}
        封带验证码的也收走，以后可能看不到。
        {mayLeaveOut && '避开它们，就是加一条“没有验证码”。'}
      </p>
    </Modal>
  )
}
