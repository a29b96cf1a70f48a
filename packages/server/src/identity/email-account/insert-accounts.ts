/**
 * Makes e-mail accounts in portions, each a transaction of its own, so that ten thousand of them lock nobody out. Those
 * that cannot be made are named with the reason; the others are made all the same.
 */
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../access.ts'
import { drawPassword } from '../session/drawn-password.ts'
import type { Passwords } from '../session/password.ts'
import { lockOwner, roomFor } from './mailbox-limit.ts'
import { type AccountPlan, openAccounts } from './open-account.ts'

export type InsertDeps = { db: Db; clock: Clock; passwords: Passwords }

export type NewAccount = Omit<AccountPlan, 'passwordHash'> & {
  localPart: string
  /** Made at random when it is not given. */
  password: string | undefined
}

export type MadeAccount = { id: string; address: string; password: string }
export type Outcome = { made: MadeAccount } | { failed: 'taken' | 'limit' }

const portion = 100

type Ready = { plan: AccountPlan & { localPart: string }; password: string }

/** The same password for many is hashed once. */
function hasher(passwords: Passwords): (given: string | undefined) => Promise<[string, string]> {
  const known = new Map<string, Promise<string>>()
  return async given => {
    if (given === undefined) {
      const { password, passwordHash } = await drawPassword(passwords)
      return [password, passwordHash]
    }
    const hash = known.get(given) ?? passwords.hash(given)
    known.set(given, hash)
    return [given, await hash]
  }
}

async function insertPortion(deps: InsertDeps, caller: AccountCaller, ready: readonly Ready[]) {
  return deps.db.transaction(async tx => {
    // An admin's hand is not bound by limits; a user's mailboxes are its own.
    const limited = caller.role === 'user'
    if (limited) await lockOwner(tx, deps.db.kind, caller.accountId)
    const room = limited ? await roomFor(tx, caller) : Number.POSITIVE_INFINITY
    const opened = await openAccounts(
      tx,
      ready.slice(0, room).map(item => item.plan),
      deps.clock.now(),
    )
    return ready.map(({ password }, at): Outcome => {
      if (at >= room) return { failed: 'limit' }
      const mailbox = opened[at]
      return mailbox ? { made: { id: mailbox.id, address: mailbox.address, password } } : { failed: 'taken' }
    })
  })
}

/** One outcome for each, in order. */
export async function insertAccounts(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
): Promise<Outcome[]> {
  const hash = hasher(deps.passwords)
  const outcomes: Outcome[] = []
  for (let at = 0; at < accounts.length; at += portion) {
    const ready = await Promise.all(
      accounts.slice(at, at + portion).map(async ({ password: given, ...account }): Promise<Ready> => {
        const [password, passwordHash] = await hash(given)
        return { plan: { ...account, passwordHash }, password }
      }),
    )
    outcomes.push(...(await insertPortion(deps, caller, ready)))
  }
  return outcomes
}
