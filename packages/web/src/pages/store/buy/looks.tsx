/** How a domain, a plan and a way to pay look as a card to choose. */
import type { PayOption, Plan, StoreDomain } from '@yanshu/contract'
import { Check, CreditCard, HandCoins, Ticket } from 'lucide-react'
import { fromPrice, priceHint, rightsText, roomText } from '../../../account/goods/words.ts'
import { yuanFigure } from '../../../ui/money.ts'
import { writtenDomain } from '../../../ui/written-domain.ts'
import styles from './choice.module.css'

export function DomainLook({ domain }: { domain: StoreDomain }) {
  return (
    <>
      <span className="mono">@{writtenDomain(domain.name)}</span>
      <small>¥{yuanFigure(fromPrice(domain.plans))} 起</small>
    </>
  )
}

export function PlanLook({ plan, price }: { plan: Plan; price: number }) {
  const hint = priceHint(plan, price)
  return (
    <>
      <span className={styles.head}>
        <b>{plan.name}</b>
        {plan.recommended && <span className={styles.tag}>多数人选</span>}
      </span>
      <span className={styles.price}>
        <i>¥</i>
        {yuanFigure(price)}
      </span>
      {hint && <small>{hint}</small>}
      <ul className={styles.has}>
        <li>
          <Check aria-hidden />
          {plan.days === null ? '长期有效' : `${plan.days} 天`}
        </li>
        <li>
          <Check aria-hidden />
          {plan.quotaMb === null ? '空间不限' : `${roomText(plan.quotaMb)} 空间`}
        </li>
        <li>
          <Check aria-hidden />
          {rightsText(plan.maySend)}
        </li>
      </ul>
    </>
  )
}

const icons = { card: Ticket, stripe: CreditCard, manual: HandCoins }

export function PayLook({ option }: { option: PayOption }) {
  const Icon = option.way === 'epay' ? null : icons[option.way]
  return (
    <>
      <span className={styles.tile} aria-hidden="true">
        {Icon ? <Icon /> : option.name.slice(0, 1)}
      </span>
      <span>
        <b>{option.name}</b>
        <small>{option.hint}</small>
      </span>
    </>
  )
}

export const payKey = (option: Pick<PayOption, 'way' | 'channel'>): string =>
  `${option.way}:${option.channel}`
