import { sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import type { Mailbox } from '../../mail/address/parse-address-list.ts'

/** Counts one more use of a contact. An empty name keeps the known one. */
export async function putContact(
  tx: Tx,
  owner: string,
  { address, name }: Mailbox,
  now: number,
): Promise<void> {
  await tx
    .insertInto('contact')
    .values({ owner_key: owner, address, name, used_at: now, uses: 1 })
    .onConflict(oc =>
      oc.columns(['owner_key', 'address']).doUpdateSet({
        name: name === '' ? sql`contact.name` : name,
        used_at: now,
        uses: sql`contact.uses + 1`,
      }),
    )
    .execute()
}

/** Returns contacts whose address or name contains the text, the most used first. */
export const listContacts = (query: Query, owner: string, q: string, limit: number): Promise<Mailbox[]> =>
  query
    .selectFrom('contact')
    .select(['name', 'address'])
    .where('owner_key', '=', owner)
    .where(eb => eb.or([containing(eb.ref('address'), q.toLowerCase()), containing(eb.ref('name'), q)]))
    .orderBy('uses', 'desc')
    .orderBy('used_at', 'desc')
    .limit(limit)
    .execute()

/** Returns the senders of the latest mails in the inboxes of a scope, the newest first, with repeats. */
export function listLatestSenders(query: Query, scope: LetterScope, limit: number): Promise<Mailbox[]> {
  const latest = query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .select(['message.from_name as name', 'message.from_address as address'])
    .where('mail.folder', '=', 'inbox')
  const within =
    scope.kind === 'owner'
      ? latest.where('mail.owner_id', '=', scope.accountId)
      : latest.where('mail.mailbox_id', '=', scope.mailboxId)
  return within.orderBy('mail.seq', 'desc').limit(limit).execute()
}
