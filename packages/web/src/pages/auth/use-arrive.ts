import { useLocation } from 'react-router'
import { useEnter } from '../../account/session.ts'
import { isOwnPath, paths } from '../../paths.ts'

/** After a log-in: back to the page one was sent away from, else where the server says, else the user area. */
export function useArrive(): (token: string, url?: string) => Promise<void> {
  const enter = useEnter()
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const back = typeof from === 'string' && isOwnPath(from) && from.startsWith(paths.user) ? from : undefined
  return (token, url) => enter(token, back ?? url ?? paths.user)
}
