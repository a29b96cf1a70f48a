/** Waiting for the payment: how much, where to pay it, and how long the name is held. The page goes on by itself. */
import type { OwnOrder } from '@yanshu/contract'
import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { holdText, rightsText, roomText, termText } from '../../../account/goods/words.ts'
import { storePath } from '../../../site/paths.ts'
import { AddressText } from '../../../ui/address-text.tsx'
import { CopyButton, CopyIcon } from '../../../ui/copy-button.tsx'
import { LiveDot } from '../../../ui/live-dot.tsx'
import { yuanText } from '../../../ui/money.ts'
import { QrStamp } from '../../../ui/qr-stamp.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { isWebAddress, payName, useCatalogue } from '../shared/queries.ts'
import type { KeptOrder } from './kept-orders.ts'
import styles from './pay-step.module.css'
import { Recheck } from './recheck.tsx'

export function PayStep({ kept, order }: { kept: KeptOrder; order: OwnOrder }) {
  const options = useCatalogue().data?.payOptions ?? []
  const name = payName(options, order.way, order.channel)
  return (
    <section className={styles.sheet} aria-label="付款">
      <div className={styles.what}>
        <LiveDot on>付好后这一页会自己打开，不必刷新</LiveDot>
        <p className={styles.address}>
          <AddressText address={order.address} />
        </p>
        <p className="muted">
          {order.renew ? '续费，' : ''}
          {order.plan}，{termText(order.days)}，{roomText(order.quotaMb)}，{rightsText(order.maySend)}
        </p>
        <p className={styles.price}>
          <span className="small muted">应付</span>
          <b>{yuanText(order.price)}</b>
          <CopyIcon text={(order.price / 100).toFixed(2)} label="复制金额" />
        </p>
        {isWebAddress(order.payUrl) && (
          <a className={styles.go} href={order.payUrl} rel="noreferrer">
            去{name}付款
            <ArrowUpRight aria-hidden />
          </a>
        )}
        {order.instructions !== undefined && <ByHand order={order} />}
      </div>
      <div className={styles.side}>
        {order.payQr !== undefined && (
          <figure className={styles.code}>
            <QrStamp text={order.payQr} label={`用${name}付款的二维码`} size={186} />
            <figcaption>用{name}扫码付款</figcaption>
          </figure>
        )}
        <Hold until={order.holdUntil} renew={order.renew} />
        <Recheck claim={{ claimToken: kept.claimToken }} order={order} />
        <p className="small muted">
          <Link to={storePath({ change: order.orderNo, renew: order.renew ? order.address : null })}>
            换个付法，或改一改再下单
          </Link>
        </p>
      </div>
    </section>
  )
}

function ByHand({ order }: { order: OwnOrder }) {
  return (
    <div className={styles.hand}>
      <p className={styles.text}>
        {order.instructions || '店主把人工收款关掉了。还没付的话，请换个付法重新下单。'}
      </p>
      <p className="small muted">付款时请在备注里写上订单号，店主确认后就会开通。</p>
      {order.contact && (
        <p>
          有疑问找店主：<b>{order.contact}</b>
          <CopyIcon text={order.contact} label="复制联系方式" />
        </p>
      )}
      <CopyButton text={order.orderNo} label="复制订单号" />
    </div>
  )
}

function Hold({ until, renew }: { until: string; renew: boolean }) {
  const now = useNow(1_000)
  const left = (Date.parse(until) - now.getTime()) / 1_000
  const what = renew ? '这一单' : '名字'
  if (left <= 0) return <p className="small muted">时间到了，{what}正在放开；已经付了的照样开通。</p>
  return (
    <p className={styles.hold}>
      <span className="small muted">{what}替你留着，还剩</span>
      <b>{holdText(left)}</b>
    </p>
  )
}
