/** One order that was found: a row, and when it is one's own, everything about it. */
import type { OwnOrder } from '@yanshu/contract'
import { ChevronDown, KeyRound, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { OrderStateWord } from '../../../account/goods/order-state.tsx'
import { rightsText, roomText } from '../../../account/goods/words.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { storePath } from '../../../site/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { yuanText } from '../../../ui/money.ts'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { dateText, fullTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Credits } from '../order/credits.tsx'
import { Recheck } from '../order/recheck.tsx'
import { useShownOnce } from '../order/shown-once.ts'
import { useTakeAccount } from '../order/take-account.ts'
import { isWebAddress } from '../shared/queries.ts'
import { AccessLog } from './access-log.tsx'
import type { Found, Proof } from './found.ts'
import styles from './found-order.module.css'

type FoundOrderProps = {
  row: Found
  proof: Proof
  /** Open from the start. */
  start: boolean
  onChange: (order: OwnOrder) => void
}

export function FoundOrder({ row, proof, start, onChange }: FoundOrderProps) {
  const now = useNow(60_000)
  const [open, setOpen] = useState(start)
  const panel = useId()
  const head = (
    <>
      <span className={styles.what}>
        <b className="mono">{row.address}</b>
        <small>
          {row.renew ? '续费，' : ''}
          {row.plan}，{yuanText(row.price)}，{fullTime(row.createdAt, now)}
        </small>
      </span>
      <OrderStateWord state={row.status} />
    </>
  )
  if (row.order === null) return <div className={styles.head}>{head}</div>
  return (
    <>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {head}
        <ChevronDown className={cx(styles.turn, open && styles.open)} aria-hidden />
      </button>
      <div id={panel} hidden={!open}>
        {open && <Details order={row.order} proof={proof} onChange={onChange} />}
      </div>
    </>
  )
}

type DetailsProps = { order: OwnOrder; proof: Proof; onChange: (order: OwnOrder) => void }

function Details({ order, proof, onChange }: DetailsProps) {
  const now = useNow(60_000)
  const claim = { orderNo: order.orderNo, phone: proof.phone, queryPassword: proof.password }
  const unpaid = order.status === 'pending'
  const done = order.status === 'done'
  return (
    <div className={styles.details}>
      <dl>
        <div>
          <dt>订单号</dt>
          <dd className="line">
            <code>{order.orderNo}</code>
            <CopyIcon text={order.orderNo} label="复制订单号" />
          </dd>
        </div>
        <div>
          <dt>内容</dt>
          <dd>
            {order.plan}，{roomText(order.quotaMb)}，{rightsText(order.maySend)}
          </dd>
        </div>
        {done && (
          <div>
            <dt>到期</dt>
            <dd>{order.expiresAt === null ? '长期有效' : dateText(order.expiresAt)}</dd>
          </div>
        )}
        {order.refunded > 0 && (
          <div>
            <dt>已退</dt>
            <dd>{yuanText(order.refunded)}</dd>
          </div>
        )}
      </dl>
      {order.inHand && <p className="small">有需要人工处理的地方，店主已经看到。</p>}
      {unpaid && order.instructions !== undefined && <p className={styles.text}>{order.instructions}</p>}
      {unpaid && order.contact && <p className={styles.text}>联系店主：{order.contact}</p>}
      {unpaid && <p className="small muted">名字给你留到 {fullTime(order.holdUntil, now)}</p>}
      <Credits order={order} />
      <div className={styles.actions}>
        {unpaid && isWebAddress(order.payUrl) && (
          <a href={order.payUrl} rel="noreferrer">
            去付款
          </a>
        )}
        {(unpaid || order.status === 'closed') && <Recheck claim={claim} order={order} onOrder={onChange} />}
        {done && !order.renew && <Reset order={order} claim={claim} onChange={onChange} />}
        {done && order.expiresAt !== null && (
          <ButtonLink size="small" icon={<RefreshCw aria-hidden />} to={storePath({ renew: order.address })}>
            续费
          </ButtonLink>
        )}
      </div>
      <AccessLog log={order.log} />
    </div>
  )
}

type ResetProps = {
  order: OwnOrder
  claim: { orderNo: string; phone: string; queryPassword: string }
  onChange: (order: OwnOrder) => void
}

/** The first time the mailbox is collected, later its password is replaced: either way a new one is shown, once. */
function Reset({ order, claim, onChange }: ResetProps) {
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const take = useTakeAccount()
  const putAway = useShownOnce(state => state.putAway)
  const navigate = useNavigate()
  const run = async (body: { collect: true } | { resetPassword: true }) => {
    const { order: now, account } = await api.openOrder({ body: { ...claim, ...body } })
    if (account) {
      await take(order.orderNo, account)
      setSecret(account.password)
    }
    onChange(now)
  }
  return (
    <>
      <Button size="small" icon={<KeyRound aria-hidden />} onClick={() => setAsking(true)}>
        {order.claimed ? '重设邮箱密码' : '取邮箱密码'}
      </Button>
      <LossDialog
        open={asking}
        title={order.claimed ? `重设 ${order.address} 的密码？` : `取 ${order.address} 的密码？`}
        action={order.claimed ? '重设' : '取密码'}
        onClose={() => setAsking(false)}
        onConfirm={() => run(order.claimed ? { resetPassword: true } : { collect: true })}
      >
        <p className="muted">
          {order.claimed
            ? '旧密码马上失效，已经登录的设备都会退出。新密码只显示一次。'
            : '密码只显示一次，请准备好存下来。'}
        </p>
      </LossDialog>
      <SecretOnce
        title={`${order.address} 的密码`}
        says="只显示这一次，请存好。邮箱已在这台设备上登录。"
        secret={secret}
        onClose={() => {
          setSecret(null)
          putAway(order.orderNo)
          void navigate(storePath({ tab: 'orders' }), { replace: true })
        }}
      />
    </>
  )
}
