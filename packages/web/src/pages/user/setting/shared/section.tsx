import type { ReactNode } from 'react'
import styles from './section.module.css'

/** A ruled section: what it is about on the left, what can be done on the right. */
export function Section({ title, says, children }: { title: string; says?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {says && <p>{says}</p>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
