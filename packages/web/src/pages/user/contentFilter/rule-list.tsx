/** The rules, each as a sentence, in the order in which they are judged. */
import type { FilterRow } from '@yanshu/contract'
import { Switch } from 'antd'
import { GripVertical, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { fullTime, shortTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { draftOfRow, type FilterChanges } from './queries.ts'
import styles from './rule-list.module.css'
import { sentenceOf } from './sentence.ts'
import { useReorder } from './use-reorder.ts'
import { useScopeNames } from './use-scope-names.ts'

type RuleListProps = {
  rules: readonly FilterRow[]
  chosen: string | null
  /** Rules with changes that are not saved. */
  unsaved: ReadonlySet<string>
  changes: FilterChanges
}

export function RuleList({ rules, chosen, unsaved, changes }: RuleListProps) {
  const scopeName = useScopeNames(rules.map(({ scope }) => scope))
  const now = useNow(30_000)
  const { list, drag, gripOf } = useReorder((from, to) => {
    const row = rules[from]
    if (row) changes.move(row, to)
  })
  return (
    <aside className={styles.rules} aria-label="规则，自上而下执行">
      <header className={styles.head}>
        <div>
          <h1>过滤规则</h1>
          <p className="small muted">来信自上而下过一遍</p>
        </div>
        <ButtonLink size="small" icon={<Plus aria-hidden />} to={{ search: '?rule=new' }}>
          新建
        </ButtonLink>
      </header>
      <ol ref={list}>
        {rules.map((row, index) => (
          <li
            key={row.id}
            className={cx(
              styles.row,
              row.id === chosen && styles.chosen,
              drag?.from === index && styles.dragged,
              drag &&
                drag.to === index &&
                drag.from !== index &&
                (drag.to < drag.from ? styles.above : styles.below),
            )}
            style={drag?.from === index ? { translate: `0 ${drag.offset}px` } : undefined}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={`移动“${row.name}”，第 ${index + 1} 条，用上下键`}
              {...gripOf(index)}
            >
              <GripVertical aria-hidden />
            </button>
            <div className={styles.words}>
              <Link
                className={styles.name}
                to={{ search: `?rule=${row.id}` }}
                aria-current={row.id === chosen ? 'true' : undefined}
              >
                {row.name}
              </Link>
              {unsaved.has(row.id) && <span className={styles.unsaved}>没保存</span>}
              <p>{sentenceOf(draftOfRow(row), scopeName(row.scope))}</p>
              <small>
                {row.lastHitAt === null ? (
                  '还没有命中过'
                ) : (
                  <>
                    命中 {row.hits.toLocaleString('zh-CN')} 次，最近{' '}
                    <time dateTime={row.lastHitAt} title={fullTime(row.lastHitAt, now)}>
                      {shortTime(row.lastHitAt, now)}
                    </time>
                  </>
                )}
              </small>
            </div>
            <Switch
              size="small"
              className={styles.switch ?? ''}
              checked={row.enabled}
              aria-label={`启用“${row.name}”`}
              onChange={enabled => changes.switchOn(row, enabled)}
            />
          </li>
        ))}
      </ol>
    </aside>
  )
}
