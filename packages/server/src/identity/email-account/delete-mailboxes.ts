/**
 * Deleting mailboxes, with time to undo: a deleted one receives nothing and is opened by nobody, but keeps its mail and
 * its name until the time is over and the sweep takes it. Temporary addresses are made to be thrown away and go at once
 * unless asked otherwise.
 */
import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, hour } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { removeMailboxes } from '../../inbound/mailbox/sweep.ts'
import { someNames } from '../../operate/audit/some-names.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { type AccountCaller, type LoggedIn, mailboxScope } from '../access.ts'
import { tellSessionsEnded } from '../session/end-session.ts'
import { deleteSessionsOf } from '../session/repository.ts'
import { matchingAccounts } from './account-repository.ts'
import { checkMayDelete } from './account-rights.ts'
import { checkRoom, lockOwner } from './mailbox-limit.ts'
import { tellMailboxesGone } from './mailboxes-gone.ts'

export type DeleteDeps = { db: Db; clock: Clock; site: SiteSettings; blobs: BlobStore }

const removePortion = 50
/** A deleted mailbox that nobody may bring back. */
const forGood = 0

async function restorableMs(deps: DeleteDeps): Promise<number> {
  return (await deps.site.read()).restoreHours * hour
}

/** All of them or none: one that the caller does not reach stops the whole request before anything is done. */
async function reach(deps: DeleteDeps, caller: LoggedIn, ids: readonly string[], deletedToo: boolean) {
  const wanted = [...new Set(ids)]
  const now = deps.clock.now()
  const scope = mailboxScope(caller)
  const find = (deleted: boolean) =>
    matchingAccounts(deps.db.query, scope, { deleted }, now)
      .select(['mailbox.id', 'mailbox.address', 'mailbox.kind', 'mailbox.owner_id', 'mailbox.deleted_at'])
      .select('mailbox.status')
      .where('mailbox.id', 'in', wanted)
      .execute()
  const found = [...(await find(false)), ...(deletedToo ? await find(true) : [])]
  if (found.length < wanted.length) throw new AppError('notFound')
  return found
}

async function audit(
  tx: Tx,
  caller: LoggedIn,
  action: string,
  rows: readonly { address: string }[],
  now: number,
): Promise<void> {
  if (caller.role !== 'admin') return
  await writeAudit(tx, caller, now, { action, target: someNames(rows.map(row => row.address)), detail: '' })
}

export async function deleteMailboxes(
  deps: DeleteDeps,
  caller: LoggedIn,
  request: { ids: readonly string[]; keep?: boolean | undefined },
): Promise<{ deleted: number; restorableUntil: number | null }> {
  const found = await reach(deps, caller, request.ids, request.keep === false)
  checkMayDelete(caller, found)
  const span = await restorableMs(deps)
  const now = deps.clock.now()
  const stays = (row: { kind: string; deleted_at: number | null }): boolean =>
    span > 0 && row.deleted_at === null && (request.keep ?? row.kind === 'account')
  const kept = found.filter(stays).map(row => row.id)
  const gone = found.filter(row => !stays(row)).map(row => row.id)
  const ended = await deps.db.transaction(async tx => {
    if (kept.length > 0) await markDeleted(tx, kept, now)
    if (gone.length > 0) await markDeleted(tx, gone, forGood)
    await audit(tx, caller, 'delEmailAccount', found, now)
    return deleteSessionsOf(tx, [...kept, ...gone])
  })
  await tellSessionsEnded(deps.db, ended)
  // Of the others it is told as they are removed.
  await tellMailboxesGone(deps.db, kept)
  for (let at = 0; at < gone.length; at += removePortion)
    await removeMailboxes(deps, gone.slice(at, at + removePortion))
  return { deleted: found.length, restorableUntil: kept.length > 0 ? now + span : null }
}

async function markDeleted(tx: Tx, ids: readonly string[], at: number): Promise<void> {
  await tx
    .updateTable('mailbox')
    .set({ deleted_at: at })
    .where('id', 'in', [...ids])
    .execute()
}

export async function restoreMailboxes(
  deps: DeleteDeps,
  caller: AccountCaller,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const now = deps.clock.now()
  const deletedAfter = now - (await restorableMs(deps))
  return deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db.kind, caller.accountId)
    const found = await matchingAccounts(tx, mailboxScope(caller), { deleted: true, deletedAfter }, now)
      .select(['mailbox.id', 'mailbox.address', 'mailbox.owner_id'])
      .where('mailbox.id', 'in', wanted)
      .execute()
    if (found.length < wanted.length) throw new AppError('notFound')
    if (caller.role === 'user') await checkRoom(tx, caller, wanted.length)
    await tx.updateTable('mailbox').set({ deleted_at: null }).where('id', 'in', wanted).execute()
    await audit(tx, caller, 'restoreEmailAccount', found, now)
    return found.length
  })
}
