/** Which ways a visitor has: pages that exist and that the site has opened. */
import { readToken } from '../api/token.ts'
import { publicPages } from '../pages/page-modules.ts'
import { useSettingsStore } from '../store/settings.ts'
import { usePermission } from './permission.ts'

export type PublicWays = {
  use: boolean
  store: boolean
  temporary: boolean
  register: boolean
  loggedIn: boolean
  /** A system account, not just a mailbox that a visitor holds. */
  account: boolean
}

export function usePublicWays(): PublicWays {
  const settings = useSettingsStore(state => state.settings)
  const { role } = usePermission()
  return {
    use: publicPages.use !== undefined && settings.temporary === true,
    store: publicPages.store !== undefined && settings.store === true,
    temporary: settings.temporary === true,
    register: settings.registration === true,
    loggedIn: role !== 'visitor' && readToken() !== null,
    account: (role === 'user' || role === 'admin') && readToken() !== null,
  }
}
