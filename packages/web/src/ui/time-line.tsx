/** Steps that were done one after the other, each with its time. */

import { TimeText } from './time.tsx'
import styles from './time-line.module.css'

export type Step = { at: string; detail: string }

export function TimeLine({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map(({ at, detail }) => (
        <li key={`${at} ${detail}`}>
          <TimeText at={at} full />
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  )
}
