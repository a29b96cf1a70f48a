/** A plan: what it says, how it is shown, and who may offer what. */
import type { PlanRow as ShownPlan } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { commerceWords } from '../words/words.ts'
import type { PlanRow, SoldPlan } from './repository.ts'

const megabyte = 1_048_576

const mb = (bytes: number | null): number | null => (bytes === null ? null : Math.round(bytes / megabyte))
export const bytes = (quotaMb: number | null): number | null => (quotaMb === null ? null : quotaMb * megabyte)

export const planInStore = (row: PlanRow) => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  days: row.days,
  price: row.price,
  renewPrice: row.renew_price,
  quotaMb: mb(row.quota_bytes),
  maySend: row.may_send === 1,
  recommended: row.recommended === 1,
})

export const fieldsOf = (row: PlanRow): PlanFields => {
  const { id: _, ...fields } = planInStore(row)
  return { ...fields, onSale: row.on_sale === 1 }
}

export const shownPlan = (row: SoldPlan): ShownPlan => ({
  ...planInStore(row),
  domainId: row.domain_id,
  onSale: row.on_sale === 1,
  sold: Number(row.sold),
})

export type PlanFields = {
  name: string
  hint: string
  days: number | null
  price: number
  renewPrice: number
  quotaMb: number | null
  maySend: boolean
  recommended: boolean
  onSale: boolean
}

export const columnsOf = (fields: Partial<PlanFields>): Partial<PlanRow> => ({
  ...(fields.name === undefined ? {} : { name: fields.name }),
  ...(fields.hint === undefined ? {} : { hint: fields.hint }),
  ...(fields.days === undefined ? {} : { days: fields.days }),
  ...(fields.price === undefined ? {} : { price: fields.price }),
  ...(fields.renewPrice === undefined ? {} : { renew_price: fields.renewPrice }),
  ...(fields.quotaMb === undefined ? {} : { quota_bytes: bytes(fields.quotaMb) }),
  ...(fields.maySend === undefined ? {} : { may_send: flag(fields.maySend) }),
  ...(fields.recommended === undefined ? {} : { recommended: flag(fields.recommended) }),
  ...(fields.onSale === undefined ? {} : { on_sale: flag(fields.onSale) }),
})

/** Nobody sells what they do not have. */
export function checkRights(caller: AccountCaller, fields: Partial<PlanFields>): void {
  if (caller.role === 'admin') return
  if (fields.maySend && !caller.can.send) throw invalidField('maySend', commerceWords.planMayNotSend)
  const { storageMb } = caller.limits
  if (fields.quotaMb === undefined || storageMb === null) return
  if ((fields.quotaMb ?? Number.POSITIVE_INFINITY) > storageMb)
    throw invalidField('quotaMb', commerceWords.quotaAtMost(storageMb))
}
