/**
 * Mail in the frame of /user: the login whose mail it is, its event stream, the unread signs, and what the header shows
 * of it on every page. Pages below read their mail through it.
 */
import type { Page } from '@yanshu/contract'
import { Bell, SquarePen } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../account/permission.ts'
import { api, fetchBytes, sendFile } from '../../api/index.ts'
import { readToken } from '../../api/token.ts'
import { ComposeLayer } from '../../compose/compose-layer.tsx'
import { useCompose } from '../../compose/use-compose.ts'
import { useAlertItems } from '../../mail/alert-items.tsx'
import { alertOf } from '../../mail/alerts.ts'
import type { StreamState } from '../../mail/events/event-stream.ts'
import { inboxUrl, readInboxUrl } from '../../mail/inbox/inbox-url.ts'
import { MailLive, useLive } from '../../mail/live.tsx'
import { useMailboxesWith } from '../../mail/queries.ts'
import { SearchField } from '../../mail/search/search-field.tsx'
import { type MailSource, MailSourceProvider } from '../../mail/source.tsx'
import { UnreadSign } from '../../mail/unread-sign.tsx'
import { useKeys } from '../../mail/use-keys.ts'
import { watchedBox, whyItRests } from '../../mail/watched-box.ts'
import { inboxPath, userPath } from '../../site/paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FrameSlot } from '../../ui/frame-slots.tsx'
import { LiveDot } from '../../ui/live-dot.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import styles from './mail-header.module.css'
import { Switcher } from './switcher.tsx'

/** The login whose mailboxes the pages name, also for a caller who reads no mail. */
export function UserMailSource({ children }: { children: ReactNode }) {
  const token = readToken() ?? ''
  const source = useMemo<MailSource>(() => ({ key: 'user', token, api, fetchBytes, sendFile }), [token])
  return <MailSourceProvider value={source}>{children}</MailSourceProvider>
}

/** The pages of which the event stream tells. */
const toldOf: readonly Page[] = ['inbox', 'sent', 'domain', 'card']

/** `open`: the pages that may be opened; what leads to others is not shown. */
export function UserMail({ open, children }: { open: readonly Page[]; children: ReactNode }) {
  const navigate = useNavigate()
  const inbox = open.includes('inbox')
  if (!toldOf.some(page => open.includes(page))) return children
  return (
    <MailLive
      onArrival={mails =>
        alertOf(mails, {
          pathOf: mail => inboxPath({ mail: mail.id }),
          open: path => void navigate(path),
        })
      }
    >
      {inbox && <UnreadSign />}
      {(inbox || open.includes('sent')) && <MailHeader inbox={inbox} />}
      {children}
    </MailLive>
  )
}

const words: Readonly<Record<StreamState, string>> = {
  connecting: '正在连接',
  live: '实时接收中',
  waiting: '断开了，正在重连',
  ended: '登录已失效',
}

function MailHeader({ inbox }: { inbox: boolean }) {
  const { state } = useLive()
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const inInbox = pathname === userPath('inbox')
  const view = useMemo(() => readInboxUrl(inInbox ? params : new URLSearchParams()), [params, inInbox])
  const navigate = useNavigate()
  const find = (q: string) => {
    // On a busy machine the address is ahead of the drawn page: a search belongs to the folder just opened.
    const { pathname: path, search: query } = window.location
    const now = readInboxUrl(new URLSearchParams(path === userPath('inbox') ? query : ''))
    void navigate(inboxUrl({ ...now, q, mail: null, panel: null }), { replace: now.q !== '' })
  }
  const { data: boxes } = useMailboxesWith(view.mailbox)
  const rests = whyItRests(watchedBox(boxes, view.mailbox))
  const search = useRef<{ focus: () => void }>(null)
  const alerts = useAlertItems()
  const { can, pages } = usePermission()
  const maySend = can.send && pages.includes('sent')
  const compose = useCompose()
  useKeys({
    search: () => search.current?.focus(),
    ...(maySend && { compose: () => compose.open({ kind: 'new' }) }),
  })
  return (
    <>
      {inbox && (
        <>
          <FrameSlot name="switcher">
            <Switcher mailbox={view.mailbox} />
          </FrameSlot>
          <FrameSlot name="search">
            <SearchField q={view.q} onSearch={find} ref={search} />
          </FrameSlot>
        </>
      )}
      {maySend && (
        <FrameSlot name="compose">
          <ButtonLink
            kind="primary"
            className={cx(styles.compose)}
            to={compose.to({ kind: 'new' })}
            preventScrollReset
            icon={<SquarePen aria-hidden />}
            aria-label="写信"
          >
            <span>写信</span>
          </ButtonLink>
        </FrameSlot>
      )}
      {maySend && <ComposeLayer mayUpload={can.upload} mailbox={view.mailbox} />}
      <FrameSlot name="live">
        <div className="line">
          <LiveDot on={state === 'live' && rests === null}>
            {(state === 'live' ? rests : null) ?? words[state]}
          </LiveDot>
          <PopMenu
            label="来信提醒"
            items={alerts}
            button={given => (
              <IconButton label="来信提醒" {...given}>
                <Bell aria-hidden />
              </IconButton>
            )}
          />
        </div>
      </FrameSlot>
    </>
  )
}
