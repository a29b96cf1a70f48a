/**
 * The values of the form for a batch, and the request made from them: each kind of code has fields of its
 * own.
 */
import type { BodyOf, Calls, CardKind, CardWorth } from '@yanshu/contract'
import type { Dayjs } from 'dayjs'
import { centsOf } from '../../../ui/money.ts'
import type { Ordered } from './codes-file.ts'

export type MakeValues = {
  kind: CardKind
  count: number
  days: number | null
  uses: number
  domains: string[]
  mailboxIds: string[]
  yuan: number | null
  quotaMb: number | null
  maySend: boolean
  expiresAt: Dayjs | null
  note: string
}

export const newBatch: MakeValues = {
  kind: 'open',
  count: 10,
  days: 30,
  uses: 1,
  domains: [],
  mailboxIds: [],
  yuan: 10,
  quotaMb: 1024,
  maySend: false,
  expiresAt: null,
  note: '',
}

/** Returns the properties of the batch, for the words on the page and the columns of the file. */
export function orderOf(values: MakeValues): Ordered {
  const { kind } = values
  const opens = kind === 'open'
  const several = opens || kind === 'renew'
  const days = kind === 'renew' ? (values.days ?? newBatch.days) : values.days
  return {
    kind,
    days: kind === 'pay' ? null : days,
    amount: kind === 'pay' ? centsOf(values.yuan ?? 0) : null,
    uses: several ? values.uses : 1,
    domains: several ? values.domains : [],
    quotaMb: opens ? values.quotaMb : null,
    maySend: opens && values.maySend,
    expiresAt: values.expiresAt?.endOf('day').toISOString() ?? null,
    note: values.note,
  }
}

export function bodyOf(values: MakeValues): BodyOf<Calls['createCard']> {
  const { amount, domains, ...order } = orderOf(values)
  return {
    ...order,
    count: values.count,
    ...(domains.length > 0 && { domains: [...domains] }),
    ...(amount !== null && { amount }),
    ...(values.kind === 'given' && { mailboxIds: values.mailboxIds }),
  }
}

/** The batch as one of its codes. */
export function worthOf(
  values: MakeValues,
): Pick<CardWorth, 'kind' | 'days' | 'quotaMb' | 'maySend' | 'balance'> {
  const { kind, days, quotaMb, maySend, amount } = orderOf(values)
  return { kind, days, quotaMb, maySend, balance: amount ?? 0 }
}
