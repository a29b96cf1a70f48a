/** SQL of batch edits: what a change would alter, and altering only that. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/types.ts'
import { lastingAccount } from '../account/mailbox.ts'
import type { MailboxRow } from '../account/repository.ts'
import type { AccountMatch } from './account-repository.ts'

type Column = 'quota_bytes' | 'expires_at' | 'status' | 'may_send' | 'owner_id' | 'note'

/** Columns by the names that requests have for them. */
const fieldOf: Readonly<Record<Column, string>> = {
  quota_bytes: 'quotaMb',
  expires_at: 'expiresAt',
  status: 'status',
  may_send: 'maySend',
  owner_id: 'ownerId',
  note: 'note',
}

const columnsIn = (change: Partial<MailboxRow>): Column[] =>
  (Object.keys(fieldOf) as Column[]).filter(column => Object.hasOwn(change, column))

const differs = (column: Column, change: Partial<MailboxRow>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`mailbox.${column}`)} IS DISTINCT FROM ${change[column] ?? null}`

const howMany = (condition: RawBuilder<boolean>) =>
  sql<number>`coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`

export async function differences(
  match: AccountMatch,
  change: Partial<MailboxRow>,
  more: { resetPassword: boolean; toAccount: boolean },
): Promise<{ matched: number; changed: number; differing: Record<string, number> }> {
  const conditions = new Map<string, RawBuilder<boolean>>(
    columnsIn(change).map(column => [fieldOf[column], differs(column, change)]),
  )
  if (more.resetPassword) {
    conditions.set(
      'resetPassword',
      more.toAccount ? sql<boolean>`1 = 1` : sql<boolean>`mailbox.kind = 'account'`,
    )
  }
  if (more.toAccount) conditions.set('toAccount', sql<boolean>`mailbox.kind = 'temporary'`)
  const any = sql<boolean>`(${sql.join([...conditions.values()], sql` OR `)})`
  const names = [...conditions.keys()]
  const row: Record<string, unknown> = await match
    .select(eb => [eb.fn.countAll<number>().as('matched'), howMany(any).as('changed')])
    .select([...conditions.values()].map((condition, at) => howMany(condition).as(`field_${at}`)))
    .executeTakeFirstOrThrow()
  return {
    matched: Number(row.matched),
    changed: Number(row.changed),
    differing: Object.fromEntries(names.map((name, at) => [name, Number(row[`field_${at}`])])),
  }
}

/** Sets the columns of those that differ, and returns the ids of these. */
export async function updateDiffering(
  tx: Tx,
  ids: readonly string[],
  change: Partial<MailboxRow>,
): Promise<string[]> {
  const columns = columnsIn(change)
  if (columns.length === 0) return []
  const rows = await tx
    .updateTable('mailbox')
    .set(change)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(${sql.join(
        columns.map(column => differs(column, change)),
        sql` OR `,
      )})`,
    )
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Returns the owners of the domains of the selected mailboxes. */
export async function domainOwnersOf(match: AccountMatch): Promise<(string | null)[]> {
  const rows = await match
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .select('domain.owner_id')
    .distinct()
    .execute()
  return rows.map(row => row.owner_id)
}

/** Temporary addresses without a password. */
export const anyWithoutPassword = async (match: AccountMatch): Promise<boolean> =>
  (await match
    .select('mailbox.id')
    .where('mailbox.kind', '=', 'temporary')
    .where('mailbox.password_hash', 'is', null)
    .executeTakeFirst()) !== undefined

export const anyStopped = async (match: AccountMatch): Promise<boolean> =>
  (await match.select('mailbox.id').where('mailbox.status', '=', 'stopped').executeTakeFirst()) !== undefined

/** Makes accounts of those that are temporary addresses, and returns the ids of these. */
export async function turnIntoAccounts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('mailbox')
    .set(lastingAccount)
    .where('id', 'in', [...ids])
    .where('kind', '=', 'temporary')
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}
