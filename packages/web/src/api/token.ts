/** The login token. Its presence in local storage is all that being logged in means to the browser. */
const KEY = 'token'

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readToken(storage: TokenStorage = localStorage): string | null {
  return storage.getItem(KEY)
}

export function keepToken(token: string, storage: TokenStorage = localStorage): void {
  storage.setItem(KEY, token)
}

export function dropToken(storage: TokenStorage = localStorage): void {
  storage.removeItem(KEY)
}
