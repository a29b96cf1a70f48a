/**
 * A proof holds as long as it can be seen. When the ownership record has been missing or another's for days, by answers
 * that leave no doubt, the domain is not in force any more: it receives and sends nothing, and nobody can use it. Nothing
 * of it is deleted, and its owner has it back as soon as the record is there again. Until then somebody else may prove
 * the name; what the former owner had on it goes first.
 */
import { type Clock, day } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { writeNotice } from '../audit/write-audit.ts'
import { voidClaims } from './claim-repository.ts'
import { registrableDomain } from './domain-name.ts'
import { listRecords, type RecordRow } from './record-repository.ts'
import { beginRemoval, type DomainRow, type HeldDomain, lockNames } from './repository.ts'

type Deps = { db: Db; clock: Clock }

/** Long enough for a mistake in a zone to be noticed: the owner is told when the record breaks. */
export const lapseAfterMs = 7 * day

/** Once proved, and not any more. */
export const isLapsed = (domain: Pick<DomainRow, 'verified_at' | 'removed_at'>): boolean =>
  domain.verified_at === null && domain.removed_at === null

/** What could not be looked up is not written down, so what stands there from this check is an answer. */
const isUnseen = (row: RecordRow, checkedSince: number, now: number): boolean =>
  row.record === 'ownership' &&
  row.state !== 'ok' &&
  row.checked_at >= checkedSince &&
  row.broken_at !== null &&
  row.broken_at <= now - lapseAfterMs

/** True when this check was the one too many. Domains that the operator vouches for have no proof to lose. */
export async function lapseIfUnseen(deps: Deps, domain: HeldDomain, checkedSince: number): Promise<boolean> {
  if (domain.verified_at === null || domain.token === '') return false
  const now = deps.clock.now()
  const rows = await listRecords(deps.db.query, [domain.id])
  if (!rows.some(row => isUnseen(row, checkedSince, now))) return false
  return deps.db.transaction(async tx => {
    const lapsed = await tx
      .updateTable('domain')
      .set({ verified_at: null })
      .where('id', '=', domain.id)
      .where('verified_at', '=', domain.verified_at)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (lapsed.numUpdatedRows === 0n) return false
    const detail = '所有权记录连续多天查不到，停止收发；加回记录后自动恢复'
    await writeNotice(tx, now, { action: 'domainLapsed', target: domain.name, detail })
    return true
  })
}

/** The record is there again: the domain is as it was. False when somebody else was faster. */
export async function proveAgain(deps: Deps, domain: HeldDomain): Promise<boolean> {
  return deps.db.transaction(async tx => {
    await lockNames(tx, deps.db, registrableDomain(domain.name) ?? domain.name)
    const proved = await tx
      .updateTable('domain')
      .set({ verified_at: deps.clock.now() })
      .where('id', '=', domain.id)
      .where('token', '=', domain.token)
      .where('verified_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (proved.numUpdatedRows === 0n) return false
    await voidClaims(tx, domain.name)
    return true
  })
}

/** Somebody else has proved the name: what is left of the former owner goes, and the name is free when it is gone. */
export async function giveWay(tx: Tx, domain: DomainRow, now: number): Promise<void> {
  await beginRemoval(tx, domain.id, now)
  const detail = '所有权由别的账号验证，原来的邮箱和邮件一并删除'
  await writeNotice(tx, now, { action: 'domainTaken', target: domain.name, detail })
}
