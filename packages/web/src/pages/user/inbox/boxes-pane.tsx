/** The first pane: folders with their counts, the mailboxes, and the way to what was never delivered. */
import { Clock, Pause, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Place } from '../../../mail/actions.ts'
import { type Dropping, useDropArea } from '../../../mail/folders/drop-area.ts'
import { inboxFolderIcons, inboxFolderNames } from '../../../mail/inbox/folder-looks.ts'
import {
  type InboxFolder,
  type InboxView,
  inboxFolders,
  inboxUrl,
  otherMailboxUrl,
} from '../../../mail/inbox/inbox-url.ts'
import styles from '../../../mail/panes/boxes-pane.module.css'
import { useMailboxesWith, useUnread, useUnreadCount } from '../../../mail/queries.ts'
import { countOf } from '../../../mail/unread-counts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Bones } from '../../../ui/states.tsx'
import { type FolderAct, FolderTree } from './folder-tree.tsx'

type BoxesPaneProps = {
  view: InboxView
  mayCreate: boolean
  onCreate: () => void
  onFolder: (act: FolderAct) => void
  /** Mails can be dropped on the folders. */
  dropping?: Dropping | undefined
  onChoose?: (() => void) | undefined
}

export function BoxesPane({ view, mayCreate, onCreate, onFolder, dropping, onChoose }: BoxesPaneProps) {
  const ofBox = view.mailbox === null ? {} : { mailbox: view.mailbox }
  const unread = useUnread().data
  const codes = useUnreadCount({ ...ofBox, folder: 'inbox', hasCode: true }).data ?? 0
  const spam = useUnreadCount({ ...ofBox, folder: 'spam' }).data ?? 0
  const inbox = view.mailbox === null ? (unread?.total ?? 0) : countOf(unread, view.mailbox)
  const counts: Partial<Record<InboxFolder, number>> = { inbox, code: codes, spam }
  const closed = { mail: null, panel: null, q: '', label: '', filter: 'all' } as const
  return (
    <nav className={styles.boxes} aria-label="邮箱与文件夹">
      {inboxFolders.map(folder => (
        <RoleItem
          key={folder}
          folder={folder}
          to={inboxUrl({ ...view, ...closed, folder })}
          current={view.folder === folder}
          count={counts[folder] ?? 0}
          dropping={dropping}
          onChoose={onChoose}
        />
      ))}
      <div className={styles.list}>
        <FolderTree view={view} onAct={onFolder} dropping={dropping} onChoose={onChoose} />
        <h2 className={styles.title}>
          邮箱
          {mayCreate && (
            <IconButton small label="新建邮箱" onClick={onCreate}>
              <Plus aria-hidden />
            </IconButton>
          )}
        </h2>
        <Mailboxes view={view} onChoose={onChoose} />
      </div>
      <Link
        className={cx(styles.item, styles.trace)}
        to={inboxUrl({ ...view, panel: 'trace' })}
        aria-current={view.panel === 'trace' ? 'page' : undefined}
        onClick={onChoose}
      >
        <Clock aria-hidden />
        收信记录
      </Link>
    </nav>
  )
}

/** The other folders are views of mails that stand elsewhere. */
const places: Readonly<Partial<Record<InboxFolder, Place>>> = {
  inbox: 'inbox',
  archive: 'archive',
  spam: 'spam',
  trash: 'trash',
}

type RoleItemProps = Pick<BoxesPaneProps, 'dropping' | 'onChoose'> & {
  folder: InboxFolder
  to: string
  current: boolean
  count: number
}

function RoleItem({ folder, to, current, count, dropping, onChoose }: RoleItemProps) {
  const drop = useDropArea({ id: folder, mailboxId: null }, places[folder] ?? null, dropping)
  const Icon = inboxFolderIcons[folder]
  return (
    <Link
      className={cx(styles.item, drop.isOver && styles.over)}
      to={to}
      aria-current={current ? 'page' : undefined}
      draggable={false}
      onClick={onChoose}
      {...drop.props}
    >
      <Icon aria-hidden />
      {inboxFolderNames[folder]}
      {drop.isOver ? (
        <span className={styles.count}>放到这里</span>
      ) : (
        count > 0 && (
          <span className={styles.count}>
            <span className="sr">，未读 </span>
            {count >= 100 && folder !== 'inbox' ? '99+' : count}
          </span>
        )
      )}
    </Link>
  )
}

function Mailboxes({ view, onChoose }: Pick<BoxesPaneProps, 'view' | 'onChoose'>) {
  const { data, isError, refetch } = useMailboxesWith(view.mailbox)
  const unread = useUnread().data
  if (isError) {
    return (
      <button type="button" className={styles.item} onClick={() => void refetch()}>
        没能取到邮箱，重试
      </button>
    )
  }
  if (!data) return <Bones lines={4} />
  return (
    <>
      {view.mailbox !== null && data.list.length > 1 && (
        <Link className={styles.item} to={otherMailboxUrl(view, null)} onClick={onChoose}>
          全部邮箱
        </Link>
      )}
      {data.list.map(box => {
        const count = unread ? countOf(unread, box.id) : box.unread
        return (
          <Link
            key={box.id}
            className={cx(styles.item, styles.address)}
            to={otherMailboxUrl(view, box.id)}
            onClick={onChoose}
            aria-current={view.mailbox === box.id ? 'true' : undefined}
            title={box.note || undefined}
          >
            <span className={styles.local}>
              <span className="clip">{box.localPart}</span>
              {box.status !== 'active' && (
                <Pause
                  className={styles.paused}
                  role="img"
                  aria-label={box.status === 'paused' ? '暂停收信' : '已停用'}
                />
              )}
              {count > 0 && (
                <b className={styles.count}>
                  <span className="sr">，未读 </span>
                  {count}
                </b>
              )}
            </span>
            <small>@{box.domain}</small>
          </Link>
        )
      })}
      {data.total > data.list.length && (
        <p className={styles.more}>还有 {data.total - data.list.length} 个，请在上方的邮箱切换里搜。</p>
      )}
    </>
  )
}
