/**
 * Names that are kept for somebody. Whoever wants an address, to hold it or to make a mailbox of it, first takes the row
 * of that address: so of any number at once, on any number of nodes, one goes first and the others see what it did.
 */
import type { Query, Tx } from '../../database/types.ts'

/** Takes the row of an address unless another has it. */
export async function takeAddress(
  tx: Tx,
  hold: { address: string; holder: string; until: number },
  now: number,
): Promise<boolean> {
  const { address, holder, until } = hold
  const taken = await tx
    .insertInto('address_hold')
    .values({ address, holder, until })
    .onConflict(oc =>
      oc
        .column('address')
        .doUpdateSet({ holder, until })
        .where(eb => eb.or([eb('address_hold.until', '<=', now), eb('address_hold.holder', '=', holder)])),
    )
    .returning('address')
    .executeTakeFirst()
  return taken !== undefined
}

/** The same for many at once, all different, each for its own holder; returns the addresses that could be had. */
export async function takeAddresses(
  tx: Tx,
  holds: readonly { address: string; holder: string }[],
  now: number,
): Promise<Set<string>> {
  // In one order everywhere, so that two who want the same names never wait for each other crosswise.
  const rows = holds
    .map(({ address, holder }) => ({ address, holder, until: now }))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
  const taken = await tx
    .insertInto('address_hold')
    .values(rows)
    .onConflict(oc =>
      oc
        .column('address')
        .doUpdateSet(eb => ({ holder: eb.ref('excluded.holder'), until: eb.ref('excluded.until') }))
        .where('address_hold.until', '<=', now),
    )
    .returning('address')
    .execute()
  return new Set(taken.map(row => row.address))
}

/** Keeps a free address for a holder; false when it is a mailbox's or another's. */
export async function holdAddress(
  tx: Tx,
  hold: { address: string; holder: string; until: number },
  now: number,
): Promise<boolean> {
  if (!(await takeAddress(tx, hold, now))) return false
  const mailbox = await tx
    .selectFrom('mailbox')
    .select('id')
    .where('address', '=', hold.address)
    .executeTakeFirst()
  if (!mailbox) return true
  await releaseHolds(tx, hold.holder)
  return false
}

export async function releaseHolds(tx: Tx, holder: string): Promise<void> {
  await tx.deleteFrom('address_hold').where('holder', '=', holder).execute()
}

export type Occupant = { by: 'mailbox' } | { by: 'hold'; holder: string }

/** Which of the addresses cannot be had: by a mailbox, or kept for somebody else. */
export async function unavailable(
  query: Query,
  addresses: readonly string[],
  now: number,
): Promise<Map<string, Occupant>> {
  if (addresses.length === 0) return new Map()
  const wanted = [...addresses]
  const held = await query
    .selectFrom('address_hold')
    .select(['address', 'holder'])
    .where('address', 'in', wanted)
    .where('until', '>', now)
    .execute()
  const mailboxes = await query
    .selectFrom('mailbox')
    .select('address')
    .where('address', 'in', wanted)
    .execute()
  const found = new Map<string, Occupant>()
  for (const { address, holder } of held) found.set(address, { by: 'hold', holder })
  for (const { address } of mailboxes) found.set(address, { by: 'mailbox' })
  return found
}
