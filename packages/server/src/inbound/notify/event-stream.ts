/**
 * The event stream of one client: server-sent events, resumable from any of them (resume-point.ts), with a heartbeat.
 * It ends when the session ends, whoever ended it.
 */
import { Readable } from 'node:stream'
import type { MailRow, Page } from '@yanshu/contract'
import type { Db, Query } from '../../database/types.ts'
import { audienceOf, pagesOf, reachesPage } from '../../identity/access.ts'
import type { Caller, LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub, HubEvent, MailEvent } from '../../ledger/event/event-hub.ts'
import { shownMail } from '../../mailbox/mail/mail-row.ts'
import { mailsAfter, newestSeq } from '../../mailbox/mail/mails.ts'
import type { OpenStreams } from './open-streams.ts'
import { newestOf } from './repository.ts'
import {
  formatPoint,
  highestOf,
  maxSent,
  noteSent,
  parsePoint,
  pointBeyond,
  type ResumePoint,
} from './resume-point.ts'
import { watchCaller } from './watch-caller.ts'

const heartbeatMs = 15_000
/** A client away for longer than this many mails reads its list anew. */
const maxResumed = 200
const maxBufferedBytes = 1024 * 1024

/** A caller is told of what its pages show. */
const pageOf: Readonly<Record<HubEvent['kind'], Page>> = {
  mail: 'inbox',
  unread: 'inbox',
  changed: 'inbox',
  sent: 'sent',
  domain: 'domain',
  order: 'card',
}

const mailText = (id: string, mail: MailRow): string =>
  `id: ${id}\nevent: mail\ndata: ${JSON.stringify(mail)}\n\n`

/** An event that is not a mail is sent once; a client that was away reads the state again. */
function plainText(event: Exclude<HubEvent, MailEvent>): string {
  switch (event.kind) {
    case 'unread':
      return `event: unread\ndata: ${JSON.stringify({ mailboxId: event.mailboxId, unread: event.unread })}\n\n`
    case 'changed': {
      const { mailboxId, ids, change } = event
      return `event: changed\ndata: ${JSON.stringify({ mailboxId, ids, change })}\n\n`
    }
    case 'domain':
      return `event: domain\ndata: ${JSON.stringify({ id: event.domainId, name: event.name, broke: event.broke })}\n\n`
    case 'order':
      return `event: order\ndata: ${JSON.stringify(event.order)}\n\n`
    case 'sent':
      return `event: sent\ndata: ${JSON.stringify({ mailboxId: event.mailboxId, ...event.sent })}\n\n`
  }
}

/** Where a client stands that comes for the first time: its lists show all that can be seen now. */
async function freshPoint(query: Query, scope: LetterScope | null, now: number): Promise<ResumePoint> {
  const newest = scope === null ? [] : await newestOf(query, scope, maxSent)
  return pointBeyond(
    newest.map(row => row.seq),
    now,
    maxSent,
  )
}

export type StreamDeps = {
  db: Db
  clock: Clock
  hub: Pick<EventHub, 'subscribe'>
  streams: OpenStreams
  /** The caller with the rights of now, or a visitor; asked now and then, for what ends by itself. */
  callerNow: (caller: LoggedIn) => Promise<Caller>
}

export async function openEventStream(
  deps: StreamDeps,
  caller: LoggedIn,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  const stream = new Readable({ read: () => undefined, highWaterMark: maxBufferedBytes })
  const audience = audienceOf(caller)
  const { mail: scope } = audience
  /** Known when the stream is live; until then events are held. */
  let point: ResumePoint | null = null
  let ended = false
  const held: HubEvent[] = []
  const write = (text: string) => {
    if (ended) return
    // A client that does not read is cut off; it comes back and resumes.
    if (!stream.push(text) && stream.readableLength > maxBufferedBytes) stream.destroy()
  }
  const tell = (from: ResumePoint, event: HubEvent) => {
    if (!reachesPage(caller, pageOf[event.kind])) return
    if (event.kind !== 'mail') write(plainText(event))
    else if (!from.sent.has(event.seq)) {
      noteSent(from, event.seq, deps.clock.now())
      write(mailText(formatPoint(from), event.mail))
    }
  }
  const unsubscribe = deps.hub.subscribe(
    audience,
    event => {
      if (point) tell(point, event)
      else held.push(event)
    },
    () => end(),
  )
  const endIfOver = () => {
    deps.callerNow(caller).then(
      now => {
        // With other pages it is told other things: the client comes back and resumes.
        if (now.role !== caller.role || pagesOf(now).join() !== pagesOf(caller).join()) end()
      },
      () => undefined,
    )
  }
  const unwatch = watchCaller(deps.db, caller, { ended: () => end(), unsure: endIfOver })
  // Cut off rather than ended: whoever is gone does not read up to an end.
  const leave = deps.streams.add(caller, () => stream.destroy())
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    endIfOver()
  }, heartbeatMs)
  const close = () => {
    clearInterval(heartbeat)
    leave()
    unsubscribe()
    unwatch()
  }
  /** Nothing may be written after the end, however long the client takes to read up to it. */
  const end = () => {
    close()
    if (!ended) stream.push(null)
    ended = true
  }
  stream.once('close', close)
  signal.addEventListener('abort', () => stream.destroy(), { once: true })
  if (signal.aborted) stream.destroy()

  /** A number that was never given here says nothing, such as one from before a backup was put back. */
  async function knownPoint(now: number): Promise<ResumePoint | null> {
    const given = parsePoint(lastEventId, now)
    return given && highestOf(given) <= (await newestSeq(deps.db.query)) ? given : null
  }

  /** Sends what was missed. When that is too much, or cannot be told, the client is to read its lists anew. */
  async function resume(): Promise<ResumePoint> {
    const { query } = deps.db
    const now = deps.clock.now()
    const from = await knownPoint(now)
    const later =
      from && scope !== null && reachesPage(caller, pageOf.mail)
        ? await mailsAfter(query, scope, from.settled, maxSent + maxResumed + 1)
        : []
    const missed = later.filter(row => !from?.sent.has(row.seq))
    if (from && missed.length <= maxResumed) {
      for (const row of missed) {
        noteSent(from, row.seq, now)
        write(mailText(formatPoint(from), shownMail(row)))
      }
      return from
    }
    const fresh = await freshPoint(query, scope, now)
    const id = `id: ${formatPoint(fresh)}\n`
    write(lastEventId ? `${id}event: reload\ndata: {}\n\n` : `${id}\n`)
    return fresh
  }

  write('retry: 2000\n: welcome\n\n')
  try {
    const from = await resume()
    for (const event of held) tell(from, event)
    point = from
  } catch (cause) {
    close()
    throw cause
  }
  return stream
}
