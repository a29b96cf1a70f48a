/** One order, from being made to the open mailbox: the same page all the way, whatever its state. */
import type { OwnOrder } from '@yanshu/contract'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router'
import { useTitle } from '../../../account/use-title.ts'
import { isApiError } from '../../../api/api-error.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { storePath } from '../../../site/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { yuanText } from '../../../ui/money.ts'
import { Bones, Empty } from '../../../ui/states.tsx'
import { dateText, fullTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Credits } from './credits.tsx'
import { type KeptOrder, useKeptOrders } from './kept-orders.ts'
import styles from './order-view.module.css'
import { PayStep } from './pay-step.tsx'
import { Recheck } from './recheck.tsx'
import { Sold } from './sold.tsx'
import { useOrder } from './use-order.ts'

function titleOf({ status, renew }: OwnOrder): string {
  switch (status) {
    case 'pending':
      return '等你付款'
    case 'paid':
      return '款已收到'
    case 'done':
      return renew ? '续费好了' : '邮箱开好了'
    case 'closed':
      return '订单已关闭'
    case 'refunded':
      return '已退款'
  }
}

export function OrderView({ kept }: { kept: KeptOrder }) {
  const { data: order, error, refetch } = useOrder(kept)
  useTitle(order ? titleOf(order) : '订单')
  if (!order) {
    if (isApiError(error, 'wrongCredentials')) return <Unknown orderNo={kept.orderNo} />
    if (error) return <ErrorState error={error} retry={() => void refetch()} />
    return (
      <div className={styles.bones}>
        <Bones lines={7} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.lead}>
        <h1>{titleOf(order)}</h1>
        <Steps order={order} />
      </div>
      {order.status === 'pending' && <PayStep kept={kept} order={order} />}
      {order.status === 'paid' && <Opening order={order} />}
      {order.status === 'done' && !order.renew && <Sold kept={kept} order={order} />}
      {order.status === 'done' && order.renew && <Renewed order={order} />}
      {order.status === 'closed' && <Closed kept={kept} order={order} />}
      {order.status === 'refunded' && <Refunded order={order} />}
      <Credits order={order} />
    </>
  )
}

/** Shows the steps so far and the order number. */
function Steps({ order }: { order: OwnOrder }) {
  const now = useNow(60_000)
  const steps = [
    { name: '下单', at: order.createdAt },
    { name: `付款 ${yuanText(order.price)}`, at: order.paidAt },
    { name: order.renew ? '续费' : '开通', at: order.doneAt },
  ]
  return (
    <ol className={styles.steps}>
      {steps.map(
        ({ name, at }) =>
          at !== null && (
            <li key={name}>
              <CircleCheck aria-hidden />
              {name} <time dateTime={at}>{fullTime(at, now).replace('今天 ', '')}</time>
            </li>
          ),
      )}
      <li className="muted">
        订单 <span className="mono">{order.orderNo}</span>
        <CopyIcon text={order.orderNo} label="复制订单号" />
      </li>
    </ol>
  )
}

function Opening({ order }: { order: OwnOrder }) {
  return (
    <section className={styles.sheet} role="status">
      <div className={styles.middle}>
        <LoaderCircle className={styles.turning} aria-hidden />
        <p>
          {order.inHand
            ? '开通时遇到了要人看一下的事，店主已经看到，会尽快处理。这一页可以关掉，凭手机号和查询密码随时回来看。'
            : '正在开通，马上就好。'}
        </p>
      </div>
    </section>
  )
}

function Renewed({ order }: { order: OwnOrder }) {
  return (
    <section className={styles.sheet}>
      <div className={styles.middle}>
        <p className={styles.address}>{order.address}</p>
        <p>{order.expiresAt === null ? '以后不再到期。' : `有效期到 ${dateText(order.expiresAt)}。`}</p>
        <div className={styles.actions}>
          <ButtonLink to={storePath({ renew: '1' })}>再续一个</ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Closed({ kept, order }: { kept: KeptOrder; order: OwnOrder }) {
  return (
    <section className={styles.sheet}>
      <div className={styles.middle}>
        <p className={styles.address}>{order.address}</p>
        <p>
          {order.credits.length > 0
            ? '这个名字已经被别人用了，付的钱换成了下面的付款卡密，可以另挑一个名字。'
            : '这一单已经关闭，没有付款，名字已经放开。要是刚付了钱，点下面的按钮，钱不会丢。'}
        </p>
        <Recheck claim={{ claimToken: kept.claimToken }} order={order} />
        <div className={styles.actions}>
          <ButtonLink kind="primary" to={storePath({})}>
            重新挑一个
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Refunded({ order }: { order: OwnOrder }) {
  return (
    <section className={styles.sheet}>
      <div className={styles.middle}>
        <p className={styles.address}>{order.address}</p>
        <p>
          {`退了 ${yuanText(order.refunded)}。`}
          {order.way === 'card' ? '钱已回到付款的卡密里。' : '由店主从支付平台退回，到账要等一会儿。'}
        </p>
        <div className={styles.actions}>
          <ButtonLink to={storePath({})}>回商店</ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Unknown({ orderNo }: { orderNo: string }) {
  const forget = useKeptOrders(state => state.forget)
  return (
    <Empty drawing={<Drawing of="orders" />} text="店里找不到这一单了。">
      <Link to={storePath({})} onClick={() => forget(orderNo)}>
        回商店
      </Link>
    </Empty>
  )
}
