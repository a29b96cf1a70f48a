import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './state-word.module.css'

/** Shows a state by icon, word and colour together, so that none carries the meaning alone. */
export function StateWord(props: {
  tone?: 'plain' | 'good' | 'wait' | 'bad'
  icon: ReactNode
  /** More words, shown on hover. */
  title?: string
  children: ReactNode
}) {
  const { tone = 'plain', icon, title, children } = props
  return (
    <span className={cx(styles.state, tone !== 'plain' && styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  )
}
