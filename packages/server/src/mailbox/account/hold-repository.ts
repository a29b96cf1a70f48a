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

/** A hold is over when its address has become a mailbox. */
export async function dropHolds(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('address_hold')
    .where('address', 'in', [...addresses])
    .execute()
}

export async function releaseHolds(tx: Tx, holder: string): Promise<void> {
  await tx.deleteFrom('address_hold').where('holder', '=', holder).execute()
}

/** For whom the addresses are kept, those of them that are kept for anybody. */
export const findHolders = (query: Query, addresses: readonly string[], now: number) =>
  query
    .selectFrom('address_hold')
    .select(['address', 'holder'])
    .where('address', 'in', [...addresses])
    .where('until', '>', now)
    .execute()
