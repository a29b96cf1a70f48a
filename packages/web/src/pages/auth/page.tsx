/**
 * /auth: log in to a system account, a mailbox or with a card code, register, and help for a forgotten password. The tab is
 * in the URL. It knows how to come in; what is then allowed is the permission data's business.
 */
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Brand } from '../../account/brand.tsx'
import { CardForm } from '../../account/enter/card-form.tsx'
import { EmailForm } from '../../account/enter/email-form.tsx'
import type { Typed } from '../../account/enter/other-tab.tsx'
import { usePublicWays } from '../../account/public-ways.ts'
import { useTitle } from '../../account/use-title.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { lastLoginKind } from '../../api/login-kind.ts'
import { useLostLogin } from '../../api/lost-login.ts'
import { isLetterWaiting } from '../../compose/unsaved.ts'
import { type AuthTab, authPath, authTabs, paths } from '../../site/paths.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { Failure } from '../../ui/failure.tsx'
import { mainPlace } from '../../ui/skip-link.tsx'
import { type TabItem, Tabs } from '../../ui/tabs.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
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

/** For whom each way of logging in is. */
const whom: Readonly<Partial<Record<AuthTab, string>>> = {
  system: '给管理域名、邮箱和站点的人，用用户名登录。',
  email: '只看一个邮箱：用它的完整地址和密码。',
  card: '手上有卡密：开通邮箱，或给邮箱续费。',
}

const nothingTyped: Typed = { name: '', password: '' }

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
  const settings = useKeptSettings(state => state.settings)
  const [usual] = useState(() => lastLoginKind())
  const asked = authTabs.find(tab => tab === params.get('tab')) ?? usual
  const closed =
    (asked === 'card' && settings.card === false) || (asked === 'register' && settings.registration === false)
  return [closed ? 'system' : asked, tab => setParams(tab === usual ? {} : { tab }, { replace: true })]
}

function Ways() {
  const [tab, setTab] = useTab()
  const [params] = useSearchParams()
  const card = useKeptSettings(state => state.settings.card)
  const panel = useId()
  const [stage, setStage] = useState<string | null>(null)
  const [typed, setTyped] = useState(nothingTyped)
  const goOn = (to: AuthTab) => (from: Typed) => {
    setTyped(from)
    setTab(to)
  }
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
      <WhyHere />
      {login && stage === null && (
        <Tabs label="登录方式" items={items} active={tab} onChange={setTab} panel={panel} />
      )}
      {login && stage === null && <p className={`small muted ${styles.whom}`}>{whom[tab]}</p>}
      <div className={styles.panel} id={panel} role={login && stage === null ? 'tabpanel' : undefined}>
        {tab === 'system' && <SystemForm typed={typed} onEmail={goOn('email')} />}
        {tab === 'email' && (
          <EmailForm
            address={typed.name || params.get('address')}
            password={typed.password}
            onSystem={goOn('system')}
          />
        )}
        {tab === 'card' && <CardForm onStage={setStage} />}
        {tab === 'register' && <RegisterForm />}
        {tab === 'forgot' && <Forgot />}
      </div>
      {stage === null && <Elsewhere login={login} />}
    </main>
  )
}

/** Why others ended the login that one comes from, and what is kept for the return. */
function WhyHere() {
  const lost = useLostLogin(state => state.lost)
  if (!lost?.reason) return null
  return (
    <Failure
      text={`${lost.words}。${isLetterWaiting() ? '没写完的信还留在这个浏览器里，能登录以后接着写。' : ''}`}
    />
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
