/** The letters of the open address, and the one being read. */
import { Send } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { reaches, usePermission } from '../../account/permission.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { ComposeLayer } from '../../compose/compose-layer.tsx'
import { ReplyFoot } from '../../compose/reply-foot.tsx'
import { useCompose } from '../../compose/use-compose.ts'
import { useMailActions } from '../../mail/actions.ts'
import { keyActions } from '../../mail/keys.ts'
import { KeysHelp } from '../../mail/keys-help.tsx'
import { rowsOf } from '../../mail/list-cache.ts'
import type { MailListHandle } from '../../mail/list-focus.ts'
import { useMailList } from '../../mail/list-query.ts'
import { MailList } from '../../mail/mail-list.tsx'
import { MailListBones } from '../../mail/mail-list-bones.tsx'
import { PausedEmpty } from '../../mail/paused-empty.tsx'
import { useUnread } from '../../mail/queries.ts'
import { SearchedLine } from '../../mail/search/found-line.tsx'
import { isSearched } from '../../mail/search/long-enough.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { TestMailButton } from '../../mail/test-mail-button.tsx'
import { countOf } from '../../mail/unread-counts.ts'
import { UnreadSign } from '../../mail/unread-sign.tsx'
import { useKeys } from '../../mail/use-keys.ts'
import { useSeen } from '../../mail/use-seen.ts'
import { ReadingPane } from '../../mail/view/reading-pane.tsx'
import { useReading } from '../../mail/view/use-reading.ts'
import { cx } from '../../ui/cx.ts'
import { keysHere } from '../../ui/key-place.ts'
import { Empty } from '../../ui/states.tsx'
import { PHONE, useMedia } from '../../ui/use-media.ts'
import { ListHead } from './list-head.tsx'
import { UseDesk } from './use-desk.tsx'
import styles from './use-panes.module.css'
import { filterOfUse, type UseFilter, type UseView, urlOfUse } from './use-url.ts'

const nothing: Readonly<Record<UseFilter, string>> = {
  all: '还没有来信，信一到就会出现在这里',
  unread: '没有未读邮件',
  code: '还没有收到验证码',
  spam: '没有垃圾邮件',
}

type UsePanesProps = {
  entry: ShelfEntry
  view: UseView
  /** Told which mail is on the screen. */
  onShown: (id: string | null) => void
}

