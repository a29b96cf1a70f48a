/** Adding a domain, and the moment at which a claim is proved. Whoever is first with proof has the name. */
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import type { Secrets } from '../../secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { deleteClaim, findClaim, findClaimOf, insertClaim, voidClaims } from './claim-repository.ts'
import { newToken } from './domain.ts'
import { isOurs, nameFaultTexts, namesAbove, readDomainName, registrableDomain } from './domain-name.ts'
import { giveWay, isLapsed } from './lapse-domain.ts'
import {
  type ClaimRow,
  countHeldBy,
  type DomainRow,
  deleteDomainRows,
  findTakenNames,
  insertDomain,
  lockNames,
  lockOwner,
} from './repository.ts'
import { keysOf } from './signing-keys.ts'

export type AddDeps = { db: Db; clock: Clock; secrets: Secrets; ownHosts: readonly string[] }

const taken = (msg: string) => new AppError('conflict', { msg, fields: { name: msg } })

const takenByMe = () => taken('这个域名已经在你的列表里')

/** Neither the name itself nor one above it may be somebody else's. What the operator vouches for is the operator's. */
function checkFree(
  name: string,
  there: readonly DomainRow[],
  caller: { accountId: string; rules: boolean },
): void {
  const same = there.find(domain => domain.name === name)
  // A name that was not seen to be another's for days may be claimed; whoever has it still gets it back by proving it.
  const mayClaim = same && isLapsed(same) && same.owner_id !== caller.accountId && !caller.rules
  if (same && !mayClaim) {
    if (same.removed_at !== null) throw taken('这个域名正在删除，过几分钟再添加')
    throw same.owner_id === caller.accountId ? takenByMe() : taken('这个域名已经有人在用')
  }
  const above = there.find(domain => {
    const mine = domain.owner_id === caller.accountId || (caller.rules && domain.token === '')
    return domain.name !== name && domain.removed_at === null && domain.verified_at !== null && !mine
  })
  if (above) throw taken(`它的上级域名 ${above.name} 属于别的账号`)
}

async function checkRoom(tx: Tx, caller: AccountCaller): Promise<void> {
  const limit = caller.limits.domains
  if (limit !== null && (await countHeldBy(tx, caller.accountId)) >= limit)
    throw new AppError('limitReached', { msg: `最多 ${limit} 个域名，已经用完` })
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

/** A claim that lost while its name was another's is begun anew, with a new token. */
async function dropLostClaim(tx: Tx, caller: AccountCaller, name: string): Promise<void> {
  const before = await findClaimOf(tx, caller.accountId, name)
  if (!before) return
  if (before.token !== '' && caller.role !== 'admin') throw takenByMe()
  await deleteClaim(tx, before.id)
  await deleteDomainRows(tx, [before.id])
}

/** Returns the id of the domain, or of the claim that has yet to be proved. */
export async function addDomain(deps: AddDeps, caller: AccountCaller, text: string): Promise<string> {
  const read = readDomainName(text)
  if (!read.ok) throw invalidField('name', nameFaultTexts[read.fault])
  const { name } = read
  const rules = caller.role === 'admin'
  if (!rules && isOurs(name, deps.ownHosts)) throw invalidField('name', '这是本站自己的域名，不能添加')
  const now = deps.clock.now()
  const id = newId(now)
  await deps.db.transaction(async tx => {
    await lockNames(tx, deps.db, registrableDomain(name) ?? name)
    await lockOwner(tx, deps.db, caller.accountId)
    checkFree(name, await findTakenNames(tx, [name, ...namesAbove(name)]), {
      accountId: caller.accountId,
      rules,
    })
    await dropLostClaim(tx, caller, name)
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
      throw taken('这个域名已经有人在用')
    await voidClaims(tx, name)
    await writeAudit(tx, caller, now, { action: 'addDomain', target: name, detail: '管理员添加，不需要验证' })
  })
  await keysOf(deps, id)
  return id
}

/**
 * The claim whose token was found in the DNS becomes a domain, unless somebody else was faster with the name or one
 * above it. False when the claim is gone or has lost.
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
      // The claim is looked at again by itself, and becomes a domain when nothing of the former is left.
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
