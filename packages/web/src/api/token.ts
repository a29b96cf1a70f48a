/**
 * The login token. For the browser, being logged in means only that local storage holds it. While an admin
 * acts in somebody's name, the admin's own token waits beside it and comes back when the other one is
 * dropped.
 */
import { type DeviceStorage, deviceStorage } from './device-storage.ts'

const KEY = 'token'
const OWN = 'token-own'

export function readToken(storage: DeviceStorage = deviceStorage): string | null {
  return storage.getItem(KEY)
}

export function keepToken(token: string, storage: DeviceStorage = deviceStorage): void {
  storage.removeItem(OWN)
  storage.setItem(KEY, token)
}

export function keepActingToken(token: string, storage: DeviceStorage = deviceStorage): void {
  const own = storage.getItem(OWN) ?? storage.getItem(KEY)
  storage.setItem(KEY, token)
  if (own !== null) storage.setItem(OWN, own)
}

export function dropToken(storage: DeviceStorage = deviceStorage): void {
  const own = storage.getItem(OWN)
  storage.removeItem(OWN)
  if (own === null) storage.removeItem(KEY)
  else storage.setItem(KEY, own)
}
