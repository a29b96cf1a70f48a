import type { MailboxKind, MailboxStatus } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { Scope } from '../access.ts'
import { takeAddress } from './hold.ts'
import type { MailboxTable } from './table.ts'

export type MailboxRow = Selectable<MailboxTable>

export const findMailbox = (query: Query, id: string): Promise<MailboxRow | undefined> =>
  query.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst()

export const findMailboxByAddress = (query: Query, address: string): Promise<MailboxRow | undefined> =>
  query.selectFrom('mailbox').selectAll().where('address', '=', address).executeTakeFirst()

export const findMailboxesByAddresses = (query: Query, addresses: readonly string[]): Promise<MailboxRow[]> =>
  query
    .selectFrom('mailbox')
    .selectAll()
    .where('address', 'in', [...addresses])
    .execute()

/** False when the address is taken, or kept for another than the given holder. */
export async function insertMailbox(tx: Tx, row: MailboxRow, holder: string = row.id): Promise<boolean> {
  const { address, created_at: now } = row
  if (!(await takeAddress(tx, { address, holder, until: now }, now))) return false
  const made = await tx
    .insertInto('mailbox')
    .values(row)
    .onConflict(oc => oc.column('address').doNothing())
    .executeTakeFirst()
  await tx.deleteFrom('address_hold').where('address', '=', address).execute()
  return made.numInsertedOrUpdatedRows === 1n
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

/** Mailboxes with the name of their domain, cut down to what a scope reaches. */
export function scopedMailboxes(query: Query, scope: Scope) {
  const rows = query
    .selectFrom('mailbox')
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .leftJoin('sys_account', 'sys_account.id', 'mailbox.owner_id')
    .selectAll('mailbox')
    .select(['domain.name as domain', 'sys_account.username as owner_name'])
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

export async function listMailboxes(query: Query, scope: Scope, page: number, pageSize: number) {
  const rows = await scopedMailboxes(query, scope)
    .orderBy('mailbox.pinned', 'desc')
    .orderBy('mailbox.created_at', 'desc')
    .orderBy('mailbox.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await scopedMailboxes(query, scope)
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const searchMailboxes = (query: Query, scope: Scope, text: string, limit: number) =>
  scopedMailboxes(query, scope)
    .where(eb =>
      eb.or([containing(eb.ref('mailbox.address'), text), containing(eb.ref('mailbox.note'), text)]),
    )
    .orderBy('mailbox.address')
    .limit(limit)
    .execute()

export type MailboxFilter = {
  q: string | undefined
  kind: MailboxKind | undefined
  status: MailboxStatus | undefined
  domain: string | undefined
  sort: keyof typeof sortColumns
  order: 'asc' | 'desc'
  page: number
  pageSize: number
}

const sortColumns = {
  address: 'mailbox.address',
  createdAt: 'mailbox.created_at',
  expiresAt: 'mailbox.expires_at',
  usedBytes: 'mailbox.used_bytes',
  lastLoginAt: 'mailbox.last_login_at',
} as const

export async function tableOfMailboxes(query: Query, scope: Scope, filter: MailboxFilter) {
  const filtered = () => {
    let rows = scopedMailboxes(query, scope)
    const { q } = filter
    if (q)
      rows = rows.where(eb =>
        eb.or([containing(eb.ref('mailbox.address'), q), containing(eb.ref('mailbox.note'), q)]),
      )
    if (filter.kind) rows = rows.where('mailbox.kind', '=', filter.kind)
    if (filter.status) rows = rows.where('mailbox.status', '=', filter.status)
    if (filter.domain) rows = rows.where('domain.name', '=', filter.domain)
    return rows
  }
  const rows = await filtered()
    .orderBy(sortColumns[filter.sort], filter.order)
    .orderBy('mailbox.id')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered()
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export async function countMailboxesOf(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function giveMailboxes(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('mailbox').set({ owner_id: toId }).where('owner_id', '=', fromId).execute()
}

/** How many mailboxes of others stand on the domains of this account. */
export async function mailboxesOnDomainsOf(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('mailbox')
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('domain.owner_id', '=', accountId)
    .where(eb => eb.or([eb('mailbox.owner_id', 'is', null), eb('mailbox.owner_id', '!=', accountId)]))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function mailboxIdsOf(query: Query, accountId: string): Promise<string[]> {
  const rows = await query.selectFrom('mailbox').select('id').where('owner_id', '=', accountId).execute()
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
})
