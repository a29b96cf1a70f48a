import type { MailboxKind, MailboxStatus } from '@yanshu/contract'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { containing, containingPlain } from '../../database/like.ts'
import { preparedList, preparedOne } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { noteTally } from '../../ledger/tally/tally.ts'
import type { Rests } from '../rest/resting-names.ts'
import { dropHolds, takeAddress, takeAddresses } from './hold-repository.ts'
import type { MailboxTable } from './table.ts'

export type MailboxRow = Selectable<MailboxTable>

export const findMailbox = preparedOne((query, id: string) =>
  query.selectFrom('mailbox').selectAll().where('id', '=', id),
)

/** Nobody gives it to another, or stops it, before the transaction ends. */
export function lockMailbox(tx: Tx, kind: DatabaseKind, id: string): Promise<MailboxRow | undefined> {
  const found = tx.selectFrom('mailbox').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/**
 * Whoever changes mails or folders of mailboxes holds these first, in one order everywhere. Then nobody else moves,
 * numbers or removes their mails meanwhile, none arrive, and two transactions never wait for each other crosswise.
 */
export async function lockMailboxes(tx: Tx, kind: DatabaseKind, ids: readonly string[]): Promise<void> {
  if (kind !== 'postgres' || ids.length === 0) return
  await tx
    .selectFrom('mailbox')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Those of the addresses that are not free. */
export async function takenAddresses(query: Query, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await query
    .selectFrom('mailbox')
    .select('address')
    .where('address', 'in', [...addresses])
    .execute()
  return new Set(rows.map(row => row.address))
}

export const findMailboxesByAddresses = preparedList((query, addresses: string[]) =>
  query.selectFrom('mailbox').selectAll().where('address', 'in', addresses),
)

export const findMailboxByAddress = async (query: Query, address: string): Promise<MailboxRow | undefined> =>
  (await findMailboxesByAddresses(query, [address]))[0]

/**
 * Takes away again what was made of names that rest. Asked after the mailboxes are there: whoever was about to remove the
 * ones before has done so by then, and its rests are seen.
 */
async function withoutResting<Row extends Pick<MailboxRow, 'id' | 'address' | 'owner_id'>>(
  tx: Tx,
  resting: Rests,
  made: readonly Row[],
  now: number,
): Promise<Row[]> {
  const claims = made.map(({ address, owner_id: ownerId }) => ({ address, ownerId }))
  const rests = await resting.restsOf(tx, claims, now)
  if (rests.size === 0) return [...made]
  const refused = made.filter(row => rests.has(row.address)).map(row => row.id)
  await tx.deleteFrom('mailbox').where('id', 'in', refused).execute()
  return made.filter(row => !rests.has(row.address))
}

/** False when the address is taken, kept for another than the given holder, or rests. */
export async function insertMailbox(
  tx: Tx,
  resting: Rests,
  row: MailboxRow,
  holder: string = row.id,
): Promise<boolean> {
  const { address, created_at: now } = row
  if (!(await takeAddress(tx, { address, holder, until: now }, now))) return false
  const inserted = await tx
    .insertInto('mailbox')
    .values(row)
    .onConflict(oc => oc.column('address').doNothing())
    .executeTakeFirst()
  await dropHolds(tx, [address])
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  const made = await withoutResting(tx, resting, [row], now)
  if (made.length === 0) return false
  await noteTally(tx, [{ what: 'created', mailboxId: null, ownerId: row.owner_id }], now)
  return true
}

/**
 * Inserts the mailboxes whose address is free and held for nobody, and returns their ids. The first of
 * several with one address is inserted.
 */
export async function insertMailboxes(
  tx: Tx,
  resting: Rests,
  given: readonly MailboxRow[],
): Promise<Set<string>> {
  const rows = [...new Map(given.toReversed().map(row => [row.address, row])).values()].toReversed()
  const now = rows[0]?.created_at
  if (now === undefined) return new Set()
  const taken = await takeAddresses(
    tx,
    rows.map(({ address, id }) => ({ address, holder: id })),
    now,
  )
  const free = rows.filter(row => taken.has(row.address))
  if (free.length === 0) return new Set()
  const inserted = await tx
    .insertInto('mailbox')
    .values(free)
    .onConflict(oc => oc.column('address').doNothing())
    .returning(['id', 'address', 'owner_id'])
    .execute()
  await dropHolds(tx, [...taken])
  const made = await withoutResting(tx, resting, inserted, now)
  const entries = made.map(row => ({ what: 'created' as const, mailboxId: null, ownerId: row.owner_id }))
  await noteTally(tx, entries, now)
  return new Set(made.map(row => row.id))
}

export async function updateMailbox(tx: Tx, id: string, change: Partial<MailboxRow>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('mailbox').set(change).where('id', '=', id).execute()
}

export async function setMailboxPassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.updateTable('mailbox').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** False when the password is no longer the one that was verified, or the mailbox is gone. */
export async function markMailboxLogin(
  tx: Tx,
  verified: Pick<MailboxRow, 'id' | 'password_hash'>,
  now: number,
): Promise<boolean> {
  const marked = await tx
    .updateTable('mailbox')
    .set({ last_login_at: now })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/** Mailboxes with the name of their domain, cut down to what a scope reaches. Deleted ones are not there. */
export function scopedMailboxes(query: Query, scope: Scope) {
  return inScope(
    query
      .selectFrom('mailbox')
      .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
      .leftJoin('sys_account', 'sys_account.id', 'mailbox.owner_id')
      .selectAll('mailbox')
      .select([
        'domain.name as domain',
        'domain.owner_id as domain_owner',
        'sys_account.username as owner_name',
      ])
      .where('mailbox.deleted_at', 'is', null),
    scope,
  )
}

type Narrowing<Self> = {
  where(column: 'mailbox.owner_id' | 'mailbox.id', operator: '=', value: string): Self
}

/** Cuts rows of mailboxes down to what a scope reaches. */
export function inScope<Rows extends Narrowing<Rows>>(rows: Rows, scope: Scope): Rows {
  switch (scope.kind) {
    case 'all':
      return rows
    case 'owner':
      return rows.where('mailbox.owner_id', '=', scope.accountId)
    case 'mailbox':
      return rows.where('mailbox.id', '=', scope.mailboxId)
  }
}

export const findScopedMailbox = (query: Query, scope: Scope, id: string) =>
  scopedMailboxes(query, scope).where('mailbox.id', '=', id).executeTakeFirst()

/** Those of them that a scope reaches. */
export const findScopedMailboxes = (query: Query, scope: Scope, ids: readonly string[]) =>
  scopedMailboxes(query, scope)
    .where('mailbox.id', 'in', [...ids])
    .execute()

export async function listMailboxes(query: Query, scope: Scope, page: number, pageSize: number) {
  const rows = await scopedMailboxes(query, scope)
    .orderBy('mailbox.pinned', 'desc')
    .orderBy('mailbox.created_at', 'desc')
    .orderBy('mailbox.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await inScope(
    query
      .selectFrom('mailbox')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('mailbox.deleted_at', 'is', null),
    scope,
  ).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export function searchMailboxes(query: Query, scope: Scope, text: string, limit: number) {
  return scopedMailboxes(query, scope)
    .where(eb => matchingText(eb, text, scope))
    .orderBy('mailbox.address')
    .limit(limit)
    .execute()
}

/**
 * Addresses are stored in small letters; notes are stored as written, and mostly empty. A caller who reaches
 * only one mailbox came with its password and does not see its note, so a search must not reveal the note
 * either.
 */
export const matchingText = (eb: ExpressionBuilder<Schema, 'mailbox'>, text: string, scope: Scope) => {
  const inAddress = containingPlain(eb.ref('mailbox.address'), text.toLowerCase())
  if (scope.kind === 'mailbox') return inAddress
  return eb.or([inAddress, eb.and([eb('mailbox.note', '!=', ''), containing(eb.ref('mailbox.note'), text)])])
}

export async function mailboxIdsOf(query: Query, accountIds: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom('mailbox')
    .select('id')
    .where('owner_id', 'in', [...accountIds])
    .execute()
  return rows.map(row => row.id)
}

export type NewMailbox = {
  id: string
  localPart: string
  domain: { id: string; name: string }
  kind: MailboxKind
  status?: MailboxStatus
  ownerId: string | null
  passwordHash: string | null
  note: string
  now: number
} & Pick<MailboxRow, 'expires_at' | 'end_after_mails' | 'end_after_code'>

export const newMailboxRow = (mailbox: NewMailbox): MailboxRow => ({
  id: mailbox.id,
  address: `${mailbox.localPart}@${mailbox.domain.name}`,
  local_part: mailbox.localPart,
  domain_id: mailbox.domain.id,
  kind: mailbox.kind,
  status: mailbox.status ?? 'active',
  owner_id: mailbox.ownerId,
  password_hash: mailbox.passwordHash,
  note: mailbox.note,
  may_send: 0,
  quota_bytes: null,
  used_bytes: 0,
  unread: 0,
  received: 0,
  pinned: 0,
  expires_at: mailbox.expires_at,
  end_after_mails: mailbox.end_after_mails,
  end_after_code: mailbox.end_after_code,
  created_at: mailbox.now,
  last_login_at: null,
  deleted_at: null,
  uid_validity: 0,
})
