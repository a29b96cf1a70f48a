/** The header of /use: as on the other public pages, but as wide as the page, with the state of reception. */
import { Bell, KeyRound, LogIn, Menu } from 'lucide-react'
import { NavLink, useNavigate } from 'react-router'
import { Brand } from '../../account/brand.tsx'
import { usePublicWays } from '../../account/public-ways.ts'
import { useAlertItems } from '../../mail/alert-items.tsx'
import { useLive } from '../../mail/live.tsx'
import { paths } from '../../site/paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LiveDot } from '../../ui/live-dot.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import { useTheme } from '../../ui/theme.ts'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import styles from './use-header.module.css'

/** `rests` says in words why no mail comes, though the page is connected. */
type UseHeaderProps = { live: boolean; rests: string | null; onEnter: () => void }

export function UseHeader({ live, rests, onEnter }: UseHeaderProps) {
  const ways = usePublicWays()
  const alerts = useAlertItems()
  return (
    <header className={styles.top}>
      <Brand to={paths.home} />
      <nav className={styles.nav} aria-label="主导航">
        <NavLink to={paths.use}>使用邮箱</NavLink>
        {ways.store && <NavLink to={paths.store}>商店</NavLink>}
      </nav>
      <span className="grow" />
      {live && <Reception rests={rests} />}
      <PopMenu
        label="来信提醒"
        items={alerts}
        button={given => (
          <IconButton label="来信提醒" {...given}>
            <Bell aria-hidden />
          </IconButton>
        )}
      />
      <span className="desk-only">
        <ThemeSwitch />
      </span>
      <ButtonLink className="desk-only" to={ways.account ? paths.user : paths.auth}>
        {ways.account ? '进入' : '登录'}
      </ButtonLink>
      <PhoneMenu onEnter={onEnter} />
    </header>
  )
}

function Reception({ rests }: Pick<UseHeaderProps, 'rests'>) {
  const { state } = useLive()
  const words = {
    connecting: '正在连接',
    live: '实时接收中',
    waiting: '断开了，正在重连',
    ended: '不再接收',
  } as const
  return (
    <span className={cx(state === 'live' && rests === null && 'desk-only')}>
      <LiveDot on={state === 'live' && rests === null}>
        {(state === 'live' ? rests : null) ?? words[state]}
      </LiveDot>
    </span>
  )
}

function PhoneMenu({ onEnter }: { onEnter: () => void }) {
  const ways = usePublicWays()
  const navigate = useNavigate()
  const { theme, choose } = useTheme()
  return (
    <span className={styles.phone}>
      <PopMenu
        label="更多"
        items={[
          { label: '打开已有邮箱', icon: <KeyRound aria-hidden />, run: onEnter },
          ...(ways.store ? [{ label: '商店', run: () => void navigate(paths.store) }] : []),
          {
            label: theme === 'light' ? '换成深色' : '换成浅色',
            run: () => choose(theme === 'light' ? 'dark' : 'light'),
          },
          {
            label: ways.account ? '进入' : '登录',
            icon: <LogIn aria-hidden />,
            run: () => void navigate(ways.account ? paths.user : paths.auth),
          },
        ]}
        button={given => (
          <IconButton label="更多" {...given}>
            <Menu aria-hidden />
          </IconButton>
        )}
      />
    </span>
  )
}
