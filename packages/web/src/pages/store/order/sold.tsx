/** Shows the bought mailbox: the address, its password until it is put away, and its letters as they come. */
import type { OwnOrder } from '@yanshu/contract'
import { Info, Maximize2 } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useAddressBook } from '../../../account/address-book.ts'
import { rightsText, roomText } from '../../../account/goods/words.ts'
import { usePublicWays } from '../../../account/public-ways.ts'
import { apiWith } from '../../../api/index.ts'
import { alertOf } from '../../../mail/alerts.ts'
import { MailLive, useLive } from '../../../mail/live.tsx'
import { useMailboxes } from '../../../mail/queries.ts'
import { type MailSource, MailSourceProvider, useMailSource } from '../../../mail/source.tsx'
import { TicketStamp } from '../../../mail/ticket/ticket-stamp.tsx'
import { addressPath, authPath, storePath } from '../../../site/paths.ts'
import { AddressText } from '../../../ui/address-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyButton, CopyIcon } from '../../../ui/copy-button.tsx'
import { DoubleRule } from '../../../ui/double-rule.tsx'
import { LiveDot } from '../../../ui/live-dot.tsx'
import { QrStamp } from '../../../ui/qr-stamp.tsx'
import { Bone, Empty } from '../../../ui/states.tsx'
import { dateText } from '../../../ui/time-text.ts'
import type { KeptOrder } from './kept-orders.ts'
import { useShownOnce } from './shown-once.ts'
import styles from './sold.module.css'
import { SoldInbox } from './sold-inbox.tsx'
import { useCollect } from './use-order.ts'

const STAMP = 116

export function Sold({ kept, order }: { kept: KeptOrder; order: OwnOrder }) {
  const collected = useCollect(kept, order)
  const password = useShownOnce(state => state.passwords[order.orderNo])
  const token = useAddressBook(state => state.book.find(entry => entry.address === order.address)?.token)
  const source = useMemo<MailSource | null>(
    () => (token === undefined ? null : { key: order.address, token, ...apiWith(token) }),
    [order.address, token],
  )
  const face = (
    <Face order={order} password={password} waiting={collected.isFetching} live={source !== null} />
  )
  return (
    <>
      <section className={styles.envelope} aria-label="买到的邮箱">
        {source ? (
          <MailSourceProvider value={source}>
            <MailLive
              key={order.address}
              onArrival={mails => alertOf(mails, { pathOf: () => location.href, open: () => undefined })}
            >
              {face}
              <DoubleRule className={styles.rule ?? ''} />
              <SoldInbox orderNo={order.orderNo} />
            </MailLive>
          </MailSourceProvider>
        ) : (
          <>
            {face}
            <DoubleRule className={styles.rule ?? ''} />
            {collected.isFetching ? (
              <div className={styles.away}>
                <Bone width="60%" />
              </div>
            ) : (
              <Empty text="这台设备上没有登录这个邮箱，用它的密码打开。">
                <Link to={authPath('email')}>去登录</Link>
              </Empty>
            )}
          </>
        )}
      </section>
      <p className={styles.keep}>
        <Info aria-hidden />
        <span>
          {password !== undefined && '密码留到收起它或关掉这个标签页为止，请先存好。'}忘了密码，可凭手机号{' '}
          <span className="mono">{kept.phone}</span> 和查询密码重设。
        </span>
        <Link to={storePath({ tab: 'orders' })}>去查订单</Link>
      </p>
    </>
  )
}

type FaceProps = { order: OwnOrder; password: string | undefined; waiting: boolean; live: boolean }

function Face({ order, password, waiting, live }: FaceProps) {
  const { state } = useLive()
  const ways = usePublicWays()
  const opens = addressPath({ address: order.address })
  return (
    <div className={styles.face}>
      <div className="grow">
        {live && (
          <LiveDot on={state === 'live'}>
            {state === 'live' ? '正在收信' : state === 'waiting' ? '断开了，正在重连' : '正在连接'}
          </LiveDot>
        )}
        <p className={styles.address} style={{ ['--chars' as string]: order.address.length }}>
          <AddressText address={order.address} />
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>密码</dt>
            <dd>
              <Password orderNo={order.orderNo} password={password} waiting={waiting} />
            </dd>
          </div>
          <div>
            <dt>到期</dt>
            <dd>{order.expiresAt === null ? '长期有效' : dateText(order.expiresAt)}</dd>
          </div>
          <div>
            <dt>空间</dt>
            <dd>{roomText(order.quotaMb)}</dd>
          </div>
          <div>
            <dt>能做的事</dt>
            <dd>{rightsText(order.maySend)}</dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <CopyButton kind="primary" size="large" text={order.address} label="复制地址" />
          {password !== undefined && (
            <CopyButton size="large" text={`${order.address} ${password}`} label="连同密码一起复制" />
          )}
          {live && ways.use && !ways.account && (
            <ButtonLink kind="quiet" size="large" icon={<Maximize2 aria-hidden />} to={opens}>
              整屏阅读
            </ButtonLink>
          )}
        </div>
      </div>
      <div className={styles.stamp}>
        {live ? (
          <LiveStamp address={order.address} />
        ) : (
          <figure>
            <QrStamp
              text={ways.use ? `${window.location.origin}${opens}` : order.address}
              label={`${order.address} 的二维码`}
              size={STAMP}
            />
            <figcaption>{ways.use ? '扫码，用密码在手机上打开' : '手机扫码抄地址'}</figcaption>
          </figure>
        )}
      </div>
    </div>
  )
}

/** Where this device is logged in to the mailbox, a phone goes on without its password. */
function LiveStamp({ address }: { address: string }) {
  const { api } = useMailSource()
  const mailbox = useMailboxes().data?.list[0]?.id ?? null
  return <TicketStamp api={api} mailbox={mailbox} address={address} size={STAMP} says="手机扫码接着用" />
}

function Password({
  orderNo,
  password,
  waiting,
}: {
  orderNo: string
  password: string | undefined
  waiting: boolean
}) {
  const putAway = useShownOnce(state => state.putAway)
  if (password !== undefined) {
    return (
      <span className={styles.password}>
        <code>{password}</code>
        <CopyIcon text={password} label="复制密码" />
        <Button size="small" kind="quiet" onClick={() => putAway(orderNo)}>
          已存好，收起
        </Button>
      </span>
    )
  }
  if (waiting) return <span className="muted">正在取</span>
  return <span className="muted">已经显示过</span>
}
