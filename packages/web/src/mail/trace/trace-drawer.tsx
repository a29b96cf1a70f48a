/** 收信记录: what became of every attempt to deliver, so that one can see why a mail did not come. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Drawer } from 'antd'
import { Ban, CircleCheck, Clock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorState } from '../../api/error-state.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { TimeText } from '../../ui/time.tsx'
import type { ChosenBox } from '../inbox/chosen-box.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import styles from './trace-drawer.module.css'

type TraceProps = {
  mailbox: ChosenBox | undefined
  /** Returns the URL of a mail that was taken in. */
  pathOf: (mailId: string) => string
}

type TraceDrawerProps = TraceProps & { open: boolean; onClose: () => void }

export function TraceDrawer({ open, mailbox, pathOf, onClose }: TraceDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={mailbox ? `收信记录 · ${mailbox.address}` : '收信记录'}
      size="min(620px, 100vw)"
      destroyOnHidden
    >
      <Trace mailbox={mailbox} pathOf={pathOf} />
    </Drawer>
  )
}

type Row = AnswerOf<Calls['getTrace']>['list'][number]
type Verdict = Row['verdict']

const verdicts: readonly { name: Verdict | 'all'; label: string }[] = [
  { name: 'all', label: '全部' },
  { name: 'accepted', label: '已收下' },
  { name: 'refused', label: '被拒收' },
  { name: 'deferred', label: '请对方再送' },
  { name: 'discarded', label: '按规则丢弃' },
]

const PAGE_SIZE = 20
const RENEW_MS = 10_000

function Trace({ mailbox, pathOf }: TraceProps) {
  const { api, key } = useMailSource()
  const [verdict, setVerdict] = useState<Verdict | 'all'>('all')
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const query = {
    ...(mailbox && { mailbox: mailbox.id }),
    ...(verdict !== 'all' && { verdict }),
    ...(q.trim() !== '' && { q: q.trim() }),
    page,
    pageSize: PAGE_SIZE,
  }
  const { data, error, refetch } = useQuery({
    queryKey: mailKeys.trace(key, query),
    queryFn: ({ signal }) => api.getTrace({ query }, { signal }),
    placeholderData: keepPreviousData,
    // Nobody tells of what was refused, and whoever looks here is waiting for a mail.
    refetchInterval: RENEW_MS,
  })
  return (
    <div className={styles.trace}>
      <p className="muted small">
        每一次有人给这里送信，不论收没收下，都记在这里。没有等到的信，先看它来过没有；这里没有，就是对方还没送到。
      </p>
      <input
        className={styles.find}
        type="search"
        value={q}
        maxLength={200}
        placeholder="发件人或收件人的一部分"
        aria-label="在收信记录里找"
        onChange={event => {
          setQ(event.target.value)
          setPage(1)
        }}
      />
      <Chips
        label="结果"
        items={verdicts}
        active={verdict}
        onChange={name => {
          setVerdict(name)
          setPage(1)
        }}
      />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data?.list.length === 0 && <Empty drawing={<Drawing of="search" />} text="没有这样的记录" />}
      {data && data.list.length > 0 && (
        <ul className={styles.rows}>
          {data.list.map(row => (
            <TraceRow key={row.id} row={row} pathOf={pathOf} />
          ))}
        </ul>
      )}
      {data && data.total > PAGE_SIZE && (
        <PageLinks page={page} pageSize={PAGE_SIZE} total={data.total} onChange={setPage} />
      )}
    </div>
  )
}

const states = {
  accepted: { tone: 'good', icon: CircleCheck, says: '已收下' },
  refused: { tone: 'bad', icon: Ban, says: '拒收' },
  deferred: { tone: 'wait', icon: Clock, says: '请对方稍后再送' },
  discarded: { tone: 'plain', icon: Trash2, says: '丢弃' },
} as const satisfies Record<Verdict, { tone: string; icon: typeof Ban; says: string }>

function TraceRow({ row, pathOf }: { row: Row } & Pick<TraceProps, 'pathOf'>) {
  const { tone, icon: Icon, says } = states[row.verdict]
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <StateWord tone={tone} icon={<Icon aria-hidden />}>
          {says}
        </StateWord>
        <span className="grow" />
        <TimeText at={row.at} full />
      </div>
      <p className={styles.ways}>
        <span className="mono">{row.sender || '（退信，没有发件人）'}</span> →{' '}
        <span className="mono">{row.recipient}</span>
      </p>
      {row.reason && <p>{row.reason}</p>}
      <p className="tiny muted">
        来自 <span className="mono">{row.client}</span>，我们答 <span className="mono">{row.reply}</span>
        {row.mailId !== null && (
          <>
            ，<Link to={pathOf(row.mailId)}>看这封信</Link>
          </>
        )}
      </p>
    </li>
  )
}
