import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useRouteError } from 'react-router'
import { readToken } from '../api/token.ts'
import { paths } from '../site/paths.ts'

class NoLogin extends Error {}

/** Fetches the code of a page only for those who may open it. */
export function guarded<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    if (readToken() === null) throw new NoLogin()
    return await load()
  }
}

function ToLogin() {
  const { pathname, search } = useLocation()
  return <Navigate to={paths.auth} replace state={{ from: pathname + search }} />
}

/** Lets only a caller with a token reach the routes inside. It remembers the wanted page. */
export function NeedsLogin() {
  return readToken() === null ? <ToLogin /> : <Outlet />
}

/** Leads to the log-in page, or shows what else failed. */
export function WithoutLogin({ children }: { children: ReactNode }) {
  return useRouteError() instanceof NoLogin ? <ToLogin /> : children
}
