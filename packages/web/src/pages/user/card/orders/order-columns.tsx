import type { OrderRow } from '@yanshu/contract'
import { Dropdown } from 'antd'
import { Ban, Banknote, Ellipsis, History, Pencil, TriangleAlert, Undo2 } from 'lucide-react'
import { OrderStateWord } from '../../../../account/goods/order-state.tsx'
import { termText } from '../../../../account/goods/words.ts'
import type { DataColumn } from '../../../../api/data-table.tsx'
import { AddressText } from '../../../../ui/address-text.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { yuanText } from '../../../../ui/money.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import styles from '../shared/columns.module.css'
import { wayNames } from './queries.ts'

export type OrderAct = 'paid' | 'close' | 'refund' | 'note'

export type OrderActions = {
  onOpen: (row: OrderRow) => void
  /** Absent for those who only look. */
  onAct: ((act: OrderAct, row: OrderRow) => void) | null
}

export function orderColumns(actions: OrderActions): DataColumn<OrderRow>[] {
  return [
    {
      key: 'address',
      title: '地址',
      sortable: true,
      render: (_, row) => (
        <div className={styles.two}>
          <button type="button" onClick={() => actions.onOpen(row)}>
            <AddressText address={row.address} oneLine />
          </button>
          <small className="clip" title={row.plan}>
            {planText(row)}
          </small>
        </div>
      ),
    },
    {
      key: 'status',
      title: '状态',
      sortable: true,
      render: (_, row) => <State row={row} />,
    },
    { key: 'price', title: '金额', align: 'right', sortable: true, render: (_, row) => <Money row={row} /> },
    {
      key: 'way',
      title: '付款',
      render: (_, row) => (
        <div className={styles.two}>
          <span>{wayText(row)}</span>
          {/* A payment by card code has no number that others know. */}
          {row.way !== 'card' && (
            <small className="clip mono" title={row.tradeNo}>
              {row.tradeNo}
            </small>
          )}
        </div>
      ),
    },
    { key: 'phone', title: '手机号', render: (_, row) => <span className="mono">{row.phone}</span> },
    {
      key: 'createdAt',
      title: '下单',
      sortable: true,
      render: (_, row) => (
        <div className={styles.two}>
          <TimeText full at={row.createdAt} />
          {row.note && (
            <small className="clip" title={row.note}>
              {row.note}
            </small>
          )}
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

const planText = (row: OrderRow): string => `${row.renew ? '续费，' : ''}${row.plan}，${termText(row.days)}`

/** Channels that gateways call alike. */
const channelNames: Readonly<Record<string, string>> = {
  alipay: '支付宝',
  wxpay: '微信支付',
  qqpay: 'QQ 钱包',
  bank: '网银',
  unionpay: '云闪付',
}

const wayText = ({ way, channel }: OrderRow): string =>
  channel === '' ? wayNames[way] : `${wayNames[way]}，${channelNames[channel] ?? channel}`

function State({ row }: { row: OrderRow }) {
  return (
    <span className="line">
      <OrderStateWord state={row.status} />
      {row.openCases > 0 && (
        <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
          {row.openCases} 件待处理
        </StateWord>
      )}
    </span>
  )
}

function Money({ row }: { row: OrderRow }) {
  return (
    <span className="mono">
      {yuanText(row.price)}
      {row.refunded > 0 && <small className="muted"> 退 {yuanText(row.refunded)}</small>}
    </span>
  )
}

/** Returns the actions that an operator has on an order in its state. */
export function actsOf(row: OrderRow): OrderAct[] {
  const unpaid = row.status === 'pending' || row.status === 'closed'
  return [
    ...(unpaid ? ['paid' as const] : []),
    ...(row.status === 'pending' ? ['close' as const] : []),
    ...((row.status === 'paid' || row.status === 'done') && row.refunded < row.paid
      ? ['refund' as const]
      : []),
    'note',
  ]
}

export const actNames: Readonly<Record<OrderAct, string>> = {
  paid: '标记已付款',
  close: '关闭',
  refund: '退款',
  note: '改备注',
}

export const actIcons = { paid: Banknote, close: Ban, refund: Undo2, note: Pencil }

function RowMenu({ row, onOpen, onAct }: { row: OrderRow } & OrderActions) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'open', label: '看经过', icon: <History aria-hidden />, onClick: () => onOpen(row) },
          ...(onAct === null
            ? []
            : actsOf(row).map(act => {
                const Icon = actIcons[act]
                return {
                  key: act,
                  label: actNames[act],
                  icon: <Icon aria-hidden />,
                  danger: act === 'close' || act === 'refund',
                  onClick: () => onAct(act, row),
                }
              })),
        ],
      }}
    >
      <IconButton small label={`订单 ${row.address} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}

/** The same order as one row of a list on a phone. */
export function PhoneOrder({ row, ...actions }: { row: OrderRow } & OrderActions) {
  return (
    <div className={styles.phone}>
      <div className={styles.two}>
        <button type="button" onClick={() => actions.onOpen(row)}>
          <AddressText address={row.address} oneLine />
        </button>
        <span>
          {yuanText(row.price)}，{wayText(row)}
        </span>
        <small className="clip">{planText(row)}</small>
        <small>
          {row.phone}，<TimeText at={row.createdAt} />
          {row.refunded > 0 && `，退了 ${yuanText(row.refunded)}`}
        </small>
        {row.openCases > 0 && (
          <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
            {row.openCases} 件待处理
          </StateWord>
        )}
      </div>
      <OrderStateWord state={row.status} />
      <RowMenu row={row} {...actions} />
    </div>
  )
}
