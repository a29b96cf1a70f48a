import { cx } from './cx.ts'
import styles from './domain-text.module.css'
import { useWritten } from './written-name.tsx'

/** Shows a domain as people write it, with the form that stands in the DNS beside it where they differ. */
export function DomainText({ name, className }: { name: string; className?: string | undefined }) {
  const written = useWritten(name)
  return (
    <span className={cx('mono', className)} title={written === name ? undefined : name}>
      {written}
      {written !== name && <span className={styles.ascii}> {name}</span>}
    </span>
  )
}
