/**
 * The site map: history mode, every page in a chunk of its own, and a bar at the top while one loads. The
 * pages are listed in paths.ts and the contract, and their files in page-modules.ts.
 */
import { pages } from '@yanshu/contract/permission'
import NProgress from 'nprogress'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { guarded, NeedsLogin, WithoutLogin } from './account/needs-login.tsx'
import { useLostLogin } from './api/lost-login.ts'
import { publicModules, userModules } from './page-modules.ts'
import { RouteError } from './pages/route-error.tsx'
import { isOwnPath, paths, publicPages, userPath } from './site/paths.ts'
import { SkipLink } from './ui/skip-link.tsx'
import { showError } from './ui/toast.ts'

function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

const publicRoutes = publicPages.map<RouteObject>(page => ({
  path: paths[page],
  lazy: publicModules[page],
}))

/**
 * The pages under /user. The layout decides whether the caller may open one, and stays where one breaks. The router
 * draws nothing for a route whose own code did not come, so what is shown then belongs to a route around the pages.
 */
const userRoutes: RouteObject = {
  errorElement: (
    <WithoutLogin>
      <RouteError inFrame />
    </WithoutLogin>
  ),
  children: pages.map<RouteObject>(page => ({ path: userPath(page), lazy: guarded(userModules[page]) })),
}

const routes: RouteObject[] = [
  {
    Component: Root,
    errorElement: <RouteError />,
    children: [
      { path: paths.root, element: <Navigate to={paths.home} replace /> },
      ...publicRoutes,
      {
        Component: NeedsLogin,
        errorElement: (
          <WithoutLogin>
            <RouteError />
          </WithoutLogin>
        ),
        children: [
          {
            path: paths.user,
            lazy: guarded(() => import('./pages/user/user-layout.tsx')),
            children: [userRoutes],
          },
        ],
      },
      { path: '*', element: <Navigate to={paths.root} replace /> },
    ],
  },
]

export const router = createBrowserRouter(routes)

/** Runs once the code of the first page has come, or has failed to. */
export function whenFirstPageIsThere(run: () => void): void {
  if (router.state.initialized) run()
  else {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      run()
    })
  }
}

/**
 * Goes where the server says after a lost login. The page that asked is left and cannot show the words: the page of
 * log-ins shows why others ended it, a toast everything else.
 */
export function followLostLogin(): void {
  useLostLogin.subscribe(({ lost }) => {
    const { pathname, search } = router.state.location
    // Other running calls report the same; the page to return to is kept from the first.
    if (lost === null || pathname === lost.url) return
    if (lost.opening && !pathname.startsWith(paths.user)) return
    if (lost.reason === null || lost.url !== paths.auth) showError(lost.words)
    if (isOwnPath(lost.url))
      void router.navigate(lost.url, { state: { from: pathname + search, lostLogin: lost.words } })
    else window.location.assign(lost.url)
  })
}

/** Starts the bar on each navigation and ends it after. */
export function startProgressBar(): void {
  NProgress.configure({
    minimum: 0.1,
    speed: 400,
    trickleSpeed: 200,
    showSpinner: false,
    barSelector: '.bar',
    template: '<div class="bar"></div>',
  })
  let shown = router.state.location
  if (!router.state.initialized) NProgress.start()
  router.subscribe(state => {
    if (state.navigation.state !== 'idle') NProgress.start()
    else if (state.initialized) {
      NProgress.done(state.location !== shown)
      shown = state.location
    }
  })
}
