/**
 * Keeps names for somebody. Code that needs an address, to hold it or to make a mailbox, first takes the row
 * of that address. So of any number of transactions, on any number of nodes, one goes first and the others
 * see its result.
 */
import type { Query, Tx } from '../../database/types.ts'
import type { Claim, Rests } from '../rest/resting-names.ts'
import { findHolders, releaseHolds, takeAddress } from './hold-repository.ts'
import { takenAddresses } from './repository.ts'

export { releaseHolds }

/** Keeps a free address for a holder; false when it is a mailbox's or another's, or rests. */
export async function holdAddress(
  tx: Tx,
  resting: Rests,
  hold: { address: string; holder: string; until: number },
  now: number,
): Promise<boolean> {
  if (!(await takeAddress(tx, hold, now))) return false
  const { address } = hold
  const mailboxes = await takenAddresses(tx, [address])
  // A sold mailbox belongs to no account, so its name never counts as the former holder's own.
  const rests = await resting.restsOf(tx, [{ address, ownerId: null }], now)
  if (mailboxes.size === 0 && rests.size === 0) return true
  await releaseHolds(tx, hold.holder)
  return false
}

export type Occupant = { by: 'mailbox' } | { by: 'hold'; holder: string } | { by: 'rest'; until: number }

/**
 * Returns the addresses that are unavailable: a mailbox has them, they are held for somebody else, or they
 * rest.
 */
export async function unavailable(
  query: Query,
  resting: Rests,
  claims: readonly Claim[],
  now: number,
): Promise<Map<string, Occupant>> {
  if (claims.length === 0) return new Map()
  const addresses = claims.map(claim => claim.address)
  const found = new Map<string, Occupant>()
  for (const { address, holder } of await findHolders(query, addresses, now))
    found.set(address, { by: 'hold', holder })
  const mailboxes = await takenAddresses(query, addresses)
  for (const [address, until] of await resting.restsOf(query, claims, now))
    found.set(address, { by: 'rest', until })
  for (const address of mailboxes) found.set(address, { by: 'mailbox' })
  return found
}
