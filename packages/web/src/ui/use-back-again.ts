import { useEffect, useEffectEvent } from 'react'

const LOOK_MS = 5_000

export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Tries again by itself after a failed connection, when there is a network again or the server answers again.
 */
export function useBackAgain(isBroken: boolean, retry: () => void): void {
  const tryAgain = useEffectEvent(retry)
  useEffect(() => {
    if (!isBroken) return
    let left = false
    const look = async () => {
      // A hidden page can wait until somebody sees it.
      if (document.visibilityState === 'visible' && (await isReachable()) && !left) tryAgain()
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const now = () => void look()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      left = true
      clearInterval(timer)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [isBroken])
}
