/**
 * Mail in the frame of /user: the login whose mail it is, its event stream, the unread signs, and what the header shows
 * of it on every page. Pages below read their mail through it.
 */
import type { Mailbox } from '@yanshu/contract'
import { Popover } from 'antd'
import { Bell, ChevronsUpDown, Layers, SquarePen } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../account/permission.ts'
import { api, fetchBytes, sendFile } from '../../api/index.ts'
import { readToken } from '../../api/token.ts'
import { ComposeLayer } from '../../compose/compose-layer.tsx'
import { useCompose } from '../../compose/use-compose.ts'
import { useAlertItems } from '../../mail/alert-items.tsx'
import { alertOf } from '../../mail/alerts.ts'
import type { StreamState } from '../../mail/events/event-stream.ts'
import { MailLive, useLive } from '../../mail/live.tsx'
import { useMailboxesWith, useMailboxSearch } from '../../mail/queries.ts'
import { type MailSource, MailSourceProvider } from '../../mail/source.tsx'
import { UnreadSign } from '../../mail/unread-sign.tsx'
import { useKeys } from '../../mail/use-keys.ts'
import { watchedBox, whyItRests } from '../../mail/watched-box.ts'
import { inboxPath, userPath } from '../../paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LiveDot } from '../../ui/live-dot.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import { pagesToOpen } from '../page-modules.ts'
import { FrameSlot } from './frame-slots.tsx'
import { UNNAMED_BOX } from './inbox/chosen-box.ts'
import { readInboxUrl } from './inbox/inbox-url.ts'
import { SearchField } from './inbox/search-field.tsx'
import styles from './mail-header.module.css'

/** `inbox`: whether the page of received mail may be opened; without it, what leads there is not shown. */
export function UserMail({ inbox, children }: { inbox: boolean; children: ReactNode }) {
  const token = readToken() ?? ''
  const source = useMemo<MailSource>(() => ({ key: 'user', token, api, fetchBytes, sendFile }), [token])
  const navigate = useNavigate()
  return (
    <MailSourceProvider value={source}>
      <MailLive
        onArrival={mails =>
          alertOf(mails, {
            pathOf: mail => inboxPath({ mail: mail.id }),
            open: path => void navigate(path),
          })
        }
      >
        {inbox && <UnreadSign />}
        <MailHeader inbox={inbox} />
        {children}
      </MailLive>
    </MailSourceProvider>
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
  const { data: boxes } = useMailboxesWith(view.mailbox)
  const rests = whyItRests(watchedBox(boxes, view.mailbox))
  const search = useRef<{ focus: () => void }>(null)
  const alerts = useAlertItems()
  const { can, pages } = usePermission()
  const maySend = can.send && pagesToOpen(pages).includes('sent')
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
            <SearchField view={view} ref={search} />
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

function Switcher({ mailbox }: { mailbox: string | null }) {
  const [open, setOpen] = useState(false)
  const boxes = useMailboxesWith(mailbox).data?.list ?? []
  const current = boxes.find(box => box.id === mailbox)
  const only = boxes.length === 1 ? boxes[0] : undefined
  const name = current?.address ?? (mailbox === null ? (only?.address ?? '全部邮箱') : UNNAMED_BOX)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={<Choices current={mailbox} boxes={boxes} onChoose={() => setOpen(false)} />}
    >
      <button
        type="button"
        className={styles.switcher}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${name}，切换邮箱`}
      >
        <span className={styles.avatar} aria-hidden="true">
          {current ? current.localPart[0]?.toUpperCase() : <Layers />}
        </span>
        <span className="clip">{name}</span>
        <ChevronsUpDown aria-hidden />
      </button>
    </Popover>
  )
}

type ChoicesProps = { current: string | null; boxes: readonly Mailbox[]; onChoose: () => void }

function Choices({ current, boxes, onChoose }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const found = useMailboxSearch(typed.trim())
  const shown = typed.trim() === '' ? boxes : (found.data ?? [])
  return (
    <div className={styles.choices}>
      <input
        type="search"
        className={styles.find}
        value={typed}
        placeholder="地址或备注的一部分"
        aria-label="找邮箱"
        onChange={event => setTyped(event.target.value)}
      />
      <ul>
        {typed === '' && boxes.length > 1 && (
          <li>
            <Link to={inboxPath({})} aria-current={current === null ? 'true' : undefined} onClick={onChoose}>
              全部邮箱
            </Link>
          </li>
        )}
        {shown.map(box => (
          <li key={box.id}>
            <Link
              to={inboxPath({ mailbox: box.id })}
              aria-current={current === box.id ? 'true' : undefined}
              onClick={onChoose}
            >
              <AddressText oneLine address={box.address} />
              {box.unread > 0 && <small>{box.unread}</small>}
            </Link>
          </li>
        ))}
      </ul>
      {typed !== '' && found.data?.length === 0 && <p className="muted small">没有这样的邮箱。</p>}
    </div>
  )
}
