/** Codes as files: one a line, or a table that spreadsheets open. */
import type { CardKind } from '@yanshu/contract'
import { csvDocument } from '@yanshu/contract/csv'
import dayjs from 'dayjs'
import { kindNames } from './words.ts'

/** The properties of a batch, for the columns beside each code. */
export type Ordered = {
  kind: CardKind
  days: number | null
  /** In 分, of codes that pay. */
  amount: number | null
  uses: number
  domains: readonly string[]
  quotaMb: number | null
  maySend: boolean
  expiresAt: string | null
  note: string
}

export const txtOf = (codes: readonly string[]): string => `${codes.join('\r\n')}\r\n`

const heads = ['卡密', '用途', '天数', '金额', '可用次数', '域名', '容量 MB', '发信', '最晚使用', '备注']

const daysText = ({ kind, days }: Ordered): string =>
  kind === 'pay' ? '' : days === null ? '长期' : String(days)

export function csvOf(codes: readonly string[], ordered: Ordered): string {
  const rest = [
    kindNames[ordered.kind],
    daysText(ordered),
    ordered.amount === null ? '' : (ordered.amount / 100).toFixed(2),
    String(ordered.uses),
    ordered.domains.join(' '),
    ordered.quotaMb === null ? '' : String(ordered.quotaMb),
    ordered.maySend ? '能' : '',
    ordered.expiresAt === null ? '' : dayjs(ordered.expiresAt).format('YYYY-MM-DD HH:mm'),
    ordered.note,
  ]
  return csvDocument([heads, ...codes.map(code => [code, ...rest])])
}
