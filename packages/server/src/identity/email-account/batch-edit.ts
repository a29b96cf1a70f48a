/**
 * Editing many mailboxes: by their ids, or all that a filter means. First what would change; then portion by portion, each
 * a transaction of its own, so that nobody waits for the whole. One request does so many and says where to go on.
 */
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { newReadablePassword } from '../../ids.ts'
import { giveMailsIn } from '../../inbound/mailbox/repository.ts'
import { changedWords } from '../../operate/audit/changed-words.ts'
import { namedAtMost, someNames } from '../../operate/audit/some-names.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { type AccountCaller, checkOwnHand, mailboxScope } from '../access.ts'
import { tellGoesOn } from '../goes-on.ts'
import { tellSessionsEnded } from '../session/end-session.ts'
import type { Passwords } from '../session/password.ts'
import { deleteSessionsOf } from '../session/repository.ts'
import { findAccount } from '../sys-account/repository.ts'
import { type FilterWords, readFilter } from './account-filter.ts'
import { type AccountMatch, accountsByIds, matchingAccounts, nextIds } from './account-repository.ts'
import { type AccountChange, checkRights } from './account-rights.ts'
import { auditWords } from './audit-words.ts'
import { differences, domainOwnersOf, updateDiffering } from './batch-repository.ts'
import { changeColumns } from './change-columns.ts'
import { unbindCodes, updateMailbox } from './repository.ts'

export type BatchDeps = { db: Db; clock: Clock; passwords: Passwords }

export type BatchRequest = AccountChange & {
  ids?: readonly string[] | undefined
  filter?: FilterWords | undefined
  cursor?: string | undefined
  limit?: number | undefined
  resetPassword?: true | undefined
  toAccount?: true | undefined
}

const portion = 200
/** Mails change hands with their mailbox, and a mailbox can hold many. */
const givingPortion = 20
const defaultLimit = 1000
const sampleSize = 10
const randomLength = 16

function changeOf(request: BatchRequest): AccountChange {
  const { quotaMb, expiresAt, status, maySend, ownerId, note } = request
  return { quotaMb, expiresAt, status, maySend, ownerId, note }
}

/** The mailboxes that are meant, from the cursor on. An id that is not the caller's stops the whole request. */
async function meant(deps: BatchDeps, caller: AccountCaller, request: BatchRequest): Promise<AccountMatch> {
  const { ids, filter, cursor } = request
  if ((ids === undefined) === (filter === undefined)) throw invalidField('ids', '给出编号，或给出筛选条件')
  const asked = [...Object.values(changeOf(request)), request.resetPassword, request.toAccount]
  if (asked.every(value => value === undefined)) throw new AppError('invalidInput', { msg: '没有要改的内容' })
  const scope = mailboxScope(caller)
  const now = deps.clock.now()
  const words = filter === undefined ? {} : await readFilter(deps.db.query, filter)
  let match = matchingAccounts(deps.db.query, scope, words, now)
  if (ids !== undefined) {
    const wanted = [...new Set(ids)]
    match = match.where('mailbox.id', 'in', wanted)
    const found = await match.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (Number(found.n) < wanted.length) throw new AppError('notFound')
  }
  return cursor === undefined ? match : match.where('mailbox.id', '>', cursor)
}

/** Becoming an account, these are given a password. */
const anyWithoutPassword = async (match: AccountMatch): Promise<boolean> =>
  (await match
    .select('mailbox.id')
    .where('mailbox.kind', '=', 'temporary')
    .where('mailbox.password_hash', 'is', null)
    .executeTakeFirst()) !== undefined

async function check(deps: BatchDeps, caller: AccountCaller, request: BatchRequest, match: AccountMatch) {
  const change = changeOf(request)
  if (request.resetPassword) checkOwnHand(caller, 'resetPassword')
  if (request.toAccount && (await anyWithoutPassword(match))) checkOwnHand(caller, 'toAccount')
  if (caller.role === 'user') {
    checkRights(caller, change, await domainOwnersOf(match))
    const stopped = await match
      .select('mailbox.id')
      .where('mailbox.status', '=', 'stopped')
      .executeTakeFirst()
    if (stopped) throw new AppError('forbidden', { msg: '其中有被停用的邮箱，只有管理员能改' })
  }
  const { ownerId } = request
  if (ownerId != null && !(await findAccount(deps.db.query, ownerId)))
    throw invalidField('ownerId', '没有这个账号')
}

export async function previewBatch(deps: BatchDeps, caller: AccountCaller, request: BatchRequest) {
  const match = await meant(deps, caller, request)
  await check(deps, caller, request, match)
  const { matched, changed, differing } = await differences(match, changeColumns(changeOf(request)), {
    resetPassword: request.resetPassword === true,
    toAccount: request.toAccount === true,
  })
  const sample = await accountsByIds(deps.db.query, await nextIds(match, '', sampleSize))
  return { matched, changed, differing, sample }
}

