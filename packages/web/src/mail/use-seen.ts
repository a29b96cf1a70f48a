import { useEffect, useState } from 'react'

/** The time after which something counts as seen. */
const SEEN_AFTER_MS = 1_500

/** True when something that opened by itself was visible for a moment in a visible window. */
export function useSeen(id: string | null): boolean {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setSeen(id), SEEN_AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])
  return seen !== null && seen === id
}
