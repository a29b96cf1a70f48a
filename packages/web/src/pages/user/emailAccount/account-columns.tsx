import type { AccountRow } from '@yanshu/contract'
import { CircleCheck, CircleX, Clock, ClockAlert, Pause, TriangleAlert } from 'lucide-react'
import type { DataColumn } from '../../../api/data-table.tsx'
import { AddressText } from '../../../ui/address-text.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { dateText } from '../../../ui/time-text.ts'
import styles from './account-columns.module.css'
import type { Tab } from './queries.ts'
import { type RowActions, RowMenu } from './row-menu.tsx'
import { StorageBar } from './storage-bar.tsx'

const MB = 1_048_576
const SOON_MS = 7 * 86_400_000

/** The one thing about a mailbox that matters most now. */
export function AccountState({ row }: { row: AccountRow }) {
  const left = row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt) - Date.now()
  if (row.status === 'stopped')
    return (
      <StateWord tone="bad" icon={<CircleX aria-hidden />}>
        已停用
      </StateWord>
    )
  if (left <= 0)
    return (
      <StateWord tone="wait" icon={<ClockAlert aria-hidden />}>
        已到期
      </StateWord>
    )
  if (row.status === 'paused') return <StateWord icon={<Pause aria-hidden />}>已暂停</StateWord>
  if (row.quotaMb !== null && row.usedBytes >= row.quotaMb * MB)
    return (
      <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
        空间已满
      </StateWord>
    )
  if (left <= SOON_MS && row.kind === 'account')
    return (
      <StateWord tone="wait" icon={<Clock aria-hidden />}>
        快到期
      </StateWord>
    )
  return (
    <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
      正常
    </StateWord>
  )
}

/**
 * Tells whether a mailbox sends. A sender that the system stopped stays so until an operator lifts the stop.
 */
function Sending({ row }: { row: AccountRow }) {
  if (row.sendingStopped !== null)
    return (
      <StateWord
        tone="bad"
        icon={<TriangleAlert aria-hidden />}
        title={`${row.sendingStopped}，由管理员在“已发送”的“队列”里恢复`}
      >
        停住
      </StateWord>
    )
  return row.maySend ? '能' : <span className="muted">不能</span>
}

function Note({ row }: { row: AccountRow }) {
  return (
    <span className={`clip ${styles.note}`} title={row.note}>
      {row.note}
    </span>
  )
}

const LastMail = ({ row }: { row: AccountRow }) =>
  row.lastMailAt === null ? <span className="muted">没有</span> : <TimeText at={row.lastMailAt} />

const sendingWords = (row: AccountRow): string =>
  row.sendingStopped !== null ? `发信被停住（${row.sendingStopped}）` : row.maySend ? '能发信' : '只收信'

const endText = (row: AccountRow) =>
  row.expiresAt === null ? (
    '长期'
  ) : row.kind === 'account' ? (
    dateText(row.expiresAt)
  ) : (
    <TimeText full at={row.expiresAt} />
  )

export function accountColumns(tab: Tab, showOwner: boolean, actions: RowActions): DataColumn<AccountRow>[] {
  const gone = tab === 'deleted'
  return [
    {
      key: 'address',
      title: '地址',
      sortable: true,
      render: (_, row) => <AddressText address={row.address} oneLine />,
    },
    { key: 'note', title: '备注', render: (_, row) => <Note row={row} /> },
    ...(showOwner
      ? [
          {
            key: 'owner',
            title: '归属',
            render: (_: unknown, row: AccountRow) => row.ownerName ?? <span className="muted">无</span>,
          },
        ]
      : []),
    {
      key: 'usedBytes',
      title: '空间',
      width: 112,
      sortable: true,
      render: (_, row) => <StorageBar usedBytes={row.usedBytes} quotaMb={row.quotaMb} />,
    },
    {
      key: 'received',
      title: '收信',
      align: 'right',
      render: (_, row) => row.received.toLocaleString('zh-CN'),
    },
    { key: 'lastMailAt', title: '最近来信', render: (_, row) => <LastMail row={row} /> },
    {
      key: 'maySend',
      title: '发信',
      width: 96,
      render: (_, row) => <Sending row={row} />,
    },
    { key: 'expiresAt', title: '到期', sortable: true, render: (_, row) => endText(row) },
    gone
      ? {
          key: 'goneAt',
          title: '彻底删除',
          render: (_, row) => (row.goneAt ? <TimeText full at={row.goneAt} /> : ''),
        }
      : { key: 'status', title: '状态', render: (_, row) => <AccountState row={row} /> },
    {
      key: 'more',
      title: <span className="sr">操作</span>,
      align: 'right',
      width: 44,
      render: (_, row) => <RowMenu row={row} {...actions} />,
    },
  ]
}

/** The same mailbox as one row of a list on a phone. */
export function PhoneAccount({ row, ...actions }: { row: AccountRow } & RowActions) {
  return (
    <div className={styles.phone}>
      <div className={styles.two}>
        <AddressText address={row.address} oneLine />
        {row.note && <small className="clip">{row.note}</small>}
        <small>
          收信 {row.received.toLocaleString('zh-CN')}，{sendingWords(row)}，到期 {endText(row)}
        </small>
        <StorageBar usedBytes={row.usedBytes} quotaMb={row.quotaMb} />
      </div>
      {row.deletedAt === null ? <AccountState row={row} /> : <span />}
      <RowMenu row={row} {...actions} />
    </div>
  )
}
