/** People one has written to, for the next time one begins to type their name. */
import { sql } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import type { Mailbox } from '../../mail/address/parse-address-list.ts'
import { ownerKey } from '../upload/upload-file.ts'

const shown = 10
/** Of those who wrote to us only the latest are looked through. */
const latestSenders = 500

export async function noteContacts(
  tx: Tx,
  owner: string,
  people: readonly Mailbox[],
  now: number,
): Promise<void> {
  const byAddress = new Map(people.map(person => [person.address.toLowerCase(), person]))
  for (const [address, { name }] of [...byAddress].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .insertInto('contact')
      .values({ owner_key: owner, address, name: name.slice(0, 200), used_at: now, uses: 1 })
      .onConflict(oc =>
        oc.columns(['owner_key', 'address']).doUpdateSet({
          name: name === '' ? sql`contact.name` : name.slice(0, 200),
          used_at: now,
          uses: sql`contact.uses + 1`,
        }),
      )
      .execute()
  }
}

export async function findContacts(db: Db, caller: LoggedIn, q: string): Promise<Mailbox[]> {
  const text = q.toLowerCase()
  const written = await db.query
    .selectFrom('contact')
    .select(['name', 'address'])
    .where('owner_key', '=', ownerKey(caller))
    .where(eb => eb.or([containing(eb.ref('address'), text), containing(eb.ref('name'), q)]))
    .orderBy('uses', 'desc')
    .orderBy('used_at', 'desc')
    .limit(shown)
    .execute()
  if (written.length >= shown) return written
  const scope = mailboxScope(caller)
  let latest = db.query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .select(['message.from_name as name', 'message.from_address as address'])
    .where('mail.folder', '=', 'inbox')
  if (scope.kind === 'owner') latest = latest.where('mail.owner_id', '=', scope.accountId)
  if (scope.kind === 'mailbox') latest = latest.where('mail.mailbox_id', '=', scope.mailboxId)
  const received = await latest.orderBy('mail.seq', 'desc').limit(latestSenders).execute()
  const found = new Map(written.map(person => [person.address, person]))
  for (const person of received) {
    if (found.size >= shown) break
    const address = person.address.toLowerCase()
    const matches = address.includes(text) || person.name.toLowerCase().includes(text)
    if (matches && address !== '' && !found.has(address)) found.set(address, { name: person.name, address })
  }
  return [...found.values()]
}
