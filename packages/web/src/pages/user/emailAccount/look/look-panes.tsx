/** Folders, list and mail of the mailbox that is looked at. What is shown stands in the URL. */
import type { Look, MailRow } from '@yanshu/contract'
import { Clock, RotateCw } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isApiError } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { inboxFolderIcons, inboxFolderName, inboxFolderNames } from '../../../../mail/inbox/folder-looks.ts'
import { type InboxView, listFilterOf, readInboxUrl } from '../../../../mail/inbox/inbox-url.ts'
import { rowsOf } from '../../../../mail/list-cache.ts'
import type { MailListHandle } from '../../../../mail/list-focus.ts'
import { useMailList } from '../../../../mail/list-query.ts'
import { MailList } from '../../../../mail/mail-list.tsx'
import { MailListBones } from '../../../../mail/mail-list-bones.tsx'
import boxStyles from '../../../../mail/panes/boxes-pane.module.css'
import { SearchField } from '../../../../mail/search/search-field.tsx'
import { TraceDrawer } from '../../../../mail/trace/trace-drawer.tsx'
import { useKeys } from '../../../../mail/use-keys.ts'
import { useReading } from '../../../../mail/view/use-reading.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { TakenSlot } from '../../../../ui/frame-slots.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { LookMail } from './look-mail.tsx'
import { lookFolders, lookUrl, whoseBox } from './look-url.ts'
import styles from './look-view.module.css'

type LookPanesProps = { look: Look; mailbox: string; onWrite: () => void }

export function LookPanes({ look, mailbox, onWrite }: LookPanesProps) {
  const [params] = useSearchParams()
  const view = useMemo<InboxView>(() => ({ ...readInboxUrl(params), mailbox }), [params, mailbox])
  const navigate = useNavigate()
  const change = (what: Partial<InboxView>) => void navigate(lookUrl({ ...view, ...what }))
  const find = (q: string) =>
    void navigate(lookUrl({ ...view, q, mail: null, panel: null }), { replace: view.q !== '' })
  const query = useMailList(listFilterOf(view))
  const mails = useMemo(() => rowsOf(query.data), [query.data])
  const list = useRef<MailListHandle>(null)
  const { neighbours, keys } = useReading({
    mails,
    hasMore: query.hasNextPage,
    openId: view.mail,
    open: mail => change({ mail }),
    list,
  })
  useKeys(keys)
  const whose = whoseBox(look.ownerName)
  const title = view.q === '' ? inboxFolderName(view.folder) : `找“${view.q}”`
  return (
    <div className={styles.panes}>
      <TakenSlot name="search">
        <SearchField q={view.q} onSearch={find} placeholder={`只在${whose}的邮箱里搜`} />
      </TakenSlot>
      <TakenSlot name="phoneTitle">
        <b className={styles.phoneTitle}>{inboxFolderName(view.folder)}</b>
      </TakenSlot>
      <Folders view={view} whose={whose} unread={look.unread} />
      <section className={cx(styles.list, view.mail !== null && styles.covered)} aria-label="邮件列表">
        <header className={styles.head}>
          <h1 className="grow clip">{title}</h1>
          <span className="tiny muted">看了也不会变成已读</span>
          <IconButton small label="重新取一次" onClick={() => void query.refetch()}>
            <RotateCw aria-hidden />
          </IconButton>
        </header>
        <div className={styles.find}>
          <SearchField q={view.q} onSearch={find} placeholder={`只在${whose}的邮箱里搜`} />
        </div>
        <div className={styles.rows}>
          {query.isPending && <MailListBones />}
          {query.error && !isApiError(query.error, 'loginNeeded') && (
            <ErrorState error={query.error} retry={() => void query.refetch()} />
          )}
          {query.data && mails.length === 0 && (
            <Empty text={view.q === '' ? '这里没有信' : '没有找到，换个词试试'} />
          )}
          {mails.length > 0 && (
            <MailList
              mails={mails}
              toOf={mail => lookUrl({ ...view, mail: mail.id })}
              openId={view.mail}
              sealOf={coveredSeal}
              marked={view.q || undefined}
              onEnd={
                query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
              }
              loadingMore={query.isFetchingNextPage}
              ref={list}
            />
          )}
        </div>
      </section>
      <div className={cx(styles.read, view.mail === null && styles.covered)}>
        <LookMail
          id={view.mail}
          neighbours={neighbours}
          onBack={() => change({ mail: null })}
          whose={whose}
          onWrite={onWrite}
        />
      </div>
      <TraceDrawer
        open={view.panel === 'trace'}
        mailbox={{ id: mailbox, address: look.address }}
        pathOf={mail => lookUrl({ ...view, folder: 'inbox', panel: null, q: '', mail })}
        onClose={() => change({ panel: null })}
      />
    </div>
  )
}

/** A code that is there and covered; it is uncovered where the mail is read. */
const coveredSeal = ({ covered }: MailRow) =>
  covered?.includes('code') && (
    <span className={styles.seal} role="img" aria-label="验证码盖住了">
      ••••••
    </span>
  )

function Folders({ view, whose, unread }: { view: InboxView; whose: string; unread: number }) {
  return (
    <nav className={cx(boxStyles.boxes, styles.folders)} aria-label={`${whose}的文件夹`}>
      {lookFolders.map(folder => {
        const Icon = inboxFolderIcons[folder]
        return (
          <Link
            key={folder}
            className={boxStyles.item}
            to={lookUrl({ ...view, folder, q: '', mail: null, panel: null })}
            aria-current={view.folder === folder ? 'page' : undefined}
          >
            <Icon aria-hidden />
            {inboxFolderNames[folder]}
            {folder === 'inbox' && unread > 0 && (
              <span className={boxStyles.count}>
                <span className="sr">，未读 </span>
                {unread}
              </span>
            )}
          </Link>
        )
      })}
      <Link className={cx(boxStyles.item, boxStyles.trace)} to={lookUrl({ ...view, panel: 'trace' })}>
        <Clock aria-hidden />
        收信记录
      </Link>
    </nav>
  )
}
