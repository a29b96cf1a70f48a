import type { ReactNode } from 'react'
import styles from './found-line.module.css'
import { isSearched } from './long-enough.ts'

type FoundLineProps = { says: ReactNode; stop: string; onStop: () => void }

/** Above a list that shows a part of the mails: which part, and the way back to all of them. */
export function FoundLine({ says, stop, onStop }: FoundLineProps) {
  return (
    <p className={styles.found} role="status">
      {says}{' '}
      <button type="button" onClick={onStop}>
        {stop}
      </button>
    </p>
  )
}

/** The same for a search; nothing when nothing is searched for. */
export function SearchedLine({ q, onStop }: { q: string; onStop: () => void }) {
  if (q === '') return null
  return (
    <FoundLine says={isSearched(q) ? `搜“${q}”。` : '再输一个字就能搜了。'} stop="不搜了" onStop={onStop} />
  )
}
