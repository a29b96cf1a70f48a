/** One code in the table of its batch: how far it is, who has it, and what can be done with it. */
import type { CardBatch, CardRow } from '@yanshu/contract'
import { Dropdown } from 'antd'
import {
  Ban,
  Check,
  CircleDashed,
  ClockAlert,
  Ellipsis,
  Eye,
  Pause,
  Pencil,
  Play,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../../api/data-table.tsx'
import { AddressText } from '../../../ui/address-text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { yuanText } from '../../../ui/money.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { dayText } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { CardActs } from './card-acts.tsx'
import styles from './shared/columns.module.css'
import { canChange, canDelete, shownCode } from './words.ts'

export function cardColumns(batch: CardBatch, acts: CardActs): DataColumn<CardRow>[] {
  return [
    { key: 'code', title: '卡密', width: 190, render: (_, row) => <Code row={row} batch={batch} /> },
    { key: 'step', title: '到哪一步', width: 170, render: (_, row) => <Step row={row} /> },
    { key: 'whom', title: '给了谁，用在哪里', render: (_, row) => <Whom row={row} /> },
    { key: 'when', title: '什么时候', width: 170, render: (_, row) => <When row={row} /> },
    {
      key: 'more',
      title: <span className="sr">操作</span>,
      align: 'right',
      width: 44,
      render: (_, row) => <RowMenu row={row} acts={acts} />,
    },
  ]
}

function Code({ row, batch }: { row: CardRow; batch: CardBatch }) {
  return (
    <div className={styles.two}>
      <code>{shownCode(row)}</code>
      {row.note !== batch.note && (
        <small className="clip" title={row.note}>
          {row.note}
        </small>
      )}
    </div>
  )
}

function lookOf(row: CardRow): { tone?: 'wait' | 'bad'; icon: ReactNode; words: string } {
  if (row.step === 'used') return { icon: <Check aria-hidden />, words: '用掉' }
  if (row.state === 'revoked') return { tone: 'bad', icon: <Ban aria-hidden />, words: '作废' }
  if (row.step === 'gone') return { tone: 'wait', icon: <ClockAlert aria-hidden />, words: '过期' }
  if (row.state === 'disabled') return { tone: 'wait', icon: <Pause aria-hidden />, words: '停用着' }
  return row.step === 'sold'
    ? { icon: <Tag aria-hidden />, words: '卖出，还没用' }
    : { icon: <CircleDashed aria-hidden />, words: '剩下' }
}

/** The remainder of a code that can be used several times; of one that pays, its money. */
function restText({ kind, step, state, usesLeft, balance }: CardRow): string | null {
  if (step === 'used' && usesLeft > 0 && state === 'revoked') return '余下的已作废'
  if (usesLeft === 0 || (usesLeft === 1 && step !== 'used')) return null
  return kind === 'pay' ? `余 ${yuanText(balance)}` : `还剩 ${usesLeft} 次`
}

function Step({ row }: { row: CardRow }) {
  const { words, ...look } = lookOf(row)
  const rest = restText(row)
  return (
    <StateWord {...look}>
      {words}
      {rest !== null && <span className="muted">{rest}</span>}
    </StateWord>
  )
}

function Whom({ row }: { row: CardRow }) {
  if (row.step === 'used')
    return (
      <div className={styles.two}>
        <AddressText address={row.usedBy} oneLine />
        {row.soldTo && <small className="clip">{row.soldTo}</small>}
      </div>
    )
  if (row.step === 'left') return <span className="muted">在手里</span>
  return <span className="muted clip">{row.soldTo}</span>
}

function When({ row }: { row: CardRow }) {
  const now = useNow(600_000)
  const at = row.usedAt ?? row.soldAt
  return (
    <span className="muted">
      {at !== null && <TimeText at={at} full />}
      {at === null && row.expiresAt !== null && `最晚 ${dayText(row.expiresAt, now)}`}
    </span>
  )
}

function RowMenu({ row, acts }: { row: CardRow; acts: CardActs }) {
  const paused = row.state === 'disabled'
  const target = { ids: [row.id] }
  const name = `卡密 ${row.tail}`
  const changes = canChange(row)
  const edit = () =>
    acts.edit({
      target,
      name,
      note: row.note,
      endsAt: row.expiresAt,
      fields: changes ? 'both' : 'note',
    })
  const items = [
    row.kept && {
      key: 'reveal',
      label: '再看卡密',
      icon: <Eye aria-hidden />,
      onClick: () => acts.reveal({ target, name }),
    },
    row.step === 'left' && {
      key: 'sell',
      label: '标为卖出',
      icon: <Tag aria-hidden />,
      onClick: () => acts.sell({ target, name }),
    },
    row.step === 'sold' && {
      key: 'takeBack',
      label: '收回',
      icon: <Undo2 aria-hidden />,
      onClick: () => acts.start('takeBack', target, name),
    },
    {
      key: 'edit',
      label: changes ? '改备注和最晚使用' : '改备注',
      icon: <Pencil aria-hidden />,
      onClick: edit,
    },
    changes && {
      key: 'pause',
      label: paused ? '启用' : '停用',
      icon: paused ? <Play aria-hidden /> : <Pause aria-hidden />,
      onClick: () => acts.start(paused ? 'enable' : 'disable', target, name),
    },
    changes && {
      key: 'revoke',
      label: '作废',
      danger: true,
      icon: <Ban aria-hidden />,
      onClick: () => acts.start('revoke', target, name),
    },
    canDelete(row) && {
      key: 'delete',
      label: '删除',
      danger: true,
      icon: <Trash2 aria-hidden />,
      onClick: () => acts.start('delete', target, name),
    },
  ]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: items.filter(item => item !== false) }}
    >
      <IconButton small label={`${name} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}

/** The same code as one row of a list on a phone. */
export function PhoneCard({ row, batch, acts }: { row: CardRow; batch: CardBatch; acts: CardActs }) {
  return (
    <div className={styles.phone}>
      <div className={styles.two}>
        <Code row={row} batch={batch} />
        <Whom row={row} />
        <small>
          <When row={row} />
        </small>
      </div>
      <Step row={row} />
      <RowMenu row={row} acts={acts} />
    </div>
  )
}
