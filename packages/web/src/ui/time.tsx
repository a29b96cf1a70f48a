import { useEffect, useState } from 'react'
import { useSettingsStore } from '../store/settings.ts'
import { exactTime, fullTime, shortTime } from './time-text.ts'

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
  const exact = useSettingsStore(state => state.settings.dateStyle === 'exact')
  return (
    <time dateTime={at} title={fullTime(at, now)}>
      {exact ? exactTime(at) : full ? fullTime(at, now) : shortTime(at, now)}
    </time>
  )
}
