/** The frame on a phone: a bar above with the page's name, a bar below with the pages used most, a drawer for the rest. */
import type { Page } from '@yanshu/contract'
import { pageNames } from '@yanshu/contract/permission-names'
import { SquarePen, User } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useBadges } from '../../account/badges.ts'
import { usePermission } from '../../account/permission.ts'
import { useCompose } from '../../compose/use-compose.ts'
import { JobTray } from '../../mail/jobs/job-tray.tsx'
import { userPath } from '../../site/paths.ts'
import { cx } from '../../ui/cx.ts'
import { SlotHost } from '../../ui/frame-slots.tsx'
import { pageIcons } from './page-icons.ts'
import styles from './phone-bar.module.css'
import { PhoneDrawer } from './phone-drawer.tsx'
import { barPages } from './phone-pages.ts'

const shortNames: Readonly<Partial<Record<Page, string>>> = {
  inbox: '收件',
  sent: '已发',
  emailAccount: '邮箱',
}

export function PhoneTop({ page }: { page: Page }) {
  return (
    <header className={styles.top}>
      <div className={styles.title}>
        <SlotHost name="phoneTitle" className={styles.titleSlot} />
        <b>{pageNames[page]}</b>
      </div>
      <JobTray />
      <SlotHost name="phoneActions" />
    </header>
  )
}

export function PhoneBar({ open }: { open: readonly Page[] }) {
  const { can } = usePermission()
  const compose = useCompose()
  const maySend = can.send && open.includes('sent')
  const [drawer, setDrawer] = useState(false)
  const badges = useBadges(state => state.badges)
  return (
    <nav className={styles.bar} aria-label="底部导航">
      {barPages(open, maySend ? 2 : 3).map(page => {
        const Icon = pageIcons[page]
        return (
          <NavLink key={page} className={cx(styles.tab)} to={userPath(page)}>
            <Icon aria-hidden />
            {shortNames[page] ?? pageNames[page]}
            {(badges[page] ?? 0) > 0 && <i className={styles.dot} role="img" aria-label="有未读" />}
          </NavLink>
        )
      })}
      {maySend && (
        <Link className={cx(styles.tab)} to={compose.to({ kind: 'new' })} preventScrollReset>
          <SquarePen aria-hidden />
          写信
        </Link>
      )}
      <button
        type="button"
        className={styles.tab}
        aria-expanded={drawer}
        aria-haspopup="dialog"
        onClick={() => setDrawer(true)}
      >
        <User aria-hidden />
        我的
      </button>
      <PhoneDrawer open={open} shown={drawer} onClose={() => setDrawer(false)} />
    </nav>
  )
}
