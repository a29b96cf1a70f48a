/**
 * The frame of /user: rail, header and one sheet; on a phone, two bars and a drawer. It lets the caller open only the
 * pages of its permission, and says so in the place of all others. It knows nothing of what a page shows.
 */
import type { Page } from '@yanshu/contract'
import { pages } from '@yanshu/contract/permission'
import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { firstPage, usePermission } from '../../account/permission.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { loadVariables } from '../../api/start-up.ts'
import { type StartUpState, useStartUp } from '../../api/start-up-state.ts'
import { readToken } from '../../api/token.ts'
import { JobDrawer } from '../../mail/jobs/job-drawer.tsx'
import { paths, userPath } from '../../site/paths.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { SlotProvider } from '../../ui/frame-slots.tsx'
import { mainPlace } from '../../ui/skip-link.tsx'
import { Bones, Failed } from '../../ui/states.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { ActingBand } from './acting-band.tsx'
import { Header } from './header.tsx'
import { UserMail, UserMailSource } from './mail-header.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { PhoneBar, PhoneTop } from './phone-bar.tsx'
import { Rail } from './rail.tsx'
import styles from './user-layout.module.css'

function pageOf(pathname: string): Page | null {
  return pages.find(page => userPath(page) === pathname.replace(/\/+$/, '')) ?? null
}

export function Component() {
  const { role, pages: open } = usePermission()
  const startUp = useStartUp(state => state.state)
  const { pathname, search } = useLocation()
  if (role === 'visitor') {
    // Start-up drops a token that the server does not know. With one, the rights of its holder could not be read.
    if (startUp === 'done' && readToken() === null)
      return <Navigate to={paths.auth} replace state={{ from: pathname + search }} />
    return <NotYet state={startUp} />
  }
  const page = pageOf(pathname)
  const first = firstPage(open)
  if (page === null || first === null) {
    return <Navigate to={first ? userPath(first) : paths.home} replace />
  }
  return (
    <Frame page={page} open={open}>
      {open.includes(page) ? <Outlet /> : <NotAllowed page={page} first={first} />}
    </Frame>
  )
}

type FrameProps = { page: Page; open: readonly Page[]; children: ReactNode }

function Frame({ page, open, children }: FrameProps) {
  return (
    <AntdRoot>
      <SlotProvider>
        <div className={styles.app}>
          <Rail open={open} />
          <div className={styles.main}>
            <Header mayOpenSetting={open.includes('setting')} />
            <PhoneTop page={page} />
            <ActingBand />
            <main {...mainPlace} className={styles.sheet}>
              <UserMailSource>
                <UserMail open={open}>{children}</UserMail>
              </UserMailSource>
            </main>
          </div>
          <PhoneBar open={open} />
          <JobDrawer />
          <UnsavedGuard />
        </div>
      </SlotProvider>
    </AntdRoot>
  )
}

/** Before the start-up variables have come, when they did not, or when they do not say what one may do. */
function NotYet({ state }: { state: StartUpState['state'] }) {
  const setState = useStartUp(state => state.setState)
  const retry = () => {
    setState('waiting')
    loadVariables().catch(() => undefined)
  }
  return (
    <div className={styles.app}>
      <div />
      <main {...mainPlace} className={styles.waiting}>
        {state === 'waiting' && <Bones />}
        {state === 'failed' && <ErrorState error={{ code: 'ERR_NETWORK' }} retry={retry} />}
        {state === 'done' && (
          <Failed
            text="读不出这个账号的权限。站点可能刚换过密钥，请重新打开页面；还是这样，请联系管理员。"
            retry={() => window.location.reload()}
          />
        )}
      </main>
    </div>
  )
}
