/** `waitEmail`: answers as soon as a mail meets the conditions, nobody may wait for one any more, or the time is over. */
import { calls, type MailRow } from '@yanshu/contract'
import { namesId } from '../../database/publish-ids.ts'
import type { Db } from '../../database/types.ts'
import { checkCall, mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Caller, LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import { type EventHub, type HubEvent, inScope } from '../../ledger/event/event-hub.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { findScopedMailbox } from '../../mailbox/account/mailboxes.ts'
import { mailboxesGoneChannel } from '../../mailbox/account/mailboxes-gone.ts'
import { type ListedMail, shownMail } from '../../mailbox/mail/mail-row.ts'
import { inboundWords } from '../words/words.ts'
import { maxStreams, type OpenStreams } from './open-streams.ts'
import { findScopedMailboxByAddress } from './repository.ts'
import { formatPoint } from './resume-point.ts'
import { type Conditions, checkConditions, meetsListed } from './wait-conditions.ts'
import { firstOpen, note, openPosition, type Position, type Start } from './wait-cursor.ts'
import { watchCaller } from './watch-caller.ts'

export type WaitRequest = Conditions & Start & { mailbox: string | undefined; timeoutSeconds: number }

type Found = { seq: number; mail: MailRow }

/** A place is free again when one of the others has its mail, or its time is over. */
const againAfterSeconds = 5

async function mailboxIdOf(db: Db, scope: LetterScope, text: string): Promise<string> {
  const row = await (text.includes('@')
    ? findScopedMailboxByAddress(db.query, scope, normalAddress(text) ?? '')
    : findScopedMailbox(db.query, scope, text))
  if (!row) throw new AppError('notFound', { fields: { mailbox: inboundWords.noSuchMailbox } })
  return row.id
}

const shown = (row: ListedMail | null): Found | null => row && { seq: row.seq, mail: shownMail(row) }

type WaitDeps = {
  db: Db
  clock: Clock
  hub: Pick<EventHub, 'subscribe'>
  waits: OpenStreams
  callerNow: (caller: LoggedIn) => Promise<Caller>
}

/** Throws what a new call would: much may have happened while it waited. */
export async function checkStill(
  { callerNow }: Pick<WaitDeps, 'callerNow'>,
  caller: LoggedIn,
): Promise<void> {
  checkCall(await callerNow(caller), calls.waitEmail)
}

/** Hears when the caller, or the one mailbox that is waited for, may have come to its end. */
function watchEnds({ bus }: Db, caller: LoggedIn, scope: LetterScope, look: () => void): () => void {
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
): Promise<{ mail: MailRow; cursor: string }> {
  checkConditions(request)
  const reach = mailboxScope(caller)
  const scope: LetterScope =
    request.mailbox === undefined
      ? reach
      : { kind: 'mailbox', mailboxId: await mailboxIdOf(deps.db, reach, request.mailbox) }
  if (deps.waits.isFull(caller)) {
    const msg = inboundWords.tooManyWaiting(maxStreams)
    throw new AppError('tooMany', { retryAfter: againAfterSeconds, msg })
  }
  const search = { db: deps.db, scope, wanted: request, now: deps.clock.now() }
  /** Known after the first look; until then events are held. */
  let position: Position | null = null
  const held: HubEvent[] = []
  const { promise, resolve } = Promise.withResolvers<Found | AppError>()
  const gone = () => resolve(new AppError('waitedInVain'))
  /** As a new call would: whoever would be refused now does not wait any longer. */
  async function lookAgain(): Promise<void> {
    await checkStill(deps, caller)
    if (scope.kind === 'mailbox') await mailboxIdOf(deps.db, reach, scope.mailboxId)
    const found = position && shown(await firstOpen(search, position))
    if (found) resolve(found)
  }
  const look = () => {
    lookAgain().catch((cause: unknown) => {
      if (cause instanceof AppError) resolve(cause)
    })
  }
  const hear = ({ point }: Position, event: HubEvent) => {
    // The mailbox may have been given to somebody else meanwhile.
    if (event.kind !== 'mail' || !inScope(reach, event) || point.sent.has(event.seq)) return
    if (!meetsListed(event.mail, request)) return
    if (request.text === undefined) resolve({ seq: event.seq, mail: event.mail })
    else look()
  }
  // Listening begins before looking, so that nothing falls between.
  const unsubscribe = deps.hub.subscribe(
    { mail: scope, matters: null },
    event => {
      if (position) hear(position, event)
      else held.push(event)
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
    const opened = await openPosition(search, request)
    position = opened
    for (const event of held) hear(opened, event)
    const outcome = shown(opened.found) ?? (await promise)
    if (outcome instanceof AppError) throw outcome
    note(opened.point, [outcome.seq], deps.clock.now())
    return { mail: outcome.mail, cursor: formatPoint(opened.point) }
  } finally {
    clearTimeout(timer)
    leave()
    unsubscribe()
    unwatch()
    signal.removeEventListener('abort', gone)
  }
}
