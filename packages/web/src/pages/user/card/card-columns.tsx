import type { CardRow, CardState } from '@yanshu/contract'
import { Dropdown } from 'antd'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  ClockAlert,
  Ellipsis,
  Eye,
  Pause,
  Pencil,
  Play,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressText } from '../../../ui/address-text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { dateText } from '../../../ui/time-text.ts'
import styles from './card-columns.module.css'
import {
  batchName,
  canChange,
  canDelete,
  domainsText,
  kindNames,
  shownCode,
  stateNames,
  termsText,
} from './words.ts'

export type CardDeed = 'enable' | 'disable' | 'revoke' | 'delete'

export type RowActions = {
  onBatch: (batchId: string) => void
  onEdit: (row: CardRow) => void
  onDeed: (deed: CardDeed, row: CardRow) => void
  onReveal: (row: CardRow) => void
}

const looks: Readonly<Record<CardState, { tone: 'plain' | 'good' | 'wait' | 'bad'; icon: ReactNode }>> = {
  unused: { tone: 'good', icon: <CircleDashed aria-hidden /> },
  used: { tone: 'plain', icon: <CircleCheck aria-hidden /> },
  disabled: { tone: 'wait', icon: <Pause aria-hidden /> },
  revoked: { tone: 'bad', icon: <Ban aria-hidden /> },
  expired: { tone: 'wait', icon: <ClockAlert aria-hidden /> },
}

export function cardColumns(actions: RowActions): DataColumn<CardRow>[] {
  return [
    {
      key: 'code',
      title: '卡密',
      render: (_, row) => (
        <div className={styles.two}>
          <code>{shownCode(row)}</code>
          {row.note && (
            <small className="clip" title={row.note}>
              {row.note}
            </small>
          )}
        </div>
      ),
    },
    {
      key: 'worth',
      title: '内容',
      render: (_, row) => (
        <div className={styles.two}>
          <span>
            {kindNames[row.kind]}，{termsText(row)}
          </span>
          <small className="clip" title={row.domains.join('、')}>
            {domainsText(row)}
          </small>
        </div>
      ),
    },
    { key: 'state', title: '状态', render: (_, row) => <CardStateWord row={row} /> },
    {
      key: 'used',
      title: '用在',
      render: (_, row) =>
        row.usedAt === null ? (
          <span className="muted">还没有用</span>
        ) : (
          <div className={styles.two}>
            <AddressText address={row.usedBy} oneLine />
            <small>
              <TimeText full at={row.usedAt} />
            </small>
          </div>
        ),
    },
    {
      key: 'expiresAt',
      title: '最晚使用',
      render: (_, row) => (row.expiresAt ? dateText(row.expiresAt) : <span className="muted">不限</span>),
    },
    {
      key: 'batch',
      title: '批次',
      render: (_, row) => (
        <div className={styles.two}>
          <button type="button" className="mono" onClick={() => actions.onBatch(row.batchId)}>
            {batchName(row.batchId)}
          </button>
          <small>
            <TimeText full at={row.createdAt} />
          </small>
        </div>
      ),
    },
    {
      key: 'more',
      title: <span className="sr">操作</span>,
      align: 'right',
      width: 44,
      render: (_, row) => <RowMenu row={row} {...actions} />,
    },
  ]
}

function CardStateWord({ row }: { row: CardRow }) {
  const partly = row.usedAt !== null && row.usesLeft > 0
  // What is left of one that pays is its balance.
  const several = row.kind !== 'pay' && (row.usesLeft > 1 || partly)
  return (
    <StateWord {...looks[row.state]}>
      {row.state === 'unused' && partly ? '用过' : stateNames[row.state]}
      {row.state === 'unused' && several && <span className="muted">还剩 {row.usesLeft} 次</span>}
    </StateWord>
  )
}

function RowMenu({ row, onEdit, onDeed, onReveal }: { row: CardRow } & Omit<RowActions, 'onBatch'>) {
  const paused = row.state === 'disabled'
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...(row.kept
            ? [{ key: 'reveal', label: '再看卡密', icon: <Eye aria-hidden />, onClick: () => onReveal(row) }]
            : []),
          {
            key: 'edit',
            label: canChange(row) ? '改备注和截止时间' : '改备注',
            icon: <Pencil aria-hidden />,
            onClick: () => onEdit(row),
          },
          ...(canChange(row)
            ? [
                {
                  key: 'pause',
                  label: paused ? '启用' : '停用',
                  icon: paused ? <Play aria-hidden /> : <Pause aria-hidden />,
                  onClick: () => onDeed(paused ? 'enable' : 'disable', row),
                },
                {
                  key: 'revoke',
                  label: '作废',
                  danger: true,
                  icon: <Ban aria-hidden />,
                  onClick: () => onDeed('revoke', row),
                },
              ]
            : []),
          ...(canDelete(row)
            ? [
                {
                  key: 'delete',
                  label: '删除',
                  danger: true,
                  icon: <Trash2 aria-hidden />,
                  onClick: () => onDeed('delete', row),
                },
              ]
            : []),
        ],
      }}
    >
      <IconButton small label={`卡密 ${row.tail} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}

/** The same code as one row of a list on a phone. */
export function PhoneCard({ row, ...actions }: { row: CardRow } & RowActions) {
  return (
    <div className={styles.phone}>
      <div className={styles.two}>
        <code>{shownCode(row)}</code>
        <span>
          {kindNames[row.kind]}，{termsText(row)}
        </span>
        <small className="clip">{row.note || domainsText(row)}</small>
        {row.usedAt === null ? (
          <small>
            批次{' '}
            <button type="button" className="mono" onClick={() => actions.onBatch(row.batchId)}>
              {batchName(row.batchId)}
            </button>
            ，<TimeText at={row.createdAt} />
          </small>
        ) : (
          <small className="clip">
            <AddressText address={row.usedBy} oneLine /> <TimeText at={row.usedAt} />
          </small>
        )}
      </div>
      <CardStateWord row={row} />
      <RowMenu row={row} {...actions} />
    </div>
  )
}
