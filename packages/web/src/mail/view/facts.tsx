/** Names and what is said of them, one to a line; what nothing is said of is left out. */
import type { ReactNode } from 'react'
import styles from './facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ name, says }: { name: string; says: ReactNode }) {
  return (
    says && (
      <div>
        <dt>{name}</dt>
        <dd dir="auto">{says}</dd>
      </div>
    )
  )
}
