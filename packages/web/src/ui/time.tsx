import { useEffect, useState } from 'react'
import { fullTime, shortTime } from './time-text.ts'

/** The present, renewed each so many milliseconds. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** A time in a list; the exact one is in its title. */
export function TimeText({ at, full = false }: { at: string; full?: boolean }) {
  const now = useNow(30_000)
  return (
    <time dateTime={at} title={fullTime(at, now)}>
      {full ? fullTime(at, now) : shortTime(at, now)}
    </time>
  )
}
