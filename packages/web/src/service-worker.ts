/**
 * The service worker from the page's side. Browsers have one on secure pages only; everything works without it, apart
 * from push messages and being installed.
 */
const FILE = '/sw.js'

/** In the built product only: while developing it would hold files back. */
export function startServiceWorker(): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!import.meta.env.PROD || serviceWorker === undefined) return
  addEventListener('load', () => {
    // Refused by the browser, or the server is away: the page goes on as it is.
    serviceWorker.register(FILE).catch(() => undefined)
  })
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
