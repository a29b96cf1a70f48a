/**
 * An admin opens somebody else's mailbox: by an act of its own, with a reason where the site wants one, for a while, and
 * on the record. The look is a session of its own that reaches this one mailbox, so that the admin's other calls never
 * do. A log-in looks at one mailbox at a time.
 */
import type { LookReason } from '@yanshu/contract'
import { deleteLooksBegunIn, insertSession } from '../../identity/session/sessions.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { isoTime, minute } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { findMailbox, type MailboxRow } from '../account/repository.ts'
import { mailboxWords } from '../words/words.ts'
import { closeLook } from './end-look.ts'
import { type LookDeps, shownLook } from './look.ts'
import { findLook, insertLook, lastLookAt, looksByIds } from './repository.ts'

const usualMinutes = 15

/** The mailbox, with the name of its owner, if it is there and somebody else's. */
async function lookable({ db }: LookDeps, caller: AccountCaller, id: string) {
  const mailbox = await findMailbox(db.query, id)
  if (!mailbox || mailbox.deleted_at !== null) throw new AppError('notFound')
  if (mailbox.owner_id === caller.accountId)
    throw new AppError('conflict', {
      msg: mailboxWords.lookAtOwn,
      fields: { mailbox: mailboxWords.lookAtOwn },
    })
  const owner = mailbox.owner_id === null ? undefined : await findAccount(db.query, mailbox.owner_id)
  return { mailbox, ownerName: owner?.username ?? null }
}

export async function prepareLook(deps: LookDeps, caller: AccountCaller, mailboxId: string) {
  const { mailbox, ownerName } = await lookable(deps, caller, mailboxId)
  const { lookAllowed, lookNeedsReason } = await deps.site.read()
  const last = await lastLookAt(deps.db.query, mailbox.id)
  return {
    address: mailbox.address,
    ownerName,
    received: mailbox.received,
    last: last ? { at: isoTime(last.began_at), by: last.account_name } : null,
    allowed: lookAllowed,
    needsReason: lookNeedsReason,
  }
}

export type LookRequest = {
  mailbox: string
  reason?: LookReason | undefined
  words?: string | undefined
  minutes?: number | undefined
}

function checkReason({ reason, words = '' }: LookRequest): void {
  const fields = {
    ...(reason === undefined && { reason: mailboxWords.lookReasonMissing }),
    ...(words === '' && { words: mailboxWords.lookWordsMissing }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
}

export async function beginLook(deps: LookDeps, caller: AccountCaller, request: LookRequest) {
  const { mailbox, ownerName } = await lookable(deps, caller, request.mailbox)
  const { lookAllowed, lookNeedsReason } = await deps.site.read()
  if (!lookAllowed) throw new AppError('forbidden', { msg: mailboxWords.lookForbidden })
  if (lookNeedsReason) checkReason(request)
  const { id, token } = await openLook(deps, caller, request, { mailbox, ownerName })
  const look = await findLook(deps.db.query, id)
  if (!look) throw new AppError('notFound')
  return { token, look: shownLook(look) }
}

async function openLook(
  { db, clock }: LookDeps,
  caller: AccountCaller,
  { reason, words = '', minutes = usualMinutes }: LookRequest,
  { mailbox, ownerName }: { mailbox: MailboxRow; ownerName: string | null },
) {
  const now = clock.now()
  const span = minutes * minute
  const id = newId(now)
  return db.transaction(async tx => {
    const ended = caller.sessionId === null ? [] : await deleteLooksBegunIn(tx, caller.sessionId)
    for (const before of await looksByIds(tx, ended)) await closeLook(tx, before, { at: now, by: caller })
    const { client, agent, accountId, sessionId: begunIn } = caller
    const session = { id, subject: { mailboxId: mailbox.id }, span, notAfter: now + span }
    const token = await insertSession(tx, { ...session, client, agent, actedBy: accountId, begunIn }, now)
    const auditId = await writeAudit(tx, caller, now, {
      action: 'beginLook',
      target: mailbox.address,
      detail: fact('lookBegan', { owner: ownerName, minutes, reason: reason ?? null, words }),
    })
    await insertLook(tx, {
      id,
      audit_id: auditId,
      mailbox_id: mailbox.id,
      address: mailbox.address,
      account_id: accountId,
      account_name: caller.name,
      reason: reason ?? '',
      words,
      began_at: now,
      until: now + span,
      ended_at: null,
      mails: 0,
      codes: 0,
      told: 'waiting',
    })
    return { id, token }
  })
}
