/** Lists the pages that are open to a visitor. */

import { useKeptSettings } from '../api/kept-settings.ts'
import { readToken } from '../api/token.ts'
import { usePermission } from './permission.ts'

export type PublicWays = {
  use: boolean
  store: boolean
  temporary: boolean
  register: boolean
  loggedIn: boolean
  /** True for a system account, and not for a mailbox that a visitor holds. */
  account: boolean
}

export function usePublicWays(): PublicWays {
  const settings = useKeptSettings(state => state.settings)
  const { role } = usePermission()
  return {
    use: settings.temporary === true,
    store: settings.store === true,
    temporary: settings.temporary === true,
    register: settings.registration === true,
    loggedIn: role !== 'visitor' && readToken() !== null,
    account: (role === 'user' || role === 'admin') && readToken() !== null,
  }
}

/** Returns the line about the store, which promises only what its plans offer. */
export const useStoreLine = (): string => {
  const { storeForGood, storeMaySend } = useKeptSettings(state => state.settings)
  return `挑个好名字，${storeForGood ? '长期归你' : '到期可续'}${storeMaySend ? '，也能发信' : ''}`
}
