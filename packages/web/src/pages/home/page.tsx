/** /home: what this is in one line, the notice, and the ways on that are open. Needs nothing but public settings. */
import { ArrowRight, LogIn, type LucideIcon, MailOpen, MailPlus, Megaphone, Store } from 'lucide-react'
import { Link } from 'react-router'
import { usePublicWays } from '../../account/public-ways.ts'
import { authPath, paths } from '../../paths.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { PublicLayout } from '../../ui/public-layout.tsx'
import { useTitle } from '../../ui/use-title.ts'
import styles from './page.module.css'

const DEFAULT_LINE = '打开就有邮箱，信到即见。'

export function Component() {
  const settings = useSettingsStore(state => state.settings)
  const line = settings.homeText || DEFAULT_LINE
  useTitle(line.replace(/[，。].*$/u, ''))
  return (
    <PublicLayout>
      <div className={styles.lead}>
        <h1>{line}</h1>
        {settings.notice && (
          <p className={styles.notice}>
            <Megaphone aria-hidden />
            {settings.notice}
          </p>
        )}
      </div>
      <Ways />
    </PublicLayout>
  )
}

function Ways() {
  const ways = usePublicWays()
  return (
    <nav className={styles.ways} aria-label="接下来">
      {ways.use && <Way to={paths.use} icon={MailOpen} name="使用邮箱" says="几个地址并排收信，整屏阅读" />}
      {ways.store && <Way to={paths.store} icon={Store} name="商店" says="挑个好名字，长期归你，也能发信" />}
      {ways.loggedIn ? (
        <Way to={paths.user} icon={LogIn} name="进入" says="你已登录，接着上次继续" />
      ) : (
        <Way to={paths.auth} icon={LogIn} name="登录" says="管理域名、邮箱、规则与接口" />
      )}
      {ways.register && !ways.loggedIn && (
        <Way to={authPath('register')} icon={MailPlus} name="注册" says="起个名字，马上有自己的邮箱" />
      )}
    </nav>
  )
}

function Way({ to, icon: Icon, name, says }: { to: string; icon: LucideIcon; name: string; says: string }) {
  return (
    <Link className={styles.way} to={to}>
      <Icon aria-hidden />
      <b>{name}</b>
      <span>{says}</span>
      <ArrowRight className={styles.go} aria-hidden />
    </Link>
  )
}
