/**
 * Lets an admin manage system accounts. Every act is written to the audit log in the same transaction. The
 * last admin who can act can neither be removed nor demoted nor stopped, and nobody can do any of these to
 * themselves.
 */
import type { AbilitySet, LimitSet, Page, SysRole, SysStatus } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId, newReadablePassword } from '../../kernel/ids.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { refuseOverwrite } from '../../ledger/audit/refuse-overwrite.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { Life } from '../../ledger/life/life.ts'
import { tellKeyEnded } from '../api-key/api-key.ts'
import { deleteApiKey } from '../api-key/repository.ts'
import { tellGoesOn } from '../goes-on.ts'
import { tellSessionsEnded } from '../session/end-session.ts'
import { keepStoppedAccount } from '../session/ended-login.ts'
import type { Passwords } from '../session/password.ts'
import { deleteSessions } from '../session/repository.ts'
import {
  type AccountChange,
  type AccountRow,
  type AccountWithCounts,
  countActingAdmins,
  countDeletedMailboxes,
  findAccount,
  findAccountByName,
  findAccountWithCounts,
  insertAccount,
  setTotp,
  updateAccount,
} from '../sys-account/repository.ts'
import { defaultsFor, isActingAdmin, lostRights, noRights, readRights } from '../sys-account/sys-account.ts'
import { identityWords } from '../words/words.ts'

/** Mailboxes of an account that is to go; the room of mailboxes knows them. */
export type OwnedMailboxes = {
  /** How many mailboxes of others stand on the account's domains. */
  strangersOnDomainsOf(accountId: string): Promise<number>
  /** Removes all mailboxes of the account with all their mail, and returns how many. */
  removeAllOf(accountId: string): Promise<number>
  /** Throws when an admin who takes them over would read mail that admins may not look at. */
  checkTaking(accountId: string): Promise<void>
}

export type ManageDeps = { db: Db; clock: Clock; passwords: Passwords; life: Life; owned: OwnedMailboxes }

export type Rights = {
  role?: SysRole | undefined
  status?: SysStatus | undefined
  note?: string | undefined
  pages?: readonly Page[] | undefined
  can?: AbilitySet | undefined
  limits?: LimitSet | undefined
}

export type EditRequest = Rights & {
  id: string
  username?: string | undefined
  resetPassword?: true | undefined
  resetTwoFactor?: true | undefined
  endSessions?: true | undefined
  /** The values that the caller saw of the fields that it changes. */
  seen?: (Rights & { username?: string | undefined }) | undefined
}

export function newAccountRow(account: {
  now: number
  username: string
  passwordHash: string
  rights: Rights & { role: SysRole }
}): AccountRow {
  const { now, rights } = account
  const defaults = defaultsFor(rights.role)
  return {
    id: newId(now),
    username: account.username,
    password_hash: account.passwordHash,
    role: rights.role,
    status: rights.status ?? 'active',
    note: rights.note ?? '',
    pages: JSON.stringify(rights.pages ?? defaults.pages),
    abilities: JSON.stringify(rights.can ?? defaults.can),
    limits: JSON.stringify(rights.limits ?? defaults.limits),
    totp_secret: null,
    totp_on: 0,
    totp_last_step: 0,
    recovery_codes: '[]',
    created_at: now,
    last_login_at: null,
  }
}

const usernameTaken = () =>
  new AppError('usernameTaken', { fields: { username: identityWords.usernameTaken } })

export async function createSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: Rights & { username: string; password?: string | undefined },
): Promise<{ account: AccountWithCounts; password: string }> {
  const password = request.password ?? newReadablePassword()
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  const row = newAccountRow({
    now,
    username: request.username,
    passwordHash,
    rights: { ...request, role: request.role ?? 'user' },
  })
  await deps.db.transaction(async tx => {
    if (!(await insertAccount(tx, row))) throw usernameTaken()
    await writeAudit(tx, caller, now, {
      action: 'createSysAccount',
      target: row.username,
      detail: fact('accountMade', { role: row.role }),
    })
  })
  return { account: await findAccountWithCounts(deps.db.query, row.id, now), password }
}

/** Where rights cannot be read, setting some of them takes away the others, so that they can be read again. */
function rightsOf(request: EditRequest, before: AccountRow): Pick<EditRequest, 'pages' | 'can' | 'limits'> {
  const { pages, can, limits } = request
  const isSet = pages !== undefined || can !== undefined || limits !== undefined
  if (!isSet || !lostRights(before)) return { pages, can, limits }
  return { pages: pages ?? noRights.pages, can: can ?? noRights.can, limits: limits ?? noRights.limits }
}

function changeOf(request: EditRequest, before: AccountRow, passwordHash: string | null): AccountChange {
  const { pages, can, limits } = rightsOf(request, before)
  const change: AccountChange = {}
  if (request.username !== undefined) change.username = request.username
  if (request.role !== undefined) change.role = request.role
  if (request.status !== undefined) change.status = request.status
  if (request.note !== undefined) change.note = request.note
  if (pages !== undefined) change.pages = JSON.stringify(pages)
  if (can !== undefined) change.abilities = JSON.stringify(can)
  if (limits !== undefined) change.limits = JSON.stringify(limits)
  if (passwordHash !== null) change.password_hash = passwordHash
  return change
}

const toldFields = ['username', 'role', 'status'] as const
const namedFields = [
  ...(['note', 'pages', 'can', 'limits', 'resetPassword', 'resetTwoFactor', 'endSessions'] as const),
]

