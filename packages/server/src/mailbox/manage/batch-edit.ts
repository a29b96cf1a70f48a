/**
 * Editing many mailboxes: by their ids, or all that a filter means. First what would change; then portion by portion, each
 * a transaction of its own, so that nobody waits for the whole. One request does so many and says where to go on.
 */

import type { Db, Tx } from '../../database/types.ts'
import { checkOwnHand, managedScope } from '../../identity/access.ts'
import { tellGoesOn } from '../../identity/goes-on.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import type { Passwords } from '../../identity/session/password.ts'
import { deleteSessionsOf, keepStoppedMailboxes } from '../../identity/session/sessions.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newReadablePassword } from '../../kernel/ids.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact, namedAtMost, someNamed } from '../../ledger/fact/fact.ts'
import type { Life } from '../../ledger/life/life.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type AccountChange, checkRights } from '../account/account-rights.ts'
import { changeColumns } from '../account/change-columns.ts'
import { checkTaking } from '../account/check-taking.ts'
import { updateMailbox } from '../account/repository.ts'
import { handOverMailboxes } from '../life/hand-over-mailboxes.ts'
import { mailboxWords } from '../words/words.ts'
import { type FilterWords, readFilter } from './account-filter.ts'
import {
  type AccountMatch,
  accountsByIds,
  afterId,
  countMatching,
  matchingAccounts,
  nextIds,
  withIds,
} from './account-repository.ts'
import {
  anyStopped,
  anyWithoutPassword,
  differences,
  domainOwnersOf,
  turnIntoAccounts,
  updateDiffering,
} from './batch-repository.ts'

export type BatchDeps = { db: Db; clock: Clock; site: SiteSettings; passwords: Passwords; life: Life }

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
export async function meant(
  deps: BatchDeps,
  caller: AccountCaller,
  request: BatchRequest,
  { goneAreLeft = false } = {},
): Promise<AccountMatch> {
  const { ids, filter, cursor } = request
  if ((ids === undefined) === (filter === undefined)) throw invalidField('ids', mailboxWords.idsOrFilter)
  const asked = [...Object.values(changeOf(request)), request.resetPassword, request.toAccount]
  if (asked.every(value => value === undefined))
    throw new AppError('invalidInput', { msg: mailboxWords.nothingToChange })
  const scope = managedScope(caller)
  const now = deps.clock.now()
  const words = filter === undefined ? {} : await readFilter(deps.db.query, filter)
  let match = matchingAccounts(deps.db.query, scope, words, now)
  if (ids !== undefined) {
    const wanted = [...new Set(ids)]
    match = withIds(match, wanted)
    if (!goneAreLeft && (await countMatching(match)) < wanted.length) throw new AppError('notFound')
  }
  return cursor === undefined ? match : afterId(match, cursor)
}

export async function checkBatch(
  deps: BatchDeps,
  caller: AccountCaller,
  request: BatchRequest,
  match: AccountMatch,
) {
  const change = changeOf(request)
  if (request.resetPassword) checkOwnHand(caller, 'resetPassword')
  // Becoming an account, these are given a password.
  if (request.toAccount && (await anyWithoutPassword(match))) checkOwnHand(caller, 'toAccount')
  if (caller.role === 'user') {
    checkRights(caller, change, await domainOwnersOf(match))
    if (await anyStopped(match)) throw new AppError('forbidden', { msg: mailboxWords.someStopped })
  }
  const { ownerId } = request
  if (ownerId == null) return
  const owner = await findAccount(deps.db.query, ownerId)
  if (!owner) throw invalidField('ownerId', mailboxWords.noSuchAccount)
  await checkTaking(deps.site, caller, null, owner)
}

export async function previewBatch(deps: BatchDeps, caller: AccountCaller, request: BatchRequest) {
  const match = await meant(deps, caller, request)
  await checkBatch(deps, caller, request, match)
  const { matched, changed, differing } = await differences(match, changeColumns(changeOf(request)), {
    resetPassword: request.resetPassword === true,
    toAccount: request.toAccount === true,
  })
  const sample = await accountsByIds(deps.db.query, await nextIds(match, '', sampleSize))
  return { matched, changed, differing, sample }
}

export const portionOf = (request: BatchRequest): number =>
  request.ownerId === undefined ? portion : givingPortion

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
  await checkBatch(deps, caller, request, match)
  const result: BatchResult = { matched: await countMatching(match), changed: 0, next: null, passwords: [] }
  const limit = request.limit ?? defaultLimit
  const size = portionOf(request)
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
    await deps.db.transaction(tx => auditBatch(tx, deps, caller, request, { named, count: result.changed }))
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

type EditedPortion = { changed: string[]; passwords: { address: string; password: string }[] }

/** `enter` writes in the same transaction what came of it. */
export async function editPortion(
  deps: BatchDeps,
  request: BatchRequest,
  ids: readonly string[],
  enter?: (tx: Tx, portion: EditedPortion) => Promise<void>,
): Promise<EditedPortion> {
  const made = await newPasswords(deps, request, ids)
  const passwords = made.map(({ address, password }) => ({ address, password }))
  const done = await deps.life.transaction(async (tx, turns) => {
    const handed =
      request.ownerId === undefined
        ? []
        : await handOverMailboxes(tx, turns, { ids, to: request.ownerId, now: deps.clock.now() })
    const changed = await writePortion(tx, request, ids, { made, handed })
    const locked = request.status === 'stopped' ? ids : made.map(item => item.id)
    await enter?.(tx, { changed, passwords })
    if (request.status === 'stopped') await keepStoppedMailboxes(tx, ids)
    return { changed, ended: locked.length > 0 ? await deleteSessionsOf(tx, locked) : [] }
  })
  await tellSessionsEnded(deps.db, done.ended)
  if (request.status !== undefined || request.expiresAt !== undefined || request.toAccount)
    await tellGoesOn(deps.db, { kind: 'mailbox', ids })
  return { changed: done.changed, passwords }
}

/** Returns those of them that are now other than before. */
async function writePortion(
  tx: Tx,
  request: BatchRequest,
  ids: readonly string[],
  { made, handed }: { made: readonly NewPassword[]; handed: readonly string[] },
): Promise<string[]> {
  const touched = new Set([...handed, ...made.map(item => item.id)])
  for (const { id, hash } of made) await updateMailbox(tx, id, { password_hash: hash })
  if (request.toAccount) for (const id of await turnIntoAccounts(tx, ids)) touched.add(id)
  for (const id of await updateDiffering(tx, ids, changeColumns(changeOf(request)))) touched.add(id)
  return ids.filter(id => touched.has(id))
}

const toldFields = ['quotaMb', 'expiresAt', 'status', 'maySend'] as const
const namedFields = ['resetPassword', 'toAccount', 'note'] as const

export async function auditBatch(
  tx: Tx,
  deps: BatchDeps,
  caller: AccountCaller,
  request: BatchRequest,
  changed: { named: readonly string[]; count: number },
) {
  const rows = await accountsByIds(tx, changed.named)
  const owner = request.ownerId == null ? undefined : await findAccount(tx, request.ownerId)
  await writeAudit(tx, caller, deps.clock.now(), {
    action: 'batchEditEmailAccount',
    target:
      rows.length === 0
        ? fact('someMailboxes', { count: changed.count })
        : someNamed(
            rows.map(row => row.address),
            changed.count,
          ),
    detail: fact('mailboxesChanged', {
      ...changedFields(request, toldFields, namedFields),
      ...(request.ownerId === undefined ? {} : { owner: owner?.username ?? null }),
    }),
  })
}
