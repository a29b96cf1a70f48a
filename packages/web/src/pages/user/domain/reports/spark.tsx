import { cx } from '../../../../ui/cx.ts'
import styles from './reports.module.css'

/** A small bar for each day; the words beside it say the same. */
export function Spark({ values, tone }: { values: readonly number[]; tone: 'pass' | 'forward' | 'fail' }) {
  const most = Math.max(1, ...values)
  const days = values.map((value, index) => ({ value, index }))
  return (
    <div className={styles.spark} aria-hidden="true">
      {days.map(({ value, index }) => (
        <i
          key={index}
          className={cx(value > 0 && styles[tone])}
          style={value > 0 ? { height: Math.max(4, Math.round((22 * value) / most)) } : undefined}
        />
      ))}
    </div>
  )
}
