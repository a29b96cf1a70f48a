/** The letters under the address: the list, and the newest one open beside it. */
import { Ellipsis, MailOpen, Send } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ErrorState } from '../../api/error-state.tsx'
import { useMailActions } from '../../mail/actions.ts'
import { AlertMenu } from '../../mail/alert-menu.tsx'
import columns from '../../mail/inbox-columns.module.css'
import { rowsOf } from '../../mail/list-cache.ts'
import type { ListFilter } from '../../mail/list-filter.ts'
import { useMailList } from '../../mail/list-query.ts'
import { MailList } from '../../mail/mail-list.tsx'
import { MailListBones } from '../../mail/mail-list-bones.tsx'
import { PausedEmpty } from '../../mail/paused-empty.tsx'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { TestMailButton } from '../../mail/test-mail-button.tsx'
import { UnreadSign } from '../../mail/unread-sign.tsx'
import { useSeen } from '../../mail/use-seen.ts'
import { BriefReading } from '../../mail/view/brief-reading.tsx'
import { useMailViewSoon } from '../../mail/view/later-mail-view.tsx'
import { whyItRests } from '../../mail/watched-box.ts'
import { addressPath, homePath, paths } from '../../site/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { PopMenu } from '../../ui/pop-menu.tsx'
import { Empty } from '../../ui/states.tsx'
import { PHONE, useMedia } from '../../ui/use-media.ts'
import styles from './home-inbox.module.css'

const ON_PHONE = 8

export function HomeInbox({ entry }: { entry: ShelfEntry }) {
  const { kind, edit } = useShelf()
  const phone = useMedia(PHONE)
  const [params] = useSearchParams()
  const filter = useMemo<ListFilter>(
    () => ({ folder: 'inbox', ...(kind === 'account' && entry.mailbox && { mailbox: entry.mailbox.id }) }),
    [kind, entry.mailbox],
  )
  const query = useMailList(filter)
  useMailViewSoon()
  const mails = useMemo(() => rowsOf(query.data), [query.data])
  const wanted = params.get('mail')
  const openId = useFirstOpen(mails[0]?.id ?? null, wanted)
  const seen = useSeen(phone ? null : openId)
  const shown = phone ? mails.slice(0, ON_PHONE) : mails
  if (query.isPending) return <MailListBones rows={3} />
  if (query.isError && mails.length === 0)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return (
    <>
      <UnreadSign />
      {mails.length === 0 && entry.mailbox?.status === 'paused' ? (
        <PausedEmpty mailbox={entry.mailbox} resume={() => edit({ status: 'active' })} />
      ) : mails.length === 0 ? (
        <Empty code text="还没有来信，信一到就会出现在这里">
          {entry.mailbox && <TestMailButton mailbox={entry.mailbox.id} icon={<Send aria-hidden />} />}
        </Empty>
      ) : (
        <div className={columns.inbox}>
          <section className={columns.list} aria-label="来信">
            <ListHead count={query.hasNextPage ? `${mails.length}+` : String(mails.length)} />
            <MailList
              fit
              mails={shown}
              toOf={mail =>
                phone ? addressPath({ address: entry.address, mail: mail.id }) : homePath({ mail: mail.id })
              }
              openId={phone ? null : openId}
              onEnd={
                !phone && query.hasNextPage && !query.isFetchingNextPage
                  ? () => void query.fetchNextPage()
                  : undefined
              }
            />
            <p className={styles.pad}>
              {shown.length < mails.length ? (
                <Link to={addressPath({ address: entry.address })}>看全部 {mails.length} 封</Link>
              ) : (
                whyItRests(entry.mailbox) === null && '新来的信会自己出现在最上面，不必刷新。'
              )}
            </p>
          </section>
          {!phone && openId !== null && (
            <div className={columns.read}>
              <BriefReading key={openId} id={openId} marksRead={wanted === openId || seen} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** The one that was chosen; before that the first that was there, and it stays when others come. */
function useFirstOpen(first: string | null, wanted: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (wanted !== null) setShown(wanted)
    else setShown(known => known ?? first)
  }, [wanted, first])
  return wanted ?? shown ?? first
}

function ListHead({ count }: { count: string }) {
  const navigate = useNavigate()
  const { readAll } = useMailActions()
  const { current, kind } = useShelf()
  return (
    <header className={columns.head}>
      <h2 className="grow">
        来信 <span>{count}</span>
      </h2>
      <AlertMenu />
      <PopMenu
        label="更多"
        items={[
          {
            label: '全部标为已读',
            icon: <MailOpen aria-hidden />,
            run: () => readAll(kind === 'account' ? current?.mailbox?.id : undefined),
          },
          { label: '整屏阅读', icon: <Ellipsis aria-hidden />, run: () => void navigate(paths.use) },
        ]}
        button={given => (
          <IconButton small label="更多" {...given}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      />
    </header>
  )
}
