import type { MailboxKind } from '@yanshu/contract'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'

/** Gives mailboxes another owner. The password, the note and the pin were the former holder's. */
export async function passOn(
  tx: Tx,
  { ids, to }: { ids: readonly string[]; to: string | null },
): Promise<void> {
  await tx
    .updateTable('mailbox')
    .set({ owner_id: to, password_hash: null, note: '', pinned: 0, last_login_at: null })
    .where('id', 'in', [...ids])
    .execute()
}

/** Those of the mailboxes that are not this owner's already. */
export async function ofOtherOwners(
  query: Query,
  ids: readonly string[],
  owner: string | null,
): Promise<string[]> {
  const rows = await query
    .selectFrom('mailbox')
    .select('id')
    .where('id', 'in', [...ids])
    .where('owner_id', 'is distinct from', owner)
    .execute()
  return rows.map(row => row.id)
}

/** Null brings them back. */
export async function markDeleted(tx: Tx, ids: readonly string[], at: number | null): Promise<void> {
  await tx
    .updateTable('mailbox')
    .set({ deleted_at: at })
    .where('id', 'in', [...ids])
    .execute()
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(row => row.id)

/** Mailboxes of a kind whose time was over at the given moment, so many at most. */
export const endedMailboxes = async (query: Query, kind: MailboxKind, at: number, limit: number) =>
  ids(
    await query
      .selectFrom('mailbox')
      .select('id')
      .where('kind', '=', kind)
      .where('expires_at', '<=', at)
      .limit(limit)
      .execute(),
  )

/** Mailboxes that were deleted before the given moment, so many at most. */
export const deletedMailboxes = async (query: Query, at: number, limit: number) =>
  ids(await query.selectFrom('mailbox').select('id').where('deleted_at', '<=', at).limit(limit).execute())

/**
 * Returns the data of mailboxes that are removed, and locks them, so that nobody gives them to another before
 * the transaction ends.
 */
export function lockEnding(tx: Tx, kind: DatabaseKind, wanted: readonly string[]) {
  const found = tx
    .selectFrom('mailbox')
    .select(['address', 'local_part', 'kind', 'owner_id', 'expires_at', 'deleted_at'])
    .where('id', 'in', [...wanted])
    .orderBy('id')
  return (kind === 'postgres' ? found.forUpdate() : found).execute()
}

export const mailboxesOnDomain = async (query: Query, domainId: string, limit: number) =>
  ids(await query.selectFrom('mailbox').select('id').where('domain_id', '=', domainId).limit(limit).execute())

/** How many mailboxes on a domain are not its owner's. */
export async function countStrangersOn(
  query: Query,
  domainId: string,
  ownerId: string | null,
): Promise<number> {
  const { others } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('others'))
    .where('domain_id', '=', domainId)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '!=', ownerId ?? '')]))
    .executeTakeFirstOrThrow()
  return Number(others)
}

/** Beyond this the exact number helps nobody, and counting would cost more the more there is. */
const countUpTo = 100_000

export async function countMailsOn(query: Query, domainId: string): Promise<number> {
  const { mails } = await query
    .selectFrom(eb =>
      eb
        .selectFrom('mail')
        .innerJoin('mailbox', 'mailbox.id', 'mail.mailbox_id')
        .select('mail.seq')
        .where('mailbox.domain_id', '=', domainId)
        .limit(countUpTo)
        .as('some'),
    )
    .select(eb => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
  return Number(mails)
}
