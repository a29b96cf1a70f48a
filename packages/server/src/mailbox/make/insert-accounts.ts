/**
 * Makes e-mail accounts in portions, each a transaction of its own, so that ten thousand of them lock nobody out. Those
 * that cannot be made are named with the reason; the others are made all the same.
 */

import type { Db, Query, Tx } from '../../database/types.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import type { Hashing } from '../../identity/session/password.ts'
import { lockAccount } from '../../identity/sys-account/accounts.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { unavailable } from '../account/hold.ts'
import { roomFor } from '../account/mailbox-limit.ts'
import type { Rests } from '../rest/resting-names.ts'
import { naturally } from './natural-order.ts'
import { type AccountPlan, openAccounts } from './open-account.ts'

export type InsertDeps = { db: Db; clock: Clock; passwords: { bulk: Hashing }; resting: Rests }

export type NewAccount = Omit<AccountPlan, 'passwordHash'> & {
  localPart: string
  /** Made at random when it is not given. */
  password: string | undefined
}

export type MadeAccount = { id: string; address: string; password: string }
export type Failed = { failed: 'taken' | 'limit' } | { failed: 'rests'; until: number }
export type Outcome = { made: MadeAccount } | Failed

/** So many are made in one transaction. */
export const portion = 100

type Ready = { account: NewAccount; passwordHash: string; password: string }

export type Hasher = (account: NewAccount) => Promise<Ready>

/** The same password for many is hashed once. */
function hasher(passwords: Hashing): Hasher {
  const known = new Map<string, Promise<string>>()
  return async account => {
    const { password } = account
    if (password === undefined) return { account, ...(await drawPassword(passwords)) }
    const hash = known.get(password) ?? passwords.hash(password)
    known.set(password, hash)
    return { account, password, passwordHash: await hash }
  }
}

/** An admin's hand is not bound by limits; a user's mailboxes are its own. */
const roomOf = async (query: Query, caller: AccountCaller): Promise<number> =>
  caller.role === 'user' ? roomFor(query, caller) : Number.POSITIVE_INFINITY

type Outcomes = Map<NewAccount, Outcome>

const addressOf = ({ localPart, domain }: NewAccount) => `${localPart}@${domain.name}`
const claimOf = (account: NewAccount) => ({ address: addressOf(account), ownerId: account.ownerId })

/** Those that can be seen to fail. Hashing is dear, and is done for none of them. */
async function lookAhead(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
): Promise<Outcomes> {
  const { query } = deps.db
  const room = await roomOf(query, caller)
  const taken = await unavailable(query, deps.resting, accounts.map(claimOf), deps.clock.now())
  const free = accounts.filter(account => !taken.has(addressOf(account)))
  const beyond = new Set(free.slice(room))
  const outcomes: Outcomes = new Map()
  for (const account of accounts) {
    const occupant = taken.get(addressOf(account))
    if (beyond.has(account)) outcomes.set(account, { failed: 'limit' })
    else if (occupant?.by === 'rest') outcomes.set(account, { failed: 'rests', until: occupant.until })
    else if (occupant) outcomes.set(account, { failed: 'taken' })
  }
  return outcomes
}

async function insertPortion(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
  tried: { failed: Outcomes; ready: readonly Ready[] },
  { madeAt, at: number, enter }: Batch,
): Promise<Outcome[]> {
  const { failed, ready } = tried
  return deps.db.transaction(async tx => {
    if (caller.role === 'user') await lockAccount(tx, deps.db.kind, caller.accountId)
    const room = await roomOf(tx, caller)
    const plans = ready.slice(0, room).map(({ account: { password: _, ...account }, passwordHash }) => ({
      ...account,
      passwordHash,
    }))
    const now = deps.clock.now()
    const opened = await openAccounts(tx, deps.resting, plans, madeAt, number)
    const refused = ready.filter((_, at) => at < room && !opened[at]).map(({ account }) => claimOf(account))
    const rests = await deps.resting.restsOf(tx, refused, now)
    const made = new Map(
      ready.map(({ account, password }, at): [NewAccount, Outcome] => {
        if (at >= room) return [account, { failed: 'limit' }]
        const mailbox = opened[at]
        const until = rests.get(addressOf(account))
        if (!mailbox) return [account, until === undefined ? { failed: 'taken' } : { failed: 'rests', until }]
        return [account, { made: { id: mailbox.id, address: mailbox.address, password } }]
      }),
    )
    const outcomes = accounts.flatMap(account => failed.get(account) ?? made.get(account) ?? [])
    await enter?.(tx, outcomes)
    return outcomes
  })
}

/** A portion of a batch that is made as one, with what else is to be written in its transaction. */
export type Batch = {
  madeAt: number
  /** How many portions came before. */
  at: number
  enter?(tx: Tx, outcomes: readonly Outcome[]): Promise<void>
}

export const newHasher = (deps: InsertDeps): Hasher => hasher(deps.passwords.bulk)

/** One outcome for each, in order. */
export async function insertBatch(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
  hash: Hasher,
  batch: Batch,
): Promise<Outcome[]> {
  const failed = await lookAhead(deps, caller, accounts)
  const ready = await Promise.all(accounts.filter(account => !failed.has(account)).map(hash))
  return insertPortion(deps, caller, accounts, { failed, ready }, batch)
}

/** The same for as many as one waits for, in natural order: name2 stands before name10. */
export async function insertAccounts(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
): Promise<Outcome[]> {
  const hash = newHasher(deps)
  const madeAt = deps.clock.now()
  const inOrder = [...accounts].sort((a, b) => naturally(a.localPart, b.localPart))
  const outcomes = new Map<NewAccount, Outcome>()
  for (let at = 0; at < inOrder.length; at += portion) {
    const some = inOrder.slice(at, at + portion)
    const made = await insertBatch(deps, caller, some, hash, { madeAt, at: at / portion })
    some.forEach((account, place) => {
      const outcome = made[place]
      if (outcome) outcomes.set(account, outcome)
    })
  }
  return accounts.flatMap(account => outcomes.get(account) ?? [])
}
