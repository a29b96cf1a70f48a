import { Bone } from '../ui/states.tsx'
import styles from './mail-row.module.css'

/** A placeholder for a row that is loading. */
export function MailRowBones() {
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.mark} />
      <Bone width="32%" />
      <Bone width="44px" />
      <span className={styles.subject}>
        <Bone width="70%" />
      </span>
      <span className={styles.preview}>
        <Bone width="88%" />
      </span>
    </div>
  )
}

/** Placeholders for several rows. */
export function MailListBones({ rows = 7 }: { rows?: number }) {
  return (
    <div role="status" aria-label="正在加载邮件">
      {Array.from({ length: rows }, (_, row) => ({ row })).map(({ row }) => (
        <MailRowBones key={row} />
      ))}
    </div>
  )
}
