import styles from './section.module.css'

/** The place of a chart that has nothing to show: its line and its ends, and the words for it. */
export function NoBars({ text, ends }: { text: string; ends: readonly [string, string] }) {
  return (
    <div className={styles.noBars}>
      <p className="muted">{text}</p>
      <div className={`tiny muted ${styles.ends}`} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
