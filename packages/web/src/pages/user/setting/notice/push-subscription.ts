/** Subscribing this browser to push messages, and ending that. */
import type { Api } from '../../../../api/index.ts'

const KEY_BYTES = /-|_/g

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(KEY_BYTES, sign => (sign === '-' ? '+' : '/')))
  return Uint8Array.from(text, char => char.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export const sameKey = (known: ArrayBuffer | null, wanted: string): boolean => textOf(known) === wanted

/** One made for another key, as after a move to another server, is of no use. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && sameKey(known.options.applicationServerKey, publicKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
}

export class NotAllowed extends Error {}

/** Asks the browser, which must happen in answer to a press, then tells the server. */
export async function subscribe(api: Api, publicKey: string, onlyCode: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const subscription = await subscriptionFor(publicKey)
  await api.setPush({
    body: {
      endpoint: subscription.endpoint,
      p256dh: textOf(subscription.getKey('p256dh')),
      auth: textOf(subscription.getKey('auth')),
      onlyCode,
    },
  })
}