async function keepAnAdmin(tx: Tx, deps: ManageDeps): Promise<void> {
  if ((await countActingAdmins(tx, deps.db.kind === 'postgres')) === 0) throw new AppError('lastAdmin')
}

/** Locks the acting admins before anything is changed, so that concurrent demotions queue up. */
const lockAdmins = (tx: Tx, deps: ManageDeps) => countActingAdmins(tx, deps.db.kind === 'postgres')

export async function editSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: EditRequest,
): Promise<{ account: AccountWithCounts; password: string | null }> {
  const password = request.resetPassword ? newReadablePassword() : null
  const passwordHash = password === null ? null : await deps.passwords.hash(password)
  const now = deps.clock.now()
  const ended = await deps.db.transaction(async tx => {
    await lockAdmins(tx, deps)
    const before = await findAccount(tx, request.id)
    if (!before) throw new AppError('notFound')
    const { username, role, status, note } = before
    const present = { username, role, status, note, ...readRights(before) }
    await refuseOverwrite(
      tx,
      { seen: request.seen, wanted: { ...request }, present },
      { targets: [username] },
    )
    const after = { role: request.role ?? before.role, status: request.status ?? before.status }
    const demoted = isActingAdmin(before) && !isActingAdmin(after)
    if (demoted && before.id === caller.accountId) throw new AppError('notYourself')
    if (request.username !== undefined && request.username !== before.username) {
      if (await findAccountByName(tx, request.username)) throw usernameTaken()
    }
    await updateAccount(tx, before.id, changeOf(request, before, passwordHash))
    if (demoted) await keepAnAdmin(tx, deps)
    if (request.resetTwoFactor) await setTotp(tx, before.id, { secret: null, on: false, recoveryCodes: [] })
    await writeAudit(tx, caller, now, {
      action: 'editSysAccount',
      target: before.username,
      detail: fact('accountChanged', changedFields(request, toldFields, namedFields)),
    })
    const cutOff = password !== null || after.status === 'stopped' || after.role !== before.role
    if (cutOff) await deleteApiKey(tx, before.id)
    if (!cutOff && !request.endSessions) return []
    if (after.status === 'stopped') await keepStoppedAccount(tx, before.id)
    const mine = before.id === caller.accountId ? caller.sessionId : null
    return deleteSessions(tx, { sysAccountId: before.id }, mine === null ? {} : { except: mine })
  })
  await tellSessionsEnded(deps.db, ended)
  await tellKeyEnded(deps.db, request.id)
  if (request.status === 'active') await tellGoesOn(deps.db, { kind: 'account', ids: [request.id] })
  return { account: await findAccountWithCounts(deps.db.query, request.id, now), password }
}

/**
 * Mailboxes with all their mail go before the account does, one by one, since they may hold a great deal; an act that is
 * interrupted there is simply repeated.
 */
async function removeOwnedMailboxes(deps: ManageDeps, accountId: string): Promise<number> {
  if (!(await findAccount(deps.db.query, accountId))) throw new AppError('notFound')
  // Others may have mailboxes on these domains; their mail is not for this act to delete.
  const strangers = await deps.owned.strangersOnDomainsOf(accountId)
  if (strangers > 0) throw invalidField('owned', identityWords.strangersOnDomains(strangers))
  return deps.owned.removeAllOf(accountId)
}

export async function deleteSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: { id: string; owned: 'refuse' | 'toMe' | 'delete' },
): Promise<{ mailboxes: number; domains: number }> {
  if (request.id === caller.accountId) throw new AppError('notYourself')
  return removeAccount(deps, caller, request, 'delSysAccount')
}

/** An account deletes itself, with everything it owns. */
export function deleteAccountWithAll(
  deps: ManageDeps,
  caller: AccountCaller,
): Promise<{ mailboxes: number; domains: number }> {
  return removeAccount(deps, caller, { id: caller.accountId, owned: 'delete' }, 'deleteOwnAccount')
}

async function removeAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: { id: string; owned: 'refuse' | 'toMe' | 'delete' },
  action: 'delSysAccount' | 'deleteOwnAccount',
): Promise<{ mailboxes: number; domains: number }> {
  const now = deps.clock.now()
  // Before anything is removed: the last admin keeps what it has.
  await deps.db.transaction(async tx => {
    const admins = await lockAdmins(tx, deps)
    const account = await findAccount(tx, request.id)
    if (account && isActingAdmin(account) && admins <= 1) throw new AppError('lastAdmin')
  })
  const removed = request.owned === 'delete' ? await removeOwnedMailboxes(deps, request.id) : 0
  return deps.life.transaction(async (tx, turns) => {
    await lockAdmins(tx, deps)
    if (!(await findAccount(tx, request.id))) throw new AppError('notFound')
    const account = await findAccountWithCounts(tx, request.id, now)
    const owned = {
      mailboxes: Number(account.mailboxes) + (await countDeletedMailboxes(tx, account.id)) + removed,
      domains: Number(account.domains) + Number(account.claims),
    }
    if (request.owned === 'refuse' && owned.mailboxes + owned.domains > 0) {
      throw new AppError('ownsThings', { msg: identityWords.ownsThings(owned) })
    }
    if (request.owned === 'toMe') await deps.owned.checkTaking(account.id)
    const to = request.owned === 'toMe' ? caller.accountId : null
    await turns.take({ thing: 'account', turn: 'remove', ids: [account.id], to, now })
    if (isActingAdmin(account)) await keepAnAdmin(tx, deps)
    await writeAudit(tx, caller, now, {
      action,
      target: account.username,
      detail: fact('accountRemoved', { owned: request.owned, ...owned }),
    })
    return owned
  })
}
