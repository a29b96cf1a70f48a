/** One order from the seller's side: its facts, what happened, what money came, what waits, who looked. */
import type { AccessHow, AnswerOf, Calls, OrderRow } from '@yanshu/contract'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { OrderStateWord } from '../../../../account/goods/order-state.tsx'
import { orderStateNames, termText } from '../../../../account/goods/words.ts'
import { isApiError } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CopyIcon } from '../../../../ui/copy-button.tsx'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { yuanText } from '../../../../ui/money.ts'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { CaseEntry } from './case-entry.tsx'
import { actNames, actsOf, type OrderAct } from './order-columns.tsx'
import styles from './order-drawer.module.css'
import { useHistory, wayNames } from './queries.ts'

type OrderDrawerProps = {
  id: string | null
  onClose: () => void
  onAct: ((act: OrderAct, row: OrderRow) => void) | null
}

export function OrderDrawer({ id, onClose, onAct }: OrderDrawerProps) {
  const { data, error, refetch } = useHistory(id)
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      title={data?.order.address ?? '订单'}
      size={560}
      styles={{ wrapper: { maxWidth: '100%' } }}
      destroyOnHidden
    >
      {data && <Told data={data} onAct={onAct} />}
      {!data && !error && <Bones />}
      {!data && error && isApiError(error, 'notFound') && (
        <Empty drawing={<Drawing of="orders" />} text="没有这一单。" />
      )}
      {!data && error && !isApiError(error, 'notFound') && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </Drawer>
  )
}

type History = AnswerOf<Calls['getOrderHistory']>

function Told({ data, onAct }: { data: History; onAct: OrderDrawerProps['onAct'] }) {
  const { order, history, payments, cases, log } = data
  return (
    <div className={styles.told}>
      <dl className={styles.facts}>
        <Fact name="状态">
          <OrderStateWord state={order.status} />
        </Fact>
        <Fact name="订单号">
          <code>{order.orderNo}</code>
          <CopyIcon text={order.orderNo} label="复制订单号" />
        </Fact>
        <Fact name="内容">
          {order.renew ? '续费，' : ''}
          {order.plan}，{termText(order.days)}
        </Fact>
        <Fact name="金额">
          {yuanText(order.price)}
          {order.paid > 0 && `，收到 ${yuanText(order.paid)}`}
          {order.refunded > 0 && `，退了 ${yuanText(order.refunded)}`}
        </Fact>
        <Fact name="手机号">
          <span className="mono">{order.phone}</span>
        </Fact>
        {order.note !== '' && <Fact name="备注">{order.note}</Fact>}
      </dl>
      {onAct && (
        <div className={styles.acts}>
          {actsOf(order).map(act => (
            <Button
              key={act}
              size="small"
              danger={act === 'close' || act === 'refund'}
              onClick={() => onAct(act, order)}
            >
              {actNames[act]}
            </Button>
          ))}
        </div>
      )}
      {cases.length > 0 && (
        <Part title="待处理的事">
          {cases.map(one => (
            <CaseEntry key={one.id} entry={one} maySettle={onAct !== null} />
          ))}
        </Part>
      )}
      <Part title="经过">
        {history.map(one => (
          <li key={`${one.at} ${one.from} ${one.to} ${one.text}`}>
            <p>
              <b>{one.from === one.to ? orderStateNames[one.to] : `→ ${orderStateNames[one.to]}`}</b>
              <span className="muted">{one.by}</span>
              <TimeText at={one.at} full />
            </p>
            {one.text !== '' && <p className={styles.text}>{one.text}</p>}
          </li>
        ))}
      </Part>
      {payments.length > 0 && (
        <Part title="收款">
          {payments.map(one => (
            <li key={one.id}>
              <p>
                <b>{yuanText(one.amount)}</b>
                <span className="muted">
                  {wayNames[one.way]}，
                  {{ order: '付了这一单', credit: '换成了付款卡密', case: '等人处理' }[one.became]}
                </span>
                <TimeText at={one.at} full />
              </p>
              <p className={styles.text}>
                <code>{one.tradeNo}</code>
              </p>
            </li>
          ))}
        </Part>
      )}
      {log.length > 0 && (
        <Part title="谁看过">
          {log.map(one => (
            <li key={`${one.at} ${one.how} ${one.client}`}>
              <p>
                <span>{lookNames[one.how]}</span>
                <span className="muted">{one.client}</span>
                <TimeText at={one.at} full />
              </p>
            </li>
          ))}
        </Part>
      )}
    </div>
  )
}

const lookNames: Readonly<Record<AccessHow, string>> = {
  phone: '只凭手机号',
  password: '凭查询密码',
  claim: '凭取货凭证',
  operator: '店主',
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
