/** A card code in words, short enough for a table. */
import type { CardBatch, CardRow, CardWorth } from '@yanshu/contract'
import { parseCardCode } from '@yanshu/contract/card-code'
import { roomText } from '../../../account/goods/words.ts'
import { yuanText } from '../../../ui/money.ts'

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
  return [term, ...(quotaMb === null ? [] : [roomText(quotaMb)]), ...(maySend ? ['能发信'] : [])].join('，')
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

/** The end of its id tells a batch apart. */
export const batchName = (batchId: string): string => batchId.slice(-5).toUpperCase()

/** A batch is called what its maker noted on it. */
export const batchTitle = ({ id, note }: Pick<CardBatch, 'id' | 'note'>): string =>
  note || `批次 ${batchName(id)}`

/** 开新邮箱，30 天，1024 MB；付订单，每张 ¥10 */
export const offerText = ({ amount, ...batch }: Omit<Terms, 'balance'> & { amount: number }): string =>
  `${kindNames[batch.kind]}，${batch.kind === 'pay' ? `每张 ${yuanText(amount)}` : termsText({ ...batch, balance: 0 })}`

/** A whole code that was typed to be found: only its end goes into the URL, where others may see it. */
export function searchText(typed: string): string {
  return parseCardCode(typed)?.slice(-4) ?? typed
}

/** Tells which actions a code still allows. */
export const canChange = (row: Pick<CardRow, 'state'>): boolean =>
  row.state !== 'used' && row.state !== 'revoked'
export const canDelete = (row: Pick<CardRow, 'usedAt'>): boolean => row.usedAt === null