export type BatchResult = {
  matched: number
  changed: number
  next: string | null
  passwords: { address: string; password: string }[]
}

export async function editBatch(
  deps: BatchDeps,
  caller: AccountCaller,
  request: BatchRequest,
): Promise<BatchResult> {
  const match = await meant(deps, caller, request)
  await check(deps, caller, request, match)
  const { n } = await match.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const result: BatchResult = { matched: Number(n), changed: 0, next: null, passwords: [] }
  const limit = request.limit ?? defaultLimit
  const size = request.ownerId === undefined ? portion : givingPortion
  const named: string[] = []
  let after = ''
  for (let done = 0; done < limit; ) {
    const ids = await nextIds(match, after, Math.min(size, limit - done))
    if (ids.length === 0) break
    const { changed, passwords } = await editPortion(deps, request, ids)
    result.changed += changed.length
    named.push(...changed.slice(0, namedAtMost - named.length))
    result.passwords.push(...passwords)
    done += ids.length
    after = ids.at(-1) ?? after
  }
  if ((await nextIds(match, after, 1)).length > 0) result.next = after
  if (caller.role === 'admin' && result.changed > 0)
    await audit(deps, caller, request, { named, count: result.changed })
  return result
}

type NewPassword = { id: string; address: string; password: string; hash: string }

/** Made before the transaction: hashing takes its time. */
async function newPasswords(
  deps: BatchDeps,
  request: BatchRequest,
  ids: readonly string[],
): Promise<NewPassword[]> {
  if (!request.resetPassword && !request.toAccount) return []
  const rows = await accountsByIds(deps.db.query, ids)
  const due = rows.filter(row =>
    row.kind === 'account'
      ? request.resetPassword
      : request.toAccount && (request.resetPassword || row.password_hash === null),
  )
  return Promise.all(
    due.map(async ({ id, address }) => {
      const password = newReadablePassword(randomLength)
      return { id, address, password, hash: await deps.passwords.bulk.hashRandom(password) }
    }),
  )
}

async function editPortion(deps: BatchDeps, request: BatchRequest, ids: readonly string[]) {
  const made = await newPasswords(deps, request, ids)
  const done = await deps.db.transaction(async tx => {
    const changed = await writePortion(tx, request, ids, made)
    const locked = request.status === 'stopped' ? ids : made.map(item => item.id)
    return { changed, ended: locked.length > 0 ? await deleteSessionsOf(tx, locked) : [] }
  })
  await tellSessionsEnded(deps.db, done.ended)
  if (request.status !== undefined || request.expiresAt !== undefined || request.toAccount)
    await tellGoesOn(deps.db, { kind: 'mailbox', ids })
  return { changed: done.changed, passwords: made.map(({ address, password }) => ({ address, password })) }
}

/** Returns those of them that are now other than before. */
async function writePortion(
  tx: Tx,
  request: BatchRequest,
  ids: readonly string[],
  made: readonly NewPassword[],
): Promise<string[]> {
  const touched = new Set(made.map(item => item.id))
  for (const { id, hash } of made) await updateMailbox(tx, id, { password_hash: hash })
  if (request.toAccount) {
    const lasting = {
      kind: 'account' as const,
      expires_at: null,
      end_after_mails: null,
      end_after_code: 0 as const,
    }
    const turned = await tx
      .updateTable('mailbox')
      .set(lasting)
      .where('id', 'in', [...ids])
      .where('kind', '=', 'temporary')
      .returning('id')
      .execute()
    for (const { id } of turned) touched.add(id)
  }
  if (request.ownerId !== undefined) await unbindCodes(tx, ids, request.ownerId)
  for (const id of await updateDiffering(tx, ids, changeColumns(changeOf(request)))) touched.add(id)
  if (request.ownerId !== undefined) for (const id of ids) await giveMailsIn(tx, id, request.ownerId)
  return ids.filter(id => touched.has(id))
}

async function audit(
  deps: BatchDeps,
  caller: AccountCaller,
  request: BatchRequest,
  changed: { named: readonly string[]; count: number },
) {
  const rows = await accountsByIds(deps.db.query, changed.named)
  const addresses = rows.map(row => row.address)
  const owner = request.ownerId == null ? undefined : await findAccount(deps.db.query, request.ownerId)
  await deps.db.transaction(tx =>
    writeAudit(tx, caller, deps.clock.now(), {
      action: 'batchEditEmailAccount',
      target: someNames(addresses, changed.count),
      detail: changedWords(request, { ...auditWords(owner?.username ?? null), note: '改备注' }),
    }),
  )
}
