/**
 * Keeps something running while the page wants it. It ends when the page is left, also when the browser keeps the page for
 * going back. Where windows share one stream a hidden one goes on too, for the sake of its notifications; where they cannot,
 * a hidden one would hold a connection that others need, and stops.
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
