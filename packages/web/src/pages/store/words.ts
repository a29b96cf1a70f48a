/** What is sold, in words. */
import type { OrderState, Plan } from '@yanshu/contract'
import dayjs from 'dayjs'
import { yuanFigure } from '../../ui/money.ts'
import { countdownText } from '../../ui/time-text.ts'

export const orderStateNames: Readonly<Record<OrderState, string>> = {
  pending: '待支付',
  paid: '已支付',
  done: '已开通',
  closed: '已关闭',
  refunded: '已退款',
}

/** 5 GB, 512 MB, 不限 */
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

/** Until when one has it who pays at `from`. */
export function endText(days: number | null, from: Date): string {
  return days === null ? '长期有效' : dayjs(from).add(days, 'day').format('YYYY年M月D日')
}

/** 14:32, or 23 小时 59 分: a countdown that cannot be read the other way. */
export function holdText(seconds: number): string {
  if (seconds < 3_600) return countdownText(seconds)
  return `${Math.floor(seconds / 3_600)} 小时 ${Math.floor((seconds % 3_600) / 60)} 分`
}

const DAYS_IN_MONTH = 365 / 12

/** The line under a price: the seller's own words, else what it comes to a month. */
export function priceHint(plan: Pick<Plan, 'hint' | 'days'>, price: number): string {
  if (plan.hint !== '') return plan.hint
  if (plan.days === null) return '一次付清'
  const months = Math.round(plan.days / DAYS_IN_MONTH)
  return months < 2 ? `${plan.days} 天` : `合每月 ¥${yuanFigure(Math.round(price / months))}`
}

/** The price a domain's plans begin at. */
export function fromPrice(plans: readonly Plan[]): number {
  return Math.min(...plans.map(plan => plan.price))
}
