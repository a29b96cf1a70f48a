import { cx } from './cx.ts'
import styles from './live-dot.module.css'

/** Shows whether mail is being received: a dot and the words. */
export function LiveDot({ on, children }: { on: boolean; children: string }) {
  return (
    <span className={cx(styles.live, !on && styles.off)} role="status">
      {children}
    </span>
  )
}
