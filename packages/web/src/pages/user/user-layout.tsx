/**
 * The frame of /user: rail, header and one sheet; on a phone, two bars and a drawer. It lets the caller open only the
 * pages of its permission, and says so in the place of all others. It knows nothing of what a page shows.
 */
import { type Page, pages } from '@yanshu/contract'
import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { firstPage, usePermission } from '../../account/permission.ts'
import { loadVariables } from '../../api/start-up.ts'
import { paths, userPath } from '../../paths.ts'
import { useStartUp } from '../../store/start-up.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { mainPlace } from '../../ui/skip-link.tsx'
import { Bones, ErrorState } from '../../ui/states.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { pagesToOpen } from '../page-modules.ts'
import { ActingBand } from './acting-band.tsx'
import { SlotProvider } from './frame-slots.tsx'
import { Header } from './header.tsx'
import { UserMail } from './mail-header.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { PhoneBar, PhoneTop } from './phone-bar.tsx'
import { Rail } from './rail.tsx'
import styles from './user-layout.module.css'

function pageOf(pathname: string): Page | null {
  return pages.find(page => userPath(page) === pathname.replace(/\/+$/, '')) ?? null
}

export function Component() {
  const { role, pages: allowed } = usePermission()
  const startUp = useStartUp(state => state.state)
  const { pathname, search } = useLocation()
  if (role === 'visitor') {
    if (startUp === 'done') return <Navigate to={paths.auth} replace state={{ from: pathname + search }} />
    return <NotYet failed={startUp === 'failed'} />
  }
  const open = pagesToOpen(allowed)
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
              {open.includes('inbox') || open.includes('sent') ? (
                <UserMail inbox={open.includes('inbox')}>{children}</UserMail>
              ) : (
                children
              )}
            </main>
          </div>
          <PhoneBar open={open} />
          <UnsavedGuard />
        </div>
      </SlotProvider>
    </AntdRoot>
  )
}

/** Before the start-up variables have come, or when they did not. */
function NotYet({ failed }: { failed: boolean }) {
  const setState = useStartUp(state => state.setState)
  const retry = () => {
    setState('waiting')
    loadVariables().catch(() => undefined)
  }
  return (
    <div className={styles.app}>
      <div />
      <main {...mainPlace} className={styles.waiting}>
        {failed ? <ErrorState error={{ code: 'ERR_NETWORK' }} retry={retry} /> : <Bones />}
      </main>
    </div>
  )
}
