/**
 * /auth: log in to a system account, a mailbox or with a card code, register, and help for a forgotten password. The tab is
 * in the URL. It knows how to come in; what is then allowed is the permission data's business.
 */
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePublicWays } from '../../account/public-ways.ts'
import { type AuthTab, authPath, authTabs, paths } from '../../paths.ts'
import { lastLoginKind } from '../../store/login-kind.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { Brand } from '../../ui/brand.tsx'
import { mainPlace } from '../../ui/skip-link.tsx'
import { type TabItem, Tabs } from '../../ui/tabs.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CardForm } from './card-form.tsx'
import { EmailForm } from './email-form.tsx'
import { Forgot } from './forgot.tsx'
import styles from './page.module.css'
import { RegisterForm } from './register-form.tsx'
import { SystemForm } from './system-form.tsx'
import { Verse } from './verse.tsx'

const titles: Readonly<Record<AuthTab, string>> = {
  system: '登录',
  email: '登录',
  card: '登录',
  register: '注册邮箱',
  forgot: '忘了密码',
}

export function Component() {
  return (
    <AntdRoot>
      <div className={styles.auth}>
        <Verse />
        <div className={styles.pane}>
          <header className={styles.top}>
            <Brand to={paths.home} />
            <ThemeSwitch />
          </header>
          <Ways />
          <footer className={`tiny muted ${styles.foot}`}>
            {window.location.protocol === 'https:' && '连接已加密 · '}连续输错会暂时锁住
          </footer>
        </div>
      </div>
    </AntdRoot>
  )
}

/** The tab in the URL, as far as the site has opened it; without one, that of who was here last. */
function useTab(): [AuthTab, (tab: AuthTab) => void] {
  const [params, setParams] = useSearchParams()
  const settings = useSettingsStore(state => state.settings)
  const [usual] = useState(() => lastLoginKind())
  const asked = authTabs.find(tab => tab === params.get('tab')) ?? usual
  const closed =
    (asked === 'card' && settings.card === false) || (asked === 'register' && settings.registration === false)
  return [closed ? 'system' : asked, tab => setParams(tab === usual ? {} : { tab }, { replace: true })]
}

function Ways() {
  const [tab, setTab] = useTab()
  const [params] = useSearchParams()
  const card = useSettingsStore(state => state.settings.card)
  const panel = useId()
  const [stage, setStage] = useState<string | null>(null)
  useTitle(stage ?? titles[tab])
  const items: TabItem<AuthTab>[] = [
    { name: 'system', label: '系统账号' },
    { name: 'email', label: '邮箱' },
    ...(card === true ? [{ name: 'card' as const, label: '卡密' }] : []),
  ]
  const login = tab === 'system' || tab === 'email' || tab === 'card'
  return (
    <main {...mainPlace} className={styles.form}>
      <h1>{stage ?? titles[tab]}</h1>
      {login && stage === null && (
        <Tabs label="登录方式" items={items} active={tab} onChange={setTab} panel={panel} />
      )}
      <div className={styles.panel} id={panel} role={login && stage === null ? 'tabpanel' : undefined}>
        {tab === 'system' && <SystemForm />}
        {tab === 'email' && <EmailForm address={params.get('address')} />}
        {tab === 'card' && <CardForm onStage={setStage} />}
        {tab === 'register' && <RegisterForm />}
        {tab === 'forgot' && <Forgot />}
      </div>
      {stage === null && <Elsewhere login={login} />}
    </main>
  )
}

function Elsewhere({ login }: { login: boolean }) {
  const ways = usePublicWays()
  if (!login) {
    return (
      <p className="small muted">
        <Link to={paths.auth}>回到登录</Link>
      </p>
    )
  }
  return (
    <p className="small muted">
      {ways.register && (
        <>
          还没有账号？<Link to={authPath('register')}>注册</Link>。
        </>
      )}
      {ways.temporary && (
        <>
          只想收一封信，<Link to={ways.use ? paths.use : paths.home}>不用登录</Link>。
        </>
      )}
    </p>
  )
}
