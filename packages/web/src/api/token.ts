/**
 * The login token. Its presence in local storage is all that being logged in means to the browser. While an admin acts in
 * somebody's name, the admin's own token waits beside it and comes back when the other one is dropped.
 */
const KEY = 'token'
const OWN = 'token-own'

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readToken(storage: TokenStorage = localStorage): string | null {
  return storage.getItem(KEY)
}

export function keepToken(token: string, storage: TokenStorage = localStorage): void {
  storage.removeItem(OWN)
  storage.setItem(KEY, token)
}

export function keepActingToken(token: string, storage: TokenStorage = localStorage): void {
  const own = storage.getItem(OWN) ?? storage.getItem(KEY)
  storage.setItem(KEY, token)
  if (own !== null) storage.setItem(OWN, own)
}

export function dropToken(storage: TokenStorage = localStorage): void {
  const own = storage.getItem(OWN)
  storage.removeItem(OWN)
  if (own === null) storage.removeItem(KEY)
  else storage.setItem(KEY, own)
}
