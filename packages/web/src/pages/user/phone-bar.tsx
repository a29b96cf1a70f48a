/** The frame on a phone: a bar above with the page's name, a bar below with the pages used most, a drawer for the rest. */
import { type Page, pageNames } from '@yanshu/contract'
import { User } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useBadges } from '../../account/badges.ts'
import { userPath } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { SlotHost } from './frame-slots.tsx'
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
      <SlotHost name="phoneActions" />
    </header>
  )
}

export function PhoneBar({ open }: { open: readonly Page[] }) {
  const [drawer, setDrawer] = useState(false)
  const badges = useBadges(state => state.badges)
  return (
    <nav className={styles.bar} aria-label="底部导航">
      {barPages(open).map(page => {
        const Icon = pageIcons[page]
        return (
          <NavLink key={page} className={cx(styles.tab)} to={userPath(page)}>
            <Icon aria-hidden />
            {shortNames[page] ?? pageNames[page]}
            {(badges[page] ?? 0) > 0 && <i className={styles.dot} role="img" aria-label="有未读" />}
          </NavLink>
        )
      })}
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
