/**
 * Adds domains and claims, and turns a proved claim into a domain. The first account with proof gets the
 * name.
 */

import type { Db, Tx } from '../database/types.ts'
import { lockAccount } from '../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../kernel/app-error.ts'
import type { AccountCaller } from '../kernel/call/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'
import type { Life, Turns } from '../ledger/life/life.ts'
import { deleteClaim, findClaim, findClaimOf, insertClaim, voidClaims } from './claim-repository.ts'
import { newToken } from './domain.ts'
import { isOurs, namesAbove, readDomainName, registrableDomain } from './domain-name.ts'
import { giveWay, isLapsed } from './lapse-domain.ts'
import {
  type ClaimRow,
  countHeldBy,
  type DomainRow,
  findTakenNames,
  insertDomain,
  lockNames,
} from './repository.ts'
import { keysOf } from './signing-keys.ts'
import { domainWords } from './words/words.ts'

export type AddDeps = {
  db: Db
  life: Life
  clock: Clock
  secrets: Secrets
  ownHosts: () => readonly string[]
}

const taken = (msg: string) => new AppError('conflict', { msg, fields: { name: msg } })

const takenByMe = () => taken(domainWords.takenByMe)

/**
 * Neither the name nor one above it may belong to somebody else. A domain that the operator vouches for
 * belongs to the operator.
 */
function checkFree(
  name: string,
  there: readonly DomainRow[],
  caller: { accountId: string; rules: boolean },
): void {
  const same = there.find(domain => domain.name === name)
  // Anybody may claim a name whose proof was not seen for days. The former owner can still get it back by
  // proving it.
  const mayClaim = same && isLapsed(same) && same.owner_id !== caller.accountId && !caller.rules
  if (same && !mayClaim) {
    if (same.removed_at !== null) throw taken(domainWords.beingRemoved)
    throw same.owner_id === caller.accountId ? takenByMe() : taken(domainWords.taken)
  }
  const above = there.find(domain => {
    const mine = domain.owner_id === caller.accountId || (caller.rules && domain.token === '')
    return domain.name !== name && domain.removed_at === null && domain.verified_at !== null && !mine
  })
  if (above) throw taken(domainWords.underOthers(above.name))
}

async function checkRoom(tx: Tx, caller: AccountCaller): Promise<void> {
  const limit = caller.limits.domains
  if (limit !== null && (await countHeldBy(tx, caller.accountId)) >= limit)
    throw new AppError('limitReached', { msg: domainWords.domainLimit(limit) })
}

const newDomainRow = (id: string, name: string, ownerId: string, token: string, now: number) => ({
  id,
  name,
  owner_id: ownerId,
  open: 0 as const,
  store: 0 as const,
  catch_all: 0 as const,
  subdomains: 0 as const,
  verified_at: now,
  created_at: now,
  token,
})

/** A claim that lost while somebody else had the name begins anew with a new token. */
async function dropLostClaim(
  tx: Tx,
  turns: Turns,
  caller: AccountCaller,
  name: string,
  now: number,
): Promise<void> {
  const before = await findClaimOf(tx, caller.accountId, name)
  if (!before) return
  if (before.token !== '' && caller.role !== 'admin') throw takenByMe()
  await deleteClaim(tx, before.id)
  await turns.take({ thing: 'domain', turn: 'remove', ids: [before.id], to: null, now })
}

/** Returns the id of the domain, or of the claim that is still to be proved. */
export async function addDomain(deps: AddDeps, caller: AccountCaller, text: string): Promise<string> {
  const read = readDomainName(text)
  if (!read.ok) throw invalidField('name', domainWords.nameFaults[read.fault])
  const { name } = read
  const rules = caller.role === 'admin'
  if (!rules && isOurs(name, deps.ownHosts())) throw invalidField('name', domainWords.ownName)
  const now = deps.clock.now()
  const id = newId(now)
  await deps.life.transaction(async (tx, turns) => {
    await lockNames(tx, deps.db, registrableDomain(name) ?? name)
    await lockAccount(tx, deps.db.kind, caller.accountId)
    checkFree(name, await findTakenNames(tx, [name, ...namesAbove(name)]), {
      accountId: caller.accountId,
      rules,
    })
    await dropLostClaim(tx, turns, caller, name, now)
    await checkRoom(tx, caller)
    if (!rules) {
      const claim = {
        id,
        name,
        owner_id: caller.accountId,
        token: newToken(),
        checked_at: null,
        created_at: now,
      }
      if (!(await insertClaim(tx, claim))) throw takenByMe()
      return
    }
    if (!(await insertDomain(tx, newDomainRow(id, name, caller.accountId, '', now))))
      throw taken(domainWords.taken)
    await voidClaims(tx, name)
    await writeAudit(tx, caller, now, {
      action: 'addDomain',
      target: name,
      detail: fact('domainVouchedFor', {}),
    })
  })
  await keysOf(deps, id)
  return id
}

/**
 * Turns a claim into a domain when its token was found in the DNS, unless somebody else was faster with the
 * name or one above it. Returns false when the claim is gone or has lost.
 */
export async function proveClaim(deps: Pick<AddDeps, 'db' | 'clock'>, claim: ClaimRow): Promise<boolean> {
  const { name } = claim
  return deps.db.transaction(async tx => {
    await lockNames(tx, deps.db, registrableDomain(name) ?? name)
    const still = await findClaim(tx, claim.id)
    if (!still || still.token !== claim.token || still.token === '') return false
    const there = await findTakenNames(tx, [name, ...namesAbove(name)])
    checkFree(name, there, { accountId: claim.owner_id, rules: false })
    const now = deps.clock.now()
    const former = there.find(domain => domain.name === name)
    if (former) {
      // A job checks the claim again, and the claim becomes a domain when nothing of the former one is left.
      await giveWay(tx, former, now)
      return false
    }
    const row = newDomainRow(claim.id, name, claim.owner_id, claim.token, now)
    if (!(await insertDomain(tx, { ...row, created_at: claim.created_at, checked_at: now }))) return false
    await deleteClaim(tx, claim.id)
    await voidClaims(tx, name)
    return true
  })
}
