import type { ReactNode } from 'react'
import styles from './section.module.css'

/** One part of the page, with a heading and what stands beside it. */
export function Section({
  title,
  beside,
  children,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
