/**
 * Registers the service worker. Browsers have one on secure pages only; everything works without it, except
 * push messages and installation.
 */
const FILE = '/sw.js'

/** Only the built product registers it, because during development it would serve old files. */
export function startServiceWorker(): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!import.meta.env.PROD || serviceWorker === undefined) return
  addEventListener('load', () => {
    // When the browser refuses or the server is away, the page works without it.
    serviceWorker.register(FILE).catch(() => undefined)
  })
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
