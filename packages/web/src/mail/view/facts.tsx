/** A list of names and values, one per line; entries without a value are left out. */
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
