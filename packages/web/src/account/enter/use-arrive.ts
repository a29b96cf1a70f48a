import { useLocation } from 'react-router'
import { isOwnPath, paths } from '../../site/paths.ts'
import { useEnter } from '../session.ts'

/**
 * Navigates after a log-in: to the page that required it, else to the server's URL, else to the user area.
 */
export function useArrive(): (token: string, url?: string) => Promise<void> {
  const enter = useEnter()
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const back = typeof from === 'string' && isOwnPath(from) && from.startsWith(paths.user) ? from : undefined
  return (token, url) => enter(token, back ?? url ?? paths.user)
}
