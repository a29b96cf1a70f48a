/** Which kind of account was logged in last, for the page of logging in to begin with when that login has ended. */
import type { Role } from '@yanshu/contract'
import type { JsonStorage } from './json-storage.ts'

const KEY = 'login-kind'

export type LoginKind = 'system' | 'email'

/** A visitor is nobody's kind: what was known stays. */
export function keepLoginKind(role: Role | undefined, storage: JsonStorage = localStorage): void {
  if (role === undefined || role === 'visitor') return
  try {
    storage.setItem(KEY, role === 'mailbox' ? 'email' : 'system')
  } catch {
    // Without storage the page begins with the usual kind.
  }
}

export function lastLoginKind(storage: JsonStorage = localStorage): LoginKind {
  try {
    return storage.getItem(KEY) === 'email' ? 'email' : 'system'
  } catch {
    return 'system'
  }
}
