import { Progress } from 'antd'
import styles from './proof-bar.module.css'

/** Shows the progress of the proof of work. `share` is null while there is none. */
export function ProofBar({ share }: { share: number | null }) {
  if (share === null) return null
  return (
    <div className={styles.bar} role="status">
      <span className="small muted">正在做安全验证，不用你动手</span>
      <Progress percent={Math.round(share * 100)} size={[-1, 4]} showInfo={false} aria-label="安全验证进度" />
    </div>
  )
}
