/** Remembers the people that somebody has written to, and suggests them when their name is typed again. */
import type { Db, Tx } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import type { Mailbox } from '../../mail/address/parse-address-list.ts'
import { listContacts, listLatestSenders, putContact } from './contact-repository.ts'

const shown = 10
/** Only this many of the latest senders are searched. */
const latestSenders = 500

export async function noteContacts(
  tx: Tx,
  owner: string,
  people: readonly Mailbox[],
  now: number,
): Promise<void> {
  const byAddress = new Map(people.map(person => [person.address.toLowerCase(), person]))
  for (const [address, { name }] of [...byAddress].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await putContact(tx, owner, { address, name: name.slice(0, 200) }, now)
  }
}

export async function findContacts(db: Db, caller: LoggedIn, q: string): Promise<Mailbox[]> {
  const text = q.toLowerCase()
  const written = await listContacts(db.query, ownerKey(caller), q, shown)
  if (written.length >= shown) return written
  const received = await listLatestSenders(db.query, mailboxScope(caller), latestSenders)
  const found = new Map(written.map(person => [person.address, person]))
  for (const person of received) {
    if (found.size >= shown) break
    const address = person.address.toLowerCase()
    const matches = address.includes(text) || person.name.toLowerCase().includes(text)
    if (matches && address !== '' && !found.has(address)) found.set(address, { name: person.name, address })
  }
  return [...found.values()]
}
