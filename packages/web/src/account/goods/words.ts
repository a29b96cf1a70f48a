/** Puts goods into words. */
import type { OrderState, Plan } from '@yanshu/contract'
import dayjs from 'dayjs'
import { countdownText } from '../../ui/countdown-text.ts'
import { yuanFigure } from '../../ui/money.ts'

export const orderStateNames: Readonly<Record<OrderState, string>> = {
  pending: '待支付',
  paid: '已支付',
  done: '已开通',
  closed: '已关闭',
  refunded: '已退款',
}

/** Returns 5 GB, 512 MB or 不限. */
export function roomText(quotaMb: number | null): string {
  if (quotaMb === null) return '不限'
  if (quotaMb < 1024) return `${quotaMb} MB`
  return `${(quotaMb / 1024).toLocaleString('zh-CN', { maximumFractionDigits: 1 })} GB`
}

export function rightsText(maySend: boolean): string {
  return maySend ? '收信、发信' : '只收信'
}

export function termText(days: number | null): string {
  return days === null ? '长期' : `${days} 天`
}

/** Returns the end of the term for a payment at `from`. */
export function endText(days: number | null, from: Date): string {
  return days === null ? '长期有效' : dayjs(from).add(days, 'day').format('YYYY年M月D日')
}

/** Returns 14 分 32 秒 or 23 小时 59 分, and never days, which would be rounded. */
export function holdText(seconds: number): string {
  if (seconds < 3_600) return countdownText(seconds)
  return `${Math.floor(seconds / 3_600)} 小时 ${Math.floor((seconds % 3_600) / 60)} 分`
}

const DAYS_IN_MONTH = 365 / 12

/** Returns the line under a price: the seller's own words, else the price per month; empty for a term of one month. */
export function priceHint(plan: Pick<Plan, 'hint' | 'days'>, price: number): string {
  if (plan.hint !== '') return plan.hint
  if (plan.days === null) return '一次付清'
  const months = Math.round(plan.days / DAYS_IN_MONTH)
  return months < 2 ? '' : `合每月 ¥${yuanFigure(Math.round(price / months))}`
}

/** Returns the lowest price of a domain's plans. */
export function fromPrice(plans: readonly Plan[]): number {
  return Math.min(...plans.map(plan => plan.price))
}
