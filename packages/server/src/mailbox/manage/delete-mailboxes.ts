/**
 * Deleting mailboxes, with time to undo: a deleted one receives nothing and is opened by nobody, but keeps its mail and
 * its name until the time is over and the sweep takes it. Temporary addresses are made to be thrown away and go at once
 * unless asked otherwise.
 */

import type { Tx } from '../../database/types.ts'
import { managedScope } from '../../identity/access.ts'
import { lockAccount } from '../../identity/sys-account/accounts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller, LoggedIn } from '../../kernel/call/caller.ts'
import { hour } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { someNamed } from '../../ledger/fact/fact.ts'
import type { AuditAction } from '../../ledger/words/acts.ts'
import { checkMayDelete } from '../account/account-rights.ts'
import { checkRoom } from '../account/mailbox-limit.ts'
import { tellMailboxesGone } from '../account/mailboxes-gone.ts'
import { endMailboxes } from '../life/end-mailboxes.ts'
import { type RemoveMailboxesDeps, removeMailboxes } from '../life/remove-mailboxes.ts'
import { markDeleted } from '../life/repository.ts'
import { matchingAccounts, standingOf, withIds } from './account-repository.ts'

const removePortion = 50
/** A deleted mailbox that nobody may bring back. */
const forGood = 0

async function restorableMs(deps: RemoveMailboxesDeps): Promise<number> {
  return (await deps.site.read()).restoreHours * hour
}

/** Those of them that the caller reaches. */
async function standing(
  deps: RemoveMailboxesDeps,
  caller: LoggedIn,
  wanted: readonly string[],
  deletedToo: boolean,
) {
  const now = deps.clock.now()
  const scope = managedScope(caller)
  const find = (deleted: boolean) =>
    standingOf(withIds(matchingAccounts(deps.db.query, scope, { deleted }, now), wanted))
  return [...(await find(false)), ...(deletedToo ? await find(true) : [])]
}

/** All of them or none: one that the caller does not reach stops the whole request before anything is done. */
async function reach(
  deps: RemoveMailboxesDeps,
  caller: LoggedIn,
  ids: readonly string[],
  deletedToo: boolean,
) {
  const wanted = [...new Set(ids)]
  const found = await standing(deps, caller, wanted, deletedToo)
  if (found.length < wanted.length) throw new AppError('notFound')
  return found
}

async function audit(
  tx: Tx,
  caller: LoggedIn,
  action: AuditAction,
  rows: readonly { address: string }[],
  now: number,
): Promise<void> {
  if (caller.role !== 'admin') return
  await writeAudit(tx, caller, now, { action, target: someNamed(rows.map(row => row.address)), detail: null })
}

export async function deleteMailboxes(
  deps: RemoveMailboxesDeps,
  caller: LoggedIn,
  request: { ids: readonly string[]; keep?: boolean | undefined },
): Promise<{ deleted: number; restorableUntil: number | null }> {
  const found = await reach(deps, caller, request.ids, request.keep === false)
  return deleteFound(deps, caller, found, request.keep, (tx, now) =>
    audit(tx, caller, 'delEmailAccount', found, now),
  )
}

/** A portion of many: those that are gone meanwhile are left out. `enter` writes in the same transaction. */
export async function deletePortion(
  deps: RemoveMailboxesDeps,
  caller: LoggedIn,
  { ids, keep }: { ids: readonly string[]; keep: boolean | undefined },
  enter: (tx: Tx) => Promise<void>,
): Promise<void> {
  const found = await standing(deps, caller, ids, keep === false)
  await deleteFound(deps, caller, found, keep, enter)
}

async function deleteFound(
  deps: RemoveMailboxesDeps,
  caller: LoggedIn,
  found: Awaited<ReturnType<typeof standing>>,
  keep: boolean | undefined,
  enter: (tx: Tx, now: number) => Promise<void>,
): Promise<{ deleted: number; restorableUntil: number | null }> {
  checkMayDelete(caller, found)
  const span = await restorableMs(deps)
  const now = deps.clock.now()
  const stays = (row: { kind: string; deleted_at: number | null }): boolean =>
    span > 0 && row.deleted_at === null && (keep ?? row.kind === 'account')
  const kept = found.filter(stays).map(row => row.id)
  const gone = found.filter(row => !stays(row)).map(row => row.id)
  await deps.life.transaction(async (tx, turns) => {
    await endMailboxes(tx, turns, { ids: kept, deletedAt: now, now })
    await endMailboxes(tx, turns, { ids: gone, deletedAt: forGood, now })
    await enter(tx, now)
  })
  // The removal reports the other mailboxes itself.
  await tellMailboxesGone(deps.db, kept)
  for (let at = 0; at < gone.length; at += removePortion)
    await removeMailboxes(deps, gone.slice(at, at + removePortion))
  return { deleted: found.length, restorableUntil: kept.length > 0 ? now + span : null }
}

export async function restoreMailboxes(
  deps: RemoveMailboxesDeps,
  caller: AccountCaller,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const now = deps.clock.now()
  const deletedAfter = now - (await restorableMs(deps))
  return deps.db.transaction(async tx => {
    await lockAccount(tx, deps.db.kind, caller.accountId)
    const match = matchingAccounts(tx, managedScope(caller), { deleted: true, deletedAfter }, now)
    const found = await standingOf(withIds(match, wanted))
    if (found.length < wanted.length) throw new AppError('notFound')
    if (caller.role === 'user') await checkRoom(tx, caller, wanted.length)
    await markDeleted(tx, wanted, null)
    await audit(tx, caller, 'restoreEmailAccount', found, now)
    return found.length
  })
}
