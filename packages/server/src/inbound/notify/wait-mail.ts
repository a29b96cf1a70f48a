/** `waitEmail`: answers as soon as a mail meets the conditions, nobody may wait for one any more, or the time is over. */
import type { MailRow } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import { type Clock, second } from '../../clock.ts'
import { namesId } from '../../database/publish-ids.ts'
import type { Db } from '../../database/types.ts'
import { type LoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import { normalAddress } from '../../identity/email-account/mailbox.ts'
import { mailboxesGoneChannel } from '../../identity/email-account/mailboxes-gone.ts'
import { scopedMailboxes } from '../../identity/email-account/repository.ts'
import { shownMail } from '../mailbox/mail-row.ts'
import { listedMails } from '../mailbox/repository.ts'
import { type EventHub, inScope } from './event-hub.ts'
import { maxStreams, type OpenStreams } from './open-streams.ts'
import { watchCaller } from './watch-caller.ts'

export type WaitRequest = {
  mailbox: string | undefined
  from: string | undefined
  subject: string | undefined
  code: boolean
  since: number | undefined
  timeoutSeconds: number
}

/** A place is free again when one of the others has its mail, or its time is over. */
const againAfterSeconds = 5
/** How many mails since `since` are looked through. */
const maxLookedAt = 500

const contains = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

export function meets(mail: MailRow, request: Pick<WaitRequest, 'from' | 'subject' | 'code'>): boolean {
  return (
    contains(`${mail.from.name} ${mail.from.address}`, request.from) &&
    contains(mail.subject, request.subject) &&
    mail.folder !== 'trash' &&
    (!request.code || mail.code !== null)
  )
}

async function mailboxIdOf(db: Db, scope: Scope, text: string): Promise<string> {
  const address = text.includes('@') ? normalAddress(text) : null
  const rows = scopedMailboxes(db.query, scope)
  const row = await (text.includes('@')
    ? rows.where('mailbox.address', '=', address ?? '')
    : rows.where('mailbox.id', '=', text)
  ).executeTakeFirst()
  if (!row) throw new AppError('notFound', { fields: { mailbox: '没有这个邮箱' } })
  return row.id
}

async function arrivedSince(
  db: Db,
  scope: Scope,
  request: WaitRequest,
  since: number,
): Promise<MailRow | null> {
  const rows = await listedMails(db.query, scope)
    .where('mail.received_at', '>=', since)
    .where('mail.folder', '!=', 'trash')
    .orderBy('mail.seq')
    .limit(maxLookedAt)
    .execute()
  return rows.map(shownMail).find(mail => meets(mail, request)) ?? null
}

type WaitDeps = {
  db: Db
  clock: Clock
  hub: EventHub
  waits: OpenStreams
  stillValid: (caller: LoggedIn) => Promise<boolean>
}

/** Hears when the caller, or the one mailbox that is waited for, may have come to its end. */
function watchEnds({ bus }: Db, caller: LoggedIn, scope: Scope, look: () => void): () => void {
  const unwatch = watchCaller({ bus }, caller, { ended: look, unsure: look })
  const unsubscribe = bus.subscribe(mailboxesGoneChannel, ids => {
    if (scope.kind === 'mailbox' && namesId(ids, scope.mailboxId)) look()
  })
  return () => {
    unwatch()
    unsubscribe()
  }
}

export async function waitMail(
  deps: WaitDeps,
  caller: LoggedIn,
  request: WaitRequest,
  signal: AbortSignal,
): Promise<MailRow> {
  const reach = mailboxScope(caller)
  const scope: Scope =
    request.mailbox === undefined
      ? reach
      : { kind: 'mailbox', mailboxId: await mailboxIdOf(deps.db, reach, request.mailbox) }
  if (deps.waits.isFull(caller)) {
    const msg = `同时等待的请求最多 ${maxStreams} 个，请稍后再试`
    throw new AppError('tooMany', { retryAfter: againAfterSeconds, msg })
  }
  const { since = deps.clock.now() } = request
  const arrived = () => arrivedSince(deps.db, scope, request, since)
  const { promise, resolve } = Promise.withResolvers<MailRow | AppError>()
  const gone = () => resolve(new AppError('waitedInVain'))
  /** As a new call would: whoever would be refused now does not wait any longer. */
  async function lookAgain(): Promise<void> {
    if (!(await deps.stillValid(caller))) throw new AppError('loginNeeded')
    if (scope.kind === 'mailbox') await mailboxIdOf(deps.db, reach, scope.mailboxId)
    const mail = await arrived()
    if (mail) resolve(mail)
  }
  const look = () => {
    lookAgain().catch((cause: unknown) => {
      if (cause instanceof AppError) resolve(cause)
    })
  }
  // Listening begins before looking, so that nothing falls between.
  const unsubscribe = deps.hub.subscribe(
    scope,
    event => {
      // The mailbox may have been given to somebody else meanwhile.
      if (event.kind === 'mail' && inScope(reach, event) && meets(event.mail, request)) resolve(event.mail)
    },
    gone,
    look,
  )
  const unwatch = watchEnds(deps.db, caller, scope, look)
  const leave = deps.waits.add(caller, gone)
  const timer = setTimeout(gone, request.timeoutSeconds * second)
  signal.addEventListener('abort', gone, { once: true })
  if (signal.aborted) gone()
  try {
    const outcome = (request.since === undefined ? null : await arrived()) ?? (await promise)
    if (outcome instanceof AppError) throw outcome
    return outcome
  } finally {
    clearTimeout(timer)
    leave()
    unsubscribe()
    unwatch()
    signal.removeEventListener('abort', gone)
  }
}
