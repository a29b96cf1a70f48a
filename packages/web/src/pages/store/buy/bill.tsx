/** The envelope being addressed, which is the bill: what, until when, how much. */
import type { Plan } from '@yanshu/contract'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { endText, rightsText, roomText } from '../../../account/goods/words.ts'
import { minutesText } from '../../../mail/address/minutes-text.ts'
import { cx } from '../../../ui/cx.ts'
import { DoubleRule } from '../../../ui/double-rule.tsx'
import { yuanText } from '../../../ui/money.ts'
import { useNow } from '../../../ui/use-now.ts'
import { writtenDomain } from '../../../ui/written-domain.ts'
import styles from './bill.module.css'

const GOOSE =
  'M4.6 23.2c4.9 1.3 10 .7 13.3-3 2.4-2.7 2.7-6.7 4.5-8.2.6-.5 1.3-.6 2-.4l3 .5c-.5-1.3-1.7-2.5-3.3-2.6-2-.1-3.5 1.3-4.3 3.3-.5 1.3-.9 2.7-1.5 4C16.2 11.6 12.2 7.5 6 5.6c.2 6 2.3 10.7 6 14.6-2.4 1.4-4.9 2.3-7.4 3z'

type BillProps = {
  name: string
  domain: string
  plan: Plan
  renew: boolean
  namePrice: number
  holdMinutes: number
  /** Somebody looks whether the money came. */
  byHand: boolean
  /** The button, which on a phone stands at the foot of the screen instead. */
  children: ReactNode
}

export const totalOf = (plan: Plan, renew: boolean, namePrice: number): number =>
  renew ? plan.renewPrice : plan.price + namePrice

export function Bill({ name, domain, plan, renew, namePrice, holdMinutes, byHand, children }: BillProps) {
  const now = useNow(60_000)
  const held = minutesText(holdMinutes)
  return (
    <aside className={styles.bill} aria-label="订单">
      <div className={styles.cover}>
        <div className={styles.boxes} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
        <svg className={styles.mark} viewBox="0 0 60 70" aria-hidden="true">
          <g transform="translate(11 17) scale(1.19)">
            <path d={GOOSE} />
          </g>
        </svg>
        <p className="mono">
          <b className={cx('clip', styles.named, name === '' && 'muted')}>{name || '你的名字'}</b>
          <span className="clip">@{writtenDomain(domain)}</span>
        </p>
        <small>
          {renew ? '续费' : `自 ${dayjs(now).format('M月D日')} 起`}，{rightsText(plan.maySend)}
        </small>
      </div>
      <dl className={styles.lines}>
        <div>
          <dt>
            {plan.name}，{plan.quotaMb === null ? '空间不限' : roomText(plan.quotaMb)}
          </dt>
          <dd>{yuanText(renew ? plan.renewPrice : plan.price)}</dd>
        </div>
        {!renew && namePrice > 0 && (
          <div>
            <dt>靓号，一次付清</dt>
            <dd>{yuanText(namePrice)}</dd>
          </div>
        )}
        <div>
          <dt>{renew ? '续多久' : '到期'}</dt>
          <dd>{renew ? (plan.days === null ? '不再到期' : `${plan.days} 天`) : endText(plan.days, now)}</dd>
        </div>
      </dl>
      <DoubleRule className={styles.rule ?? ''} />
      <p className={styles.sum}>
        <span>应付</span>
        <b>
          <small>¥</small>
          {yuanText(totalOf(plan, renew, namePrice)).slice(1)}
        </b>
      </p>
      {children}
      <p className={`tiny muted ${styles.hint}`}>
        {renew
          ? '从现在的到期日往后加；已经到期的从付款那天算起。'
          : byHand
            ? `收款确认后邮箱就在这一页打开。名字替你留 ${held}。`
            : `付完邮箱就在这一页打开。名字替你留 ${held}。`}
      </p>
    </aside>
  )
}
