/** The letters of the mailbox just bought: the list, and beside it the one that was opened, or the newest that came. */
import type { MailRow } from '@yanshu/contract'
import { Send } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorState } from '../../../api/error-state.tsx'
import { useMailActions } from '../../../mail/actions.ts'
import { AlertMenu } from '../../../mail/alert-menu.tsx'
import columns from '../../../mail/inbox-columns.module.css'
import { rowsOf } from '../../../mail/list-cache.ts'
import { useMailList } from '../../../mail/list-query.ts'
import { useLive } from '../../../mail/live.tsx'
import { MailList } from '../../../mail/mail-list.tsx'
import { MailListBones } from '../../../mail/mail-list-bones.tsx'
import { useMailboxes } from '../../../mail/queries.ts'
import { TestMailButton } from '../../../mail/test-mail-button.tsx'
import { BriefReading } from '../../../mail/view/brief-reading.tsx'
import { ReadingPane } from '../../../mail/view/reading-pane.tsx'
import { storePath } from '../../../site/paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Empty } from '../../../ui/states.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import styles from './sold-inbox.module.css'

/** The site's own letter can wait to be opened; until a code comes the page says what to do. */
const isGreeting = ({ from, code }: MailRow): boolean =>
  code === null && from.address.startsWith('postmaster@')

export function SoldInbox({ orderNo }: { orderNo: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const phone = useMedia(PHONE)
  const { arrived } = useLive()
  const actions = useMailActions()
  const query = useMailList(useMemo(() => ({ folder: 'inbox' }), []))
  const mails = useMemo(() => rowsOf(query.data), [query.data])
  const chosen = params.get('mail')
  const came = phone ? undefined : mails.find(mail => arrived.has(mail.id) && !isGreeting(mail))?.id
  const openId = chosen ?? came ?? null
  const at = mails.findIndex(mail => mail.id === openId)
  const newer = mails[at - 1]
  const older = at === -1 ? undefined : mails[at + 1]
  const open = (mail: string | null) => void navigate(storePath({ order: orderNo, mail }), { replace: true })
  return (
    <div className={cx(columns.inbox, styles.inbox)}>
      <section className={columns.list} aria-label="来信" inert={phone && chosen !== null}>
        <ListHead count={mails.length} />
        {query.isPending && <MailListBones rows={2} />}
        {query.isError && mails.length === 0 && (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
        {query.isSuccess && mails.length === 0 && (
          <p className={styles.none}>还没有来信，新来的会自己出现在这里。</p>
        )}
        {mails.length > 0 && (
          <MailList
            fit
            mails={mails}
            toOf={mail => storePath({ order: orderNo, mail: mail.id })}
            openId={openId}
            onEnd={
              query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
            }
          />
        )}
      </section>
      {openId === null && <Waiting />}
      {openId !== null && !phone && (
        <div className={columns.read}>
          <BriefReading key={openId} id={openId} marksRead={chosen === openId} />
        </div>
      )}
      {openId !== null && phone && (
        <div className={styles.whole}>
          <ReadingPane
            id={openId}
            neighbours={{
              position: at === -1 ? '' : `${at + 1} / ${mails.length}`,
              previous: newer ? () => open(newer.id) : null,
              next: older ? () => open(older.id) : null,
            }}
            onBack={() => open(null)}
            onTrash={mail => {
              actions.move([mail], 'trash')
              open(null)
            }}
          />
        </div>
      )}
    </div>
  )
}

function ListHead({ count }: { count: number }) {
  return (
    <header className={columns.head}>
      <h2 className="grow">
        来信 <span>{count}</span>
      </h2>
      <AlertMenu />
    </header>
  )
}

/** Six boxes wait for the first code. */
function Waiting() {
  const mailbox = useMailboxes().data?.list[0]
  return (
    <section className={styles.wait} aria-label="等待验证码">
      <Empty code text="把地址填到别处，验证码会盖在这里">
        {mailbox && <TestMailButton mailbox={mailbox.id} icon={<Send aria-hidden />} />}
      </Empty>
    </section>
  )
}
