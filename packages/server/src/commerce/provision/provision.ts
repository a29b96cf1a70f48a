/**
 * Hands out what was bought, with whatever it was paid: a new e-mail account, more time, or an account that was set
 * aside. Orders, card codes and the operator's confirmation all come through the one function here. It takes a `Tx`, so
 * that payment and goods stand or fall together, and a key, so that the same purchase hands out the same thing however
 * often it is tried. The account itself is made where every account is made, those of operators included
 * (`mailbox/make/open-account.ts`). It must not know cards, orders or prices.
 */
import type { Tx } from '../../database/types.ts'
import { type Grant, type GrantDeps, type HandedOut, handOut } from './grants.ts'
import { findProvision, forgetProvision, keepProvision, oweWelcome, reserveProvision } from './repository.ts'

export type Provided =
  | ({ ok: true; again: boolean } & HandedOut)
  /** The name is another's or rests, or there is nothing to renew or give. */
  | { ok: false }

export async function provision(
  tx: Tx,
  deps: GrantDeps,
  purchase: { key: string; grant: Grant },
  now: number,
): Promise<Provided> {
  if (!(await reserveProvision(tx, purchase.key, now))) {
    const before = await findProvision(tx, purchase.key)
    return { ok: true, again: true, ...before }
  }
  const handed = await handOut(tx, deps, purchase.grant, now)
  if (handed === null) {
    await forgetProvision(tx, purchase.key)
    return { ok: false }
  }
  await keepProvision(tx, purchase.key, handed)
  if (purchase.grant.kind !== 'renew') await oweWelcome(tx, handed.mailboxId, now)
  return { ok: true, again: false, ...handed }
}
