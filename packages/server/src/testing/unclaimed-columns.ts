/** Finds columns that name a mailbox, a system account or a domain and that no room has declared. */
import type { Belonging } from '../ledger/life/belonging.ts'

export type Column = { readonly table: string; readonly column: string }

/** The usual names of such columns, and the tables that a foreign key may refer to. */
const naming =
  /(^|_)(mailbox_id|account_id|owner_id|owner_key|sender_key|domain_id|domain_ids|seller_id|scope_id|about_id|actor_id|acted_by)$|^scope$/

export function unclaimedColumns(
  columns: readonly (Column & { readonly refersTo: string | null })[],
  belongings: readonly Belonging[],
): string[] {
  const claimed = new Set(belongings.map(({ table, column }) => `${table}.${column}`))
  return columns
    .filter(
      ({ column, refersTo }) =>
        naming.test(column) || ['mailbox', 'sys_account', 'domain'].includes(refersTo ?? ''),
    )
    .map(({ table, column }) => `${table}.${column}`)
    .filter(name => !claimed.has(name))
}
