import { X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import styles from './batch-bar.module.css'
import { Tip } from './tip.tsx'

export type BatchAction = { label: string; icon: ReactNode; run: () => void; apart?: boolean }

type BatchBarProps = {
  count: number
  unit: string
  actions: readonly BatchAction[]
  busy: boolean
  onClear: () => void
}

/** The actions on the chosen rows; the bar floats while any row is chosen. */
export function BatchBar({ count, unit, actions, busy, onClear }: BatchBarProps) {
  if (count === 0) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label="批量操作">
      <b role="status">
        已选 {count} {unit}
      </b>
      {actions.map(({ label, icon, run, apart }) => (
        <Fragment key={label}>
          {apart && <span className={styles.sep} />}
          <button type="button" disabled={busy} onClick={run}>
            {icon}
            {label}
          </button>
        </Fragment>
      ))}
      <Tip text="取消选择">
        <button type="button" aria-label="取消选择" onClick={onClear}>
          <X aria-hidden />
        </button>
      </Tip>
    </div>
  )
}
