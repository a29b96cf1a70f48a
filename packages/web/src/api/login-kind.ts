/** Remembers the kind of account of the last log-in by hand, with which the log-in page begins. */
import { deviceStorage } from './device-storage.ts'
import type { JsonStorage } from './json-storage.ts'

const KEY = 'logged-in-with'

export type LoginKind = 'system' | 'email'

export function keepLoginKind(kind: LoginKind, storage: JsonStorage = deviceStorage): void {
  try {
    storage.setItem(KEY, kind)
  } catch {
    // Without storage the page begins with the usual kind.
  }
}

export function lastLoginKind(storage: JsonStorage = deviceStorage): LoginKind {
  try {
    return storage.getItem(KEY) === 'email' ? 'email' : 'system'
  } catch {
    return 'system'
  }
}
