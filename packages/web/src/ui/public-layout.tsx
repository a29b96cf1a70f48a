/** The frame of public pages: header, the page, footer. Offers only what exists and is open. */
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { usePublicWays } from '../account/public-ways.ts'
import { outside, paths } from '../paths.ts'
import { useSettingsStore } from '../store/settings.ts'
import { Brand, useSiteName } from './brand.tsx'
import { Button, ButtonLink } from './button.tsx'
import { cx } from './cx.ts'
import styles from './public-layout.module.css'
import { mainPlace } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const ComplaintDialog = lazy(() => import('../pages/complaint/complaint-dialog.tsx'))

export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main {...mainPlace} className={cx('wrap', styles.main)}>
        {children}
      </main>
      <PublicFooter />
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

function PublicFooter() {
  const name = useSiteName()
  const legal = useSettingsStore(state => state.settings.legal)
  const complaint = useSettingsStore(state => state.settings.complaint)
  const complaintForm = useSettingsStore(state => state.settings.complaintForm)
  const icp = useSettingsStore(state => state.settings.icp)
  const terms = useRef<HTMLDialogElement>(null)
  const [complaining, setComplaining] = useState(false)
  return (
    <>
      <footer className={cx('wrap', styles.foot)}>
        <span>{name} · 自己的服务器，自己的邮箱</span>
        {legal && (
          <button type="button" onClick={() => terms.current?.showModal()}>
            使用条款
          </button>
        )}
        {complaintForm ? (
          <button type="button" onClick={() => setComplaining(true)}>
            举报滥用
          </button>
        ) : (
          complaint && <a href={`mailto:${complaint}`}>举报滥用</a>
        )}
        {icp && (
          <a href={outside.icp} target="_blank" rel="noreferrer">
            {icp}
          </a>
        )}
        {legal && (
          <dialog ref={terms} className={styles.terms} aria-labelledby="terms-title">
            <h2 id="terms-title">使用条款</h2>
            <p>{legal}</p>
            <Button onClick={() => terms.current?.close()}>看完了</Button>
          </dialog>
        )}
      </footer>
      {complaining && (
        <Suspense>
          <ComplaintDialog onClose={() => setComplaining(false)} />
        </Suspense>
      )}
    </>
  )
}
