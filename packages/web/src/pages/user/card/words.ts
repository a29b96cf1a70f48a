/** A card code in words, short enough for a table. */
import type { CardRow, CardState, CardWorth } from '@yanshu/contract'
import { parseCardCode } from '@yanshu/contract'
import { yuanText } from '../../../ui/money.ts'

export const stateNames: Readonly<Record<CardState, string>> = {
  unused: '未使用',
  used: '已用完',
  disabled: '已停用',
  revoked: '已作废',
  expired: '已过期',
}

export const kindNames: Readonly<Record<CardWorth['kind'], string>> = {
  open: '开新邮箱',
  given: '开指定邮箱',
  renew: '续期',
  pay: '付订单',
}

type Terms = Pick<CardWorth, 'kind' | 'days' | 'quotaMb' | 'maySend' | 'balance'>

/** 30 天，512 MB，能发信 */
export function termsText({ kind, days, quotaMb, maySend, balance }: Terms): string {
  if (kind === 'pay') return `余额 ${yuanText(balance)}`
  const term = days === null ? '长期' : `${days} 天`
  if (kind !== 'open') return term
  return [term, ...(quotaMb === null ? [] : [`${quotaMb} MB`]), ...(maySend ? ['能发信'] : [])].join('，')
}

export function domainsText({ kind, domains }: Pick<CardWorth, 'kind' | 'domains'>): string {
  if (kind === 'pay') return '在商店付款'
  if (kind === 'given') return '备好的邮箱'
  if (domains.length === 0) return kind === 'renew' ? '不限域名' : '所有开放的域名'
  const [first = '', ...rest] = domains
  return rest.length === 0 ? `@${first}` : `@${first} 等 ${domains.length} 个域名`
}

/** A code can be told apart by its end; the rest is known to its holder alone. */
export const shownCode = (row: Pick<CardRow, 'tail'>): string => `····-${row.tail}`

/** Batches have no names; the end of the id tells them apart. */
export const batchName = (batchId: string): string => batchId.slice(-5).toUpperCase()

/** A whole code that was typed to be found: only its end goes into the URL, where others may see it. */
export function searchText(typed: string): string {
  return parseCardCode(typed)?.slice(-4) ?? typed
}

/** What can still be done with a code. */
export const canChange = (row: Pick<CardRow, 'state'>): boolean =>
  row.state !== 'used' && row.state !== 'revoked'
export const canDelete = (row: Pick<CardRow, 'usedAt'>): boolean => row.usedAt === null
