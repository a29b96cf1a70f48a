/** Changes one mailbox. account-rights.ts decides which changes the caller may make. */
import type { LifetimeChange } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { checkOwnHand, isAccount, managedScope } from '../../identity/access.ts'
import { tellGoesOn } from '../../identity/goes-on.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import type { Passwords } from '../../identity/session/password.ts'
import { deleteSessions, keepStoppedMailboxes } from '../../identity/session/sessions.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { refuseOverwrite } from '../../ledger/audit/refuse-overwrite.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { Life } from '../../ledger/life/life.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type AccountChange, checkHolder, checkRights } from '../account/account-rights.ts'
import { auditMailbox } from '../account/audit-mailbox.ts'
import { changeColumns } from '../account/change-columns.ts'
import { checkTaking } from '../account/check-taking.ts'
import { changedLifetime, lastingAccount, quotaMbOf } from '../account/mailbox.ts'
import { findScopedMailbox, lockMailbox, type MailboxRow, updateMailbox } from '../account/repository.ts'
import { handOverMailboxes } from '../life/hand-over-mailboxes.ts'
import { tellProgramsEnded } from '../program/program-log-in.ts'
import { mailboxWords } from '../words/words.ts'

export type EditDeps = { db: Db; clock: Clock; site: SiteSettings; passwords: Passwords; life: Life }

export type EditRequest = AccountChange & {
  id: string
  pinned?: boolean | undefined
  lifetime?: LifetimeChange | undefined
  password?: string | undefined
  toAccount?: true | undefined
  /** The values that the caller saw of the fields that it changes. */
  seen?: AccountChange | undefined
}

function checkSense(mailbox: MailboxRow, request: EditRequest, caller: LoggedIn): void {
  if (mailbox.status === 'stopped' && caller.role !== 'admin')
    throw new AppError('forbidden', { msg: mailboxWords.stopped })
  if (request.lifetime !== undefined && mailbox.kind !== 'temporary')
    throw invalidField('lifetime', mailboxWords.accountHasNoLifetime)
  if (request.toAccount && mailbox.kind === 'account')
    throw invalidField('toAccount', mailboxWords.alreadyAccount)
  if (request.toAccount && mailbox.password_hash === null && request.password === undefined) {
    throw invalidField('password', mailboxWords.passwordFirst)
  }
}

async function columnsOf(
  deps: EditDeps,
  mailbox: MailboxRow,
  request: EditRequest,
  now: number,
): Promise<Partial<MailboxRow>> {
  const site = await deps.site.read()
  return {
    ...changeColumns(request),
    ...(request.pinned === undefined ? {} : { pinned: flag(request.pinned) }),
    ...(request.lifetime === undefined ? {} : changedLifetime(request.lifetime, mailbox, site, now)),
    ...(request.toAccount ? lastingAccount : {}),
    ...(request.password === undefined ? {} : { password_hash: await deps.passwords.hash(request.password) }),
  }
}

/** Sessions end with a new password, except the one that asked; all end with a stop. */
async function endSessions(tx: Tx, caller: LoggedIn, request: EditRequest): Promise<string[]> {
  if (request.password === undefined && request.status !== 'stopped') return []
  if (request.status === 'stopped') await keepStoppedMailboxes(tx, [request.id])
  const own = caller.role === 'mailbox' ? caller.sessionId : null
  return deleteSessions(tx, { mailboxId: request.id }, own === null ? {} : { except: own })
}

const toldFields = ['quotaMb', 'expiresAt', 'status', 'maySend', 'lifetime'] as const
const namedFields = ['password', 'toAccount'] as const

/** Pins and notes are not written down. */
async function auditEdit(
  tx: Tx,
  caller: LoggedIn,
  mailbox: MailboxRow,
  request: EditRequest,
  newOwner: string | null,
  now: number,
): Promise<void> {
  const changes = {
    ...changedFields(request, toldFields, namedFields),
    ...(request.ownerId === undefined ? {} : { owner: newOwner }),
  }
  if (Object.keys(changes).length === 0) return
  const detail = fact('mailboxesChanged', changes)
  // An admin's own mailbox that becomes somebody else's is written down, as is the way back.
  const held = request.ownerId === undefined ? mailbox.owner_id : request.ownerId
  const isOwn = isAccount(caller) && mailbox.owner_id === caller.accountId
  const of = isOwn ? { ...mailbox, owner_id: held } : mailbox
  await auditMailbox(tx, caller, of, now, { action: 'editEmailAccount', detail })
}

/** The fields of a change as they are now. */
const fieldsNow = (row: MailboxRow) => ({
  quotaMb: quotaMbOf(row),
  expiresAt: isoTimeOrNull(row.expires_at),
  status: row.status,
  maySend: row.may_send === 1,
  ownerId: row.owner_id,
  note: row.note,
})

/** A time may be written in several ways. */
const inOneForm = (change: AccountChange) => ({
  ...change,
  ...(change.expiresAt == null ? {} : { expiresAt: isoTime(Date.parse(change.expiresAt)) }),
})

/** Throws when somebody else changed what the caller is about to change. */
async function refuseStale(
  tx: Tx,
  deps: Pick<EditDeps, 'db'>,
  mailbox: MailboxRow,
  request: EditRequest,
): Promise<void> {
  if (!request.seen) return
  const row = await lockMailbox(tx, deps.db.kind, mailbox.id)
  if (!row) throw new AppError('notFound')
  const change = { seen: inOneForm(request.seen), wanted: inOneForm(request), present: fieldsNow(row) }
  await refuseOverwrite(tx, change, { targets: [row.address], names: { ownerId: 'owner' } })
}

export async function editMailbox(deps: EditDeps, caller: LoggedIn, request: EditRequest) {
  const scope = managedScope(caller)
  const found = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!found) throw new AppError('notFound')
  const { domain_owner } = found
  if (request.password !== undefined) checkOwnHand(caller, 'password')
  checkHolder(caller, request, found)
  checkRights(caller, request, [domain_owner])
  checkSense(found, request, caller)
  const columns = await columnsOf(deps, found, request, deps.clock.now())
  const ended = await deps.life.transaction(async (tx, turns) => {
    const owner = request.ownerId == null ? null : await findAccount(tx, request.ownerId)
    if (owner === undefined) throw invalidField('ownerId', mailboxWords.noSuchAccount)
    await checkTaking(deps.site, caller, found, owner)
    await refuseStale(tx, deps, found, request)
    const now = deps.clock.now()
    if (request.ownerId !== undefined)
      await handOverMailboxes(tx, turns, { ids: [found.id], to: request.ownerId, now })
    await updateMailbox(tx, found.id, columns)
    await auditEdit(tx, caller, found, request, owner?.username ?? null, now)
    return endSessions(tx, caller, request)
  })
  await tellSessionsEnded(deps.db, ended)
  if (request.password !== undefined || request.status === 'stopped')
    await tellProgramsEnded(deps.db, [found.id])
  if (columns.status !== undefined || columns.expires_at !== undefined)
    await tellGoesOn(deps.db, { kind: 'mailbox', ids: [found.id] })
  const changed = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!changed) throw new AppError('notFound')
  return changed
}
