/**
 * /home: what this is in one line, a working address with its mail beneath, and the ways on. It works before any click:
 * a visitor without an address is given one.
 */
import { ArrowRight, LogIn, type LucideIcon, MailOpen, MailPlus, Megaphone, Store } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { PublicLayout } from '../../account/public-layout.tsx'
import { usePublicWays, useStoreLine } from '../../account/public-ways.ts'
import { useTitle } from '../../account/use-title.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { AddressShelf } from '../../mail/shelf/address-shelf.tsx'
import { authPath, paths } from '../../site/paths.ts'
import { Envelope } from './envelope.tsx'
import styles from './page.module.css'

const LinkedText = lazy(async () => ({ default: (await import('../../ui/linked-text.tsx')).LinkedText }))
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))

const DEFAULT_LINE = '打开就有邮箱，信到即见。'

export function Component() {
  const settings = useKeptSettings(state => state.settings)
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
              <Suspense fallback={settings.notice}>
                <LinkedText text={settings.notice} />
              </Suspense>
            </span>
          </p>
        )}
      </div>
      <AddressShelf wanted={null} show={show}>
        <Envelope />
      </AddressShelf>
      <Ways />
      <Suspense>
        <Figures />
      </Suspense>
    </PublicLayout>
  )
}

function Ways() {
  const ways = usePublicWays()
  const line = useStoreLine()
  return (
    <nav className={styles.ways} aria-label="接下来">
      {ways.use && <Way to={paths.use} icon={MailOpen} name="使用邮箱" says="几个地址并排收信，整屏阅读" />}
      {ways.store && <Way to={paths.store} icon={Store} name="商店" says={line} />}
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