export function UsePanes({ entry, view: given, onShown }: UsePanesProps) {
  const { kind, edit } = useShelf()
  const navigate = useNavigate()
  const phone = useMedia(PHONE)
  const view = { ...given, address: entry.address }
  const change = (what: Partial<UseView>, replace = false) =>
    void navigate(urlOfUse({ ...view, ...what }), { replace })
  const mailbox = kind === 'account' ? (entry.mailbox?.id ?? null) : null
  const paused =
    view.filter === 'all' && view.q === '' && entry.mailbox?.status === 'paused' ? entry.mailbox : null
  const query = useMailList(filterOfUse(view, mailbox))
  const mails = useMemo(() => rowsOf(query.data), [query.data])
  const unread = useUnread().data
  const actions = useMailActions()
  const list = useRef<MailListHandle>(null)
  const [help, setHelp] = useState(false)
  const [finding, setFinding] = useState(false)
  const field = useRef<{ focus: () => void }>(null)
  const shownId = useShownMail(view.mail, phone ? null : (mails[0]?.id ?? null))
  const seen = useSeen(shownId)
  useEffect(() => onShown(shownId), [shownId, onShown])
  const reading = useReading({
    mails,
    hasMore: query.hasNextPage,
    openId: shownId,
    open: id => change({ mail: id }, id !== null && view.mail !== null),
    list,
  })
  const { current, after } = reading
  const { maySend, mayUpload } = useMaySend(entry)
  const compose = useCompose()
  const trash = () => {
    if (!current) return
    actions.move([current], 'trash')
    change({ mail: phone ? null : (after?.id ?? null) }, true)
  }
  const handlers = {
    ...reading.keys,
    trash,
    star: () => current && actions.star([current], !current.starred),
    unread: () => {
      if (current) actions.setRead([current], false)
      change({ mail: null })
    },
    help: () => setHelp(true),
    search: () => {
      if (field.current) field.current.focus()
      else setFinding(true)
    },
    ...(maySend && {
      compose: () => compose.open({ kind: 'new' }),
      reply: () => current && compose.open({ kind: 'reply', of: current.id }),
      replyAll: () => current && compose.open({ kind: 'replyAll', of: current.id }),
      forward: () => current && compose.open({ kind: 'forward', of: current.id }),
    }),
  }
  useKeys(handlers)
  const whole = view.filter === 'all' && view.q === ''
  const isEmpty = query.isSuccess && mails.length === 0 && whole && shownId === null && !paused
  const count = query.hasNextPage || !whole ? undefined : mails.length
  const waiting = unread && (mailbox === null ? unread.total : countOf(unread, mailbox))
  return (
    <div className={styles.panes}>
      <UnreadSign />
      <section className={styles.list} aria-label="来信" inert={phone && view.mail !== null} {...keysHere}>
        <ListHead
          view={view}
          count={count}
          unread={waiting}
          finding={finding}
          onFinding={setFinding}
          onChange={change}
          field={field}
        />
        <SearchedLine
          q={view.q}
          onStop={() => {
            setFinding(false)
            change({ q: '', mail: null })
          }}
        />
        {query.isPending && <MailListBones rows={5} />}
        {query.isError && mails.length === 0 && (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
        {query.isSuccess && mails.length === 0 && paused && (
          <PausedEmpty mailbox={paused} resume={() => edit({ status: 'active' })} />
        )}
        {query.isSuccess && mails.length === 0 && !paused && (
          <Empty
            text={isSearched(view.q) ? `没有找到“${view.q}”，换个词试试` : nothing[view.filter]}
            code={view.q === '' && (view.filter === 'code' || (phone && view.filter === 'all'))}
          >
            {whole && phone && entry.mailbox && (
              <TestMailButton mailbox={entry.mailbox.id} icon={<Send aria-hidden />} />
            )}
          </Empty>
        )}
        {mails.length > 0 && (
          <MailList
            ref={list}
            mails={mails}
            toOf={mail => urlOfUse({ ...view, mail: mail.id })}
            openId={shownId}
            marked={isSearched(view.q) ? view.q : undefined}
            onEnd={
              query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
            }
            loadingMore={query.isFetchingNextPage}
          />
        )}
      </section>
      <div className={cx(styles.read, view.mail !== null && styles.shown)}>
        {isEmpty && !phone ? (
          <UseDesk entry={entry} />
        ) : (
          <ReadingPane
            id={shownId}
            marksRead={view.mail !== null || seen}
            neighbours={reading.neighbours}
            onBack={() => change({ mail: null })}
            onTrash={trash}
            foot={maySend ? mail => <ReplyFoot mail={mail} /> : undefined}
          />
        )}
      </div>
      {maySend && <ComposeLayer bare mayUpload={mayUpload} mailbox={entry.mailbox?.id ?? null} />}
      <KeysHelp
        open={help}
        has={keyActions.filter(action => action in handlers)}
        onClose={() => setHelp(false)}
      />
    </div>
  )
}

/** The mail that was opened; until then the newest that was there, which stays when others come. */
function useShownMail(wanted: string | null, first: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => setShown(known => wanted ?? (first === null ? null : (known ?? first))), [wanted, first])
  return wanted ?? (first === null ? null : (shown ?? first))
}

/**
 * Returns the known rights of this browser's login; another address on the shelf has a login of its own,
 * which is not asked.
 */
function useMaySend(entry: ShelfEntry): { maySend: boolean; mayUpload: boolean } {
  const { kind } = useShelf()
  const permission = usePermission()
  const { account, can } = permission
  const known = kind === 'account' || (account !== null && account.id === entry.mailbox?.id)
  const writes = known && reaches(permission, 'sent')
  return { maySend: writes && can.send, mayUpload: writes && can.upload }
}
