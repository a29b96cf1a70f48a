/**
 * The site map. History mode, every page a chunk of its own, a bar at the top while one is fetched. What a page shows is
 * its own business; which pages exist is written in pages/page-modules.ts.
 */
import { pages } from '@yanshu/contract'
import NProgress from 'nprogress'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { NeedsLogin } from './account/needs-login.tsx'
import { type PublicPage, publicPages, userPages } from './pages/page-modules.ts'
import { RouteError } from './pages/route-error.tsx'
import { paths, userPath } from './paths.ts'
import { SkipLink } from './ui/skip-link.tsx'

function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

function publicRoute(page: PublicPage): RouteObject {
  const load = publicPages[page]
  return load
    ? { path: paths[page], lazy: load }
    : { path: paths[page], element: <Navigate to={paths.home} replace /> }
}

/** Pages under /user. Whether this caller may open one is the layout's to say; a missing page leads back to it. */
const userRoutes: RouteObject[] = pages.map(page => {
  const load = userPages[page]
  return load
    ? { path: userPath(page), lazy: load }
    : { path: userPath(page), element: <Navigate to={paths.user} replace /> }
})

const routes: RouteObject[] = [
  {
    Component: Root,
    errorElement: <RouteError />,
    children: [
      { path: paths.root, element: <Navigate to={paths.home} replace /> },
      publicRoute('home'),
      publicRoute('auth'),
      publicRoute('use'),
      publicRoute('store'),
      {
        Component: NeedsLogin,
        children: [
          { path: paths.user, lazy: () => import('./pages/user/user-layout.tsx'), children: userRoutes },
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
