import { useContext } from 'react'
import { DateStyleContext } from './date-style.ts'
import { exactTime, fullTime, shortTime } from './time-text.ts'
import { useNow } from './use-now.ts'

/** A time in a list; its title has the exact one. */
export function TimeText({ at, full = false }: { at: string; full?: boolean }) {
  const now = useNow(30_000)
  const exact = useContext(DateStyleContext) === 'exact'
  return (
    <time dateTime={at} title={fullTime(at, now)}>
      {exact ? exactTime(at) : full ? fullTime(at, now) : shortTime(at, now)}
    </time>
  )
}
