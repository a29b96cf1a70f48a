/** Sent mail: the list, and the one that is open. */
import { SquarePen } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useCompose } from '../../../compose/use-compose.ts'
import type { MailListHandle } from '../../../mail/list-focus.ts'
import panes from '../../../mail/panes/panes.module.css'
import { useMailSource } from '../../../mail/source.tsx'
import { useKeys } from '../../../mail/use-keys.ts'
import { usePicks } from '../../../mail/use-picks.ts'
import readStyles from '../../../mail/view/reading-pane.module.css'
import { useReading } from '../../../mail/view/use-reading.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { cx } from '../../../ui/cx.ts'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { keysHere } from '../../../ui/key-place.ts'
import { Bones, Empty } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { folderWords } from './folders-pane.tsx'
import { ListPane } from './list-pane.tsx'
import { useRenewSent, useSent, useSentList } from './queries.ts'
import { SenderFilter } from './sender-filter.tsx'
import { SentRow } from './sent-row.tsx'
import { isOpen } from './sent-state.ts'
import { type ChangeView, type FilterState, sentUrl, type SentView as View } from './sent-url.ts'
import { SentView } from './sent-view.tsx'

type SentPanesProps = { view: View; change: ChangeView; maySend: boolean; onFolders: () => void }

const states: readonly { name: FilterState | 'all'; label: string }[] = [
  { name: 'all', label: '全部' },
  { name: 'delivered', label: '已送达' },
  { name: 'deferred', label: '暂缓' },
  { name: 'bounced', label: '退信' },
]

const nothing = {
  sent: '还没有发过信',
  scheduled: '没有定时的信',
  queue: '都发出去了，没有在等的',
} as const

export function SentPanes({ view, change, maySend, onFolders }: SentPanesProps) {
  const { api } = useMailSource()
  const phone = useMedia(PHONE)
  const query = useSentList(view)
  const mails = useMemo(() => query.data?.pages.flatMap(page => page.list) ?? [], [query.data])
  const list = useRef<MailListHandle>(null)
  const { picks, picked, pickOne, pickAll } = usePicks(mails)
  const [losing, setLosing] = useState<readonly string[]>([])
  const renew = useRenewSent()
  const compose = useCompose()
  const reading = useReading({
    mails,
    hasMore: query.hasNextPage,
    openId: view.mail,
    open: id => change({ mail: id }, id !== null && view.mail !== null),
    list,
  })
  useKeys(reading.keys)
  const destroy = async () => {
    await api.delSentEmail({ body: { ids: [...losing] } })
    showToast(losing.length > 1 ? `已删除 ${losing.length} 封` : '已删除')
    pickAll(false)
    if (view.mail !== null && losing.includes(view.mail)) change({ mail: null }, true)
    await renew()
  }
  const folder = view.folder === 'scheduled' || view.folder === 'queue' ? view.folder : 'sent'
  const closed = picked.filter(mail => !isOpen(mail))
  const filtered = view.q !== '' || view.state !== null || view.mailbox !== null
  return (
    <>
      <div className={panes.list}>
        <ListPane
          title={folderWords[folder].name}
          unit="封"
          rows={mails}
          openId={view.mail}
          state={query}
          q={view.q}
          searchLabel="搜主题、收件人、发件邮箱"
          onSearch={q => change({ q, mail: null }, true)}
          find={
            maySend && (
              <SenderFilter
                value={view.mailbox}
                onChange={mailbox => change({ mailbox, mail: null }, true)}
              />
            )
          }
          filters={
            folder === 'sent' && (
              <Chips
                label="筛选"
                items={states}
                active={view.state ?? 'all'}
                onChange={name => change({ state: name === 'all' ? null : name, mail: null })}
              />
            )
          }
          render={mail => (
            <SentRow
              mail={mail}
              to={sentUrl({ ...view, mail: mail.id })}
              open={mail.id === view.mail}
              picked={picks.ids.has(mail.id)}
              onPick={phone ? undefined : (one, range) => pickOne(mail, one, range)}
              marked={view.q || undefined}
            />
          )}
          empty={
            <Empty
              drawing={<Drawing of={filtered ? 'search' : 'sent'} />}
              text={filtered ? '没有这样的信，换个条件试试' : nothing[folder]}
            >
              {!filtered && maySend && (
                <ButtonLink size="small" to={compose.to({ kind: 'new' })} icon={<SquarePen aria-hidden />}>
                  写一封
                </ButtonLink>
              )}
            </Empty>
          }
          pickedCount={picked.length}
          onPickAll={pickAll}
          onDelete={() => {
            if (closed.length === 0) showToast('选中的都还没有发完，先取消才能删除')
            else setLosing(closed.map(mail => mail.id))
          }}
          onFolders={onFolders}
          covered={phone && view.mail !== null}
          list={list}
        />
      </div>
      <div className={cx(panes.read, view.mail !== null && panes.shown)}>
        <Reading
          id={view.mail}
          maySend={maySend}
          neighbours={reading.neighbours}
          onBack={() => change({ mail: null })}
          onDelete={id => setLosing([id])}
        />
      </div>
      <LossDialog
        open={losing.length > 0}
        title={losing.length > 1 ? `删除 ${losing.length} 封已发送的邮件？` : '删除这封已发送的邮件？'}
        action="删除"
        onConfirm={destroy}
        onClose={() => setLosing([])}
        onClosed={() => list.current?.regain()}
      >
        这里不再留底，也看不到它的送达情况；对方已经收到的不受影响。
      </LossDialog>
    </>
  )
}

type ReadingProps = {
  id: string | null
  maySend: boolean
  neighbours: Parameters<typeof SentView>[0]['neighbours']
  onBack: () => void
  onDelete: (id: string) => void
}

function Reading({ id, maySend, neighbours, onBack, onDelete }: ReadingProps) {
  const { data: mail, error, refetch } = useSent(id)
  return (
    <section className={readStyles.pane} aria-label="阅读" {...keysHere}>
      {id === null && <div className={readStyles.blank}>选一封来看它的去向</div>}
      {id !== null && mail && (
        <SentView
          key={mail.id}
          mail={mail}
          maySend={maySend}
          neighbours={neighbours}
          onBack={onBack}
          onDelete={() => onDelete(mail.id)}
        />
      )}
      {id !== null && !mail && (
        <div className={readStyles.body}>
          {!error && <Bones />}
          {error && isApiError(error, 'notFound') && <Empty text="这封邮件已经不在了" />}
          {error && !isApiError(error, 'notFound') && (
            <ErrorState error={error} retry={() => void refetch()} />
          )}
        </div>
      )}
    </section>
  )
}
