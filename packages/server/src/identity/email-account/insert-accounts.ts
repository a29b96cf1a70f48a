/**
 * Makes e-mail accounts in portions, each a transaction of its own, so that ten thousand of them lock nobody out. Those
 * that cannot be made are named with the reason; the others are made all the same.
 */
import type { Clock } from '../../clock.ts'
import type { Db, Query } from '../../database/types.ts'
import type { AccountCaller } from '../access.ts'
import { drawPassword } from '../session/drawn-password.ts'
import type { Hashing } from '../session/password.ts'
import { unavailable } from './hold.ts'
import { lockOwner, roomFor } from './mailbox-limit.ts'
import { type AccountPlan, openAccounts } from './open-account.ts'

export type InsertDeps = { db: Db; clock: Clock; passwords: { bulk: Hashing } }

export type NewAccount = Omit<AccountPlan, 'passwordHash'> & {
  localPart: string
  /** Made at random when it is not given. */
  password: string | undefined
}

export type MadeAccount = { id: string; address: string; password: string }
export type Outcome = { made: MadeAccount } | { failed: 'taken' | 'limit' }

const portion = 100

type Ready = { account: NewAccount; passwordHash: string; password: string }

/** The same password for many is hashed once. */
function hasher(passwords: Hashing): (account: NewAccount) => Promise<Ready> {
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

/** Those that can be seen to fail. Hashing is dear, and is done for none of them. */
async function lookAhead(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
): Promise<Outcomes> {
  const { query } = deps.db
  const addressOf = ({ localPart, domain }: NewAccount) => `${localPart}@${domain.name}`
  const room = await roomOf(query, caller)
  const taken = await unavailable(query, accounts.map(addressOf), deps.clock.now())
  const free = accounts.filter(account => !taken.has(addressOf(account)))
  const beyond = new Set(free.slice(room))
  const outcomes: Outcomes = new Map()
  for (const account of accounts) {
    if (beyond.has(account)) outcomes.set(account, { failed: 'limit' })
    else if (taken.has(addressOf(account))) outcomes.set(account, { failed: 'taken' })
  }
  return outcomes
}

async function insertPortion(
  deps: InsertDeps,
  caller: AccountCaller,
  ready: readonly Ready[],
): Promise<Outcomes> {
  return deps.db.transaction(async tx => {
    if (caller.role === 'user') await lockOwner(tx, deps.db.kind, caller.accountId)
    const room = await roomOf(tx, caller)
    const plans = ready.slice(0, room).map(({ account: { password: _, ...account }, passwordHash }) => ({
      ...account,
      passwordHash,
    }))
    const opened = await openAccounts(tx, plans, deps.clock.now())
    return new Map(
      ready.map(({ account, password }, at): [NewAccount, Outcome] => {
        if (at >= room) return [account, { failed: 'limit' }]
        const mailbox = opened[at]
        if (!mailbox) return [account, { failed: 'taken' }]
        return [account, { made: { id: mailbox.id, address: mailbox.address, password } }]
      }),
    )
  })
}

/** One outcome for each, in order. */
export async function insertAccounts(
  deps: InsertDeps,
  caller: AccountCaller,
  accounts: readonly NewAccount[],
): Promise<Outcome[]> {
  const hash = hasher(deps.passwords.bulk)
  const outcomes: Outcome[] = []
  for (let at = 0; at < accounts.length; at += portion) {
    const wanted = accounts.slice(at, at + portion)
    const failed = await lookAhead(deps, caller, wanted)
    const ready = await Promise.all(wanted.filter(account => !failed.has(account)).map(hash))
    const tried: Outcomes = ready.length === 0 ? new Map() : await insertPortion(deps, caller, ready)
    outcomes.push(...wanted.flatMap(account => failed.get(account) ?? tried.get(account) ?? []))
  }
  return outcomes
}
