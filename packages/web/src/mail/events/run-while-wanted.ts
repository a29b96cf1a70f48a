/**
 * Keeps something running while the page wants it. A browser allows few connections to one site, and an event stream holds
 * one for good: so it ends when the page is left, also when the browser keeps the page for going back, and of several
 * hidden tabs only one goes on, for the sake of its notifications.
 */
const hiddenTab = 'yanshu-hidden-tab'

export function runWhileWanted(start: () => () => void): () => void {
  let stop: (() => void) | null = null
  let release: (() => void) | null = null
  let ended = false

  const on = () => {
    stop ??= start()
  }
  const off = () => {
    stop?.()
    stop = null
  }
  const leave = () => {
    release?.()
    release = null
    off()
  }
  const isHidden = () => document.visibilityState === 'hidden'

  /** Locks exist only on secure pages; elsewhere no hidden tab goes on. */
  async function goOnIfFirst(): Promise<void> {
    const locks: LockManager | undefined = navigator.locks
    if (locks === undefined) return off()
    await locks.request(hiddenTab, { ifAvailable: true }, lock => {
      if (ended || !isHidden()) return undefined
      if (lock === null) return off()
      return new Promise<void>(resolve => {
        release = resolve
      })
    })
  }

  const judge = () => {
    if (isHidden()) {
      goOnIfFirst().catch(off)
      return
    }
    release?.()
    release = null
    on()
  }

  addEventListener('pagehide', leave)
  addEventListener('pageshow', judge)
  document.addEventListener('visibilitychange', judge)
  judge()
  return () => {
    ended = true
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', judge)
    document.removeEventListener('visibilitychange', judge)
    leave()
  }
}
