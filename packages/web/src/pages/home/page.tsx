/**
 * /home: what this is in one line, a working address with its mail beneath, and the ways on. It works before any click:
 * a visitor without an address is given one.
 */
import { ArrowRight, LogIn, type LucideIcon, MailOpen, MailPlus, Megaphone, Store } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { usePublicWays } from '../../account/public-ways.ts'
import { AddressShelf } from '../../mail/shelf/address-shelf.tsx'
import { LinkedText } from '../../mail/view/text-letter.tsx'
import { authPath, paths } from '../../paths.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { PublicLayout } from '../../ui/public-layout.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { Envelope } from './envelope.tsx'
import { Figures } from './figures.tsx'
import styles from './page.module.css'

const DEFAULT_LINE = '打开就有邮箱，信到即见。'

export function Component() {
  const settings = useSettingsStore(state => state.settings)
  const line = settings.homeText || DEFAULT_LINE
  const navigate = useNavigate()
  const show = useCallback(() => void navigate(paths.home, { replace: true }), [navigate])
  useTitle(line.replace(/[，。].*$/u, ''))
  return (
    <PublicLayout>
      <div className={styles.lead}>
        <h1>{line}</h1>
        {settings.notice && (
          <p className={styles.notice}>
            <Megaphone aria-hidden />
            <span>
              <LinkedText text={settings.notice} />
            </span>
          </p>
        )}
      </div>
      <AddressShelf wanted={null} show={show}>
        <Envelope />
      </AddressShelf>
      <Ways />
      <Figures />
    </PublicLayout>
  )
}

function Ways() {
  const ways = usePublicWays()
  return (
    <nav className={styles.ways} aria-label="接下来">
      {ways.use && <Way to={paths.use} icon={MailOpen} name="使用邮箱" says="几个地址并排收信，整屏阅读" />}
      {ways.store && <Way to={paths.store} icon={Store} name="商店" says="挑个好名字，长期归你，也能发信" />}
      {ways.account ? (
        <Way to={paths.user} icon={LogIn} name="进入" says="你已登录，接着上次继续" />
      ) : (
        <Way to={paths.auth} icon={LogIn} name="登录" says="管理域名、邮箱、规则与接口" />
      )}
      {ways.register && !ways.account && (
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
