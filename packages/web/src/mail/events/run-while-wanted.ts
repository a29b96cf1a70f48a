/**
 * Keeps something running while the page needs it. It ends when the person leaves the page, even if the
 * browser keeps the page for going back. If windows share one stream, a hidden one continues too, because of
 * its notifications. Otherwise a hidden one would hold a connection that others need, so it stops.
 */
export function runWhileWanted(start: () => () => void, shared: boolean): () => void {
  let stop: (() => void) | null = null
  const off = () => {
    stop?.()
    stop = null
  }
  const judge = () => {
    if (!shared && document.visibilityState === 'hidden') off()
    else stop ??= start()
  }

  addEventListener('pagehide', off)
  addEventListener('pageshow', judge)
  document.addEventListener('visibilitychange', judge)
  judge()
  return () => {
    removeEventListener('pagehide', off)
    removeEventListener('pageshow', judge)
    document.removeEventListener('visibilitychange', judge)
    off()
  }
}
