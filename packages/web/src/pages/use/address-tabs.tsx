/** The addresses side by side, each with its time running and what is unread in it. */
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { reaches, usePermission } from '../../account/permission.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { leftText } from '../../mail/address/lifetime.ts'
import { useUnread } from '../../mail/queries.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { countOf } from '../../mail/unread-counts.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Ring } from '../../ui/ring.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './address-tabs.module.css'
import { atAddress, urlOfUse } from './use-url.ts'

type AddressTabsProps = { live: boolean; onNew: () => void; onEnter: () => void }

export function AddressTabs({ live, onNew, onEnter }: AddressTabsProps) {
  const { kind, entries, current } = useShelf()
  const permission = usePermission()
  const { temporary, card } = useKeptSettings(state => state.settings)
  const strip = useRef<HTMLDivElement>(null)
  const address = current?.address
  const count = entries.length
  useEffect(() => {
    if (address === undefined || count === 0) return
    const tab = strip.current?.querySelector('[aria-current]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [address, count])
  // An account makes addresses as its inbox does; everybody else where the site is open for them.
  const mayMake = kind === 'account' ? reaches(permission, 'inbox') : temporary === true
  return (
    <nav className={styles.shelf} aria-label="我的地址">
      <div ref={strip} className={styles.tabs}>
        {entries.map(entry =>
          entry === current && live ? (
            <CurrentTab key={entry.address} entry={entry} />
          ) : (
            <Tab key={entry.address} entry={entry} unread={entry.unread} current={entry === current} />
          ),
        )}
        {mayMake && (
          <button type="button" className={styles.add} onClick={onNew}>
            <Plus aria-hidden />
            新地址
          </button>
        )}
      </div>
      <button type="button" className={styles.other} onClick={onEnter}>
        <KeyRound aria-hidden />
        {card === true ? '用密码或卡密打开已有邮箱' : '用密码打开已有邮箱'}
      </button>
    </nav>
  )
}

/** The open address knows at once what is unread; the others are asked now and then. */
function CurrentTab({ entry }: { entry: ShelfEntry }) {
  const { kind } = useShelf()
  const data = useUnread().data
  const unread =
    data === undefined
      ? entry.unread
      : kind === 'account' && entry.mailbox
        ? countOf(data, entry.mailbox.id)
        : data.total
  return <Tab entry={entry} unread={unread} current />
}

function stateText({ over, loggedOut, mailbox, expiresAt }: ShelfEntry, now: Date): string {
  if (over) return loggedOut ? '登录已失效' : '已失效'
  return mailbox !== null && mailbox.status !== 'active' ? '暂停收信' : leftText(expiresAt, now)
}

function Tab({ entry, unread, current }: { entry: ShelfEntry; unread: number; current: boolean }) {
  const now = useNow(10_000)
  return (
    <Link
      className={styles.tab}
      to={urlOfUse(atAddress(entry.address))}
      aria-current={current ? 'page' : undefined}
    >
      <AddressText oneLine address={entry.address} />
      <span className={styles.sub}>
        <Ring
          from={entry.startedAt}
          until={entry.over ? new Date(0).toISOString() : entry.expiresAt}
          size="small"
        />
        <span>{stateText(entry, now)}</span>
      </span>
      {unread > 0 && !entry.over && (
        <span className={styles.unread}>
          <i />
          <span className="sr">未读 </span>
          {unread}
        </span>
      )}
    </Link>
  )
}
