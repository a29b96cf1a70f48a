import type { SysRole, SysStatus } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import { flag } from '../../database/schema.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { SysAccountTable } from './table.ts'

export type AccountRow = Selectable<SysAccountTable>

export const findAccount = (query: Query, id: string): Promise<AccountRow | undefined> =>
  query.selectFrom('sys_account').selectAll().where('id', '=', id).executeTakeFirst()

export const findAccountByName = (query: Query, username: string): Promise<AccountRow | undefined> =>
  query.selectFrom('sys_account').selectAll().where('username', '=', username).executeTakeFirst()

/**
 * Locks the account. Code that adds things of which an account may have a limited number locks the account
 * first, so that two additions at once cannot both use the last free place. On SQLite there is only one
 * writer anyway.
 */
export async function lockAccount(tx: Tx, kind: DatabaseKind, id: string): Promise<void> {
  if (kind !== 'postgres') return
  await tx.selectFrom('sys_account').select('id').where('id', '=', id).forUpdate().execute()
}

/** False when the user name is taken. */
export async function insertAccount(tx: Tx, row: AccountRow): Promise<boolean> {
  const made = await tx
    .insertInto('sys_account')
    .values(row)
    .onConflict(oc => oc.column('username').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export type AccountChange = Partial<
  Pick<
    AccountRow,
    'username' | 'role' | 'status' | 'note' | 'pages' | 'abilities' | 'limits' | 'password_hash'
  >
>

export async function updateAccount(tx: Tx, id: string, change: AccountChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('sys_account').set(change).where('id', '=', id).execute()
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sys_account').where('id', '=', id).execute()
}

export async function setAccountPassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.updateTable('sys_account').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** False when the password is no longer the one that was verified, or the account is gone. */
export async function markLogin(
  tx: Tx,
  verified: Pick<AccountRow, 'id' | 'password_hash'>,
  now: number,
): Promise<boolean> {
  const marked = await tx
    .updateTable('sys_account')
    .set({ last_login_at: now })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/**
 * Counts the admins who can act. On PostgreSQL their rows are locked first, so that two admins who demote each other
 * at the same moment cannot both find the other still there; on SQLite writers are alone anyway.
 */
export async function countActingAdmins(tx: Tx, lockRows: boolean): Promise<number> {
  let admins = tx
    .selectFrom('sys_account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
  if (lockRows) admins = admins.forUpdate()
  return (await admins.execute()).length
}

/** The admin to whom belongs what comes in for the site itself: the first one that is active. */
export async function findKeeper(query: Query): Promise<string | null> {
  const row = await query
    .selectFrom('sys_account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function anyAdminExists(query: Query): Promise<boolean> {
  const row = await query
    .selectFrom('sys_account')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setTotp(
  tx: Tx,
  id: string,
  totp: { secret: string | null; on: boolean; recoveryCodes: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('sys_account')
    .set({
      totp_secret: totp.secret,
      totp_on: flag(totp.on),
      recovery_codes: JSON.stringify(totp.recoveryCodes),
    })
    .where('id', '=', id)
    .execute()
}

/** True for the one who uses this step first. */
export async function spendTotpStep(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'totp_last_step'>,
  step: number,
): Promise<boolean> {
  const moved = await tx
    .updateTable('sys_account')
    .set({ totp_last_step: step })
    .where('id', '=', account.id)
    .where('totp_last_step', '=', account.totp_last_step)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** True for the one who uses this recovery code first. */
export async function spendRecoveryCode(tx: Tx, id: string, digest: string): Promise<boolean> {
  for (;;) {
    const row = await tx
      .selectFrom('sys_account')
      .select('recovery_codes')
      .where('id', '=', id)
      .executeTakeFirst()
    const codes = row ? (JSON.parse(row.recovery_codes) as string[]) : []
    if (!row || !codes.includes(digest)) return false
    const spent = await tx
      .updateTable('sys_account')
      .set({ recovery_codes: JSON.stringify(codes.filter(code => code !== digest)) })
      .where('id', '=', id)
      .where('recovery_codes', '=', row.recovery_codes)
      .executeTakeFirst()
    if (spent.numUpdatedRows === 1n) return true
    // Another code was used in between; there is one less now, so this comes to an end.
  }
}

export type AccountFilter = {
  q: string | undefined
  role: SysRole | undefined
  status: SysStatus | undefined
  ids: readonly string[] | undefined
  sort: 'username' | 'createdAt' | 'lastLoginAt'
  order: 'asc' | 'desc'
  page: number
  pageSize: number
}

const sortColumns = { username: 'username', createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const

function filtered(query: Query, filter: AccountFilter) {
  let rows = query.selectFrom('sys_account')
  const { q } = filter
  if (q) rows = rows.where(eb => eb.or([containing(eb.ref('username'), q), containing(eb.ref('note'), q)]))
  if (filter.role) rows = rows.where('role', '=', filter.role)
  if (filter.status) rows = rows.where('status', '=', filter.status)
  if (filter.ids) rows = rows.where('id', 'in', filter.ids)
  return rows
}

/** Accounts with what they own, for the admin's table. */
const withCounts = (query: Query, now: number) =>
  query
    .selectFrom('sys_account')
    .selectAll('sys_account')
    .select(eb => [
      eb
        .selectFrom('session')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('session.sys_account_id', '=', 'sys_account.id')
        .where('session.expires_at', '>', now)
        .as('sessions'),
      eb
        .selectFrom('mailbox')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('mailbox.owner_id', '=', 'sys_account.id')
        .where('mailbox.deleted_at', 'is', null)
        .as('mailboxes'),
      eb
        .selectFrom('domain')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('domain.owner_id', '=', 'sys_account.id')
        .as('domains'),
      eb
        .selectFrom('domain_claim')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('domain_claim.owner_id', '=', 'sys_account.id')
        .as('claims'),
    ])

export type AccountWithCounts = Awaited<ReturnType<typeof findAccountWithCounts>>

/** They are gone for their owner, but can still be taken back. */
export async function countDeletedMailboxes(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const findAccountWithCounts = (query: Query, id: string, now: number) =>
  withCounts(query, now).where('sys_account.id', '=', id).executeTakeFirstOrThrow()

export async function listAccounts(query: Query, filter: AccountFilter, now: number) {
  const ids = await filtered(query, filter)
    .select('id')
    .orderBy(sortColumns[filter.sort], filter.order)
    .orderBy('id')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered(query, filter)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (ids.length === 0) return { rows: [], total: Number(total) }
  const place = new Map(ids.map((row, index) => [row.id, index]))
  const rows = await withCounts(query, now)
    .where(
      'sys_account.id',
      'in',
      ids.map(row => row.id),
    )
    .execute()
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return { rows, total: Number(total) }
}
