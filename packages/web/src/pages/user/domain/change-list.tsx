/** The changes of a plan, each with what was there and what will be. */
import type { DnsChange } from '@yanshu/contract'
import { Checkbox } from 'antd'
import { cx } from '../../../ui/cx.ts'
import styles from './auto-set-drawer.module.css'

type ChangeListProps = {
  changes: readonly DnsChange[]
  /** Those that are left out. */
  skip?: ReadonlySet<number>
  onSkip?: (index: number, off: boolean) => void
  /** Shows them as they will be taken back. */
  undo?: boolean
}

const names = { create: '新建', update: '修改', delete: '删除' } as const
const undone = { create: 'delete', update: 'update', delete: 'create' } as const

export function ChangeList({ changes, skip, onSkip, undo = false }: ChangeListProps) {
  return (
    <ul className={styles.changes}>
      {changes.map((change, index) => {
        const action = undo ? undone[change.action] : change.action
        const [before, after] = undo ? [change.after, change.before] : [change.before, change.after]
        const off = skip?.has(index) ?? false
        return (
          <li
            key={`${change.name} ${change.type} ${change.before} ${change.after}`}
            className={cx(styles.change, off && styles.off)}
          >
            {onSkip ? (
              <Checkbox
                checked={!off}
                aria-label={`${names[action]} ${change.name} 的 ${change.type} 记录`}
                onChange={event => onSkip(index, !event.target.checked)}
              />
            ) : (
              <span />
            )}
            <header>
              <b>{names[action]}</b>
              <code className="mono">{change.name}</code>
              <span className="small muted mono">{change.type}</span>
            </header>
            <div className={styles.body}>
              {before !== '' && <code className={cx('mono', styles.before)}>{before}</code>}
              {after !== '' && <code className={cx('mono', styles.after)}>{after}</code>}
              {!undo && <p>{change.note}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
