import { useEffect, useState } from 'react'

/** Long enough to have been looked at. */
const SEEN_AFTER_MS = 1_500

/** Whether something that is shown by itself has been in view for a moment, in a window that can be seen. */
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
