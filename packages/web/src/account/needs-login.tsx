import { Navigate, Outlet, useLocation } from 'react-router'
import { readToken } from '../api/token.ts'
import { paths } from '../paths.ts'

/** The guard: routes inside are reachable only with a token. It remembers where one wanted to go. */
export function NeedsLogin() {
  const { pathname, search } = useLocation()
  if (readToken() === null) return <Navigate to={paths.auth} replace state={{ from: pathname + search }} />
  return <Outlet />
}
