/** The frame of public pages: header, page, footer. It offers only pages that exist and are open. */
import { lazy, type ReactNode, Suspense } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../site/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { mainPlace } from '../ui/skip-link.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Brand } from './brand.tsx'
import styles from './public-layout.module.css'
import { usePublicWays } from './public-ways.ts'

/** Out of sight at first: it comes after the page. */
const PublicFooter = lazy(() => import('./public-footer.tsx'))

export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main {...mainPlace} className={cx('wrap', styles.main)}>
        {children}
      </main>
      <Suspense>
        <PublicFooter />
      </Suspense>
    </div>
  )
}

export function PublicHeader() {
  const ways = usePublicWays()
  return (
    <header className={cx('wrap', styles.header)}>
      <Brand to={paths.home} />
      <nav className={styles.nav} aria-label="主导航">
        {ways.use && (
          <NavLink className={cx(styles.link)} to={paths.use}>
            使用邮箱
          </NavLink>
        )}
        {ways.store && (
          <NavLink className={cx(styles.link)} to={paths.store}>
            商店
          </NavLink>
        )}
        <ThemeSwitch />
        {ways.account ? (
          <ButtonLink to={paths.user}>进入</ButtonLink>
        ) : (
          <ButtonLink to={paths.auth}>登录</ButtonLink>
        )}
      </nav>
    </header>
  )
}
