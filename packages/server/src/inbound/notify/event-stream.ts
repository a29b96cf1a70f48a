/**
 * The event stream of one client: server-sent events, resumable by the number of the last mail seen, with a heartbeat.
 * It ends when the session ends, whoever ended it.
 */
import { Readable } from 'node:stream'
import type { Db } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { sessionsEndedChannel } from '../../identity/session/session.ts'
import { shownMail } from '../mailbox/mail-row.ts'
import { mailsAfter } from '../mailbox/repository.ts'
import type { EventHub, HubEvent } from './event-hub.ts'

const heartbeatMs = 15_000
/** A client away for longer than this many mails reads its list anew. */
const maxResumed = 200
const maxBufferedBytes = 1024 * 1024

function format(event: HubEvent): string {
  if (event.kind === 'mail') return `id: ${event.seq}\nevent: mail\ndata: ${JSON.stringify(event.mail)}\n\n`
  if (event.kind === 'order') return `event: order\ndata: ${JSON.stringify(event.order)}\n\n`
  const { mailboxId, unread } = event
  return `event: unread\ndata: ${JSON.stringify({ mailboxId, unread })}\n\n`
}

export type StreamDeps = {
  db: Db
  hub: EventHub
  /** Whether the session is still good; asked now and then, for what ends by itself. */
  stillValid: (caller: LoggedIn) => Promise<boolean>
}

export async function openEventStream(
  deps: StreamDeps,
  caller: LoggedIn,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  const stream = new Readable({ read: () => undefined, highWaterMark: maxBufferedBytes })
  const scope = mailboxScope(caller)
  let live = false
  let ended = false
  const held: HubEvent[] = []
  const write = (text: string) => {
    if (ended) return
    // A client that does not read is cut off; it comes back and resumes.
    if (!stream.push(text) && stream.readableLength > maxBufferedBytes) stream.destroy()
  }
  const unsubscribe = deps.hub.subscribe(
    scope,
    event => {
      if (live) write(format(event))
      else held.push(event)
    },
    () => end(),
  )
  const unsubscribeEnd = deps.db.bus.subscribe(sessionsEndedChannel, ids => {
    if (caller.sessionId !== null && ids.split(',').includes(caller.sessionId)) end()
  })
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    deps.stillValid(caller).then(
      valid => {
        if (!valid) end()
      },
      () => undefined,
    )
  }, heartbeatMs)
  const close = () => {
    clearInterval(heartbeat)
    unsubscribe()
    unsubscribeEnd()
  }
  /** Nothing may be written after the end, however long the client takes to read up to it. */
  const end = () => {
    close()
    if (!ended) stream.push(null)
    ended = true
  }
  stream.once('close', close)
  signal.addEventListener('abort', () => stream.destroy(), { once: true })

  write('retry: 2000\n: welcome\n\n')
  const seen = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
  let last = seen ?? 0
  if (seen !== null) {
    const missed = await mailsAfter(deps.db.query, scope, seen, maxResumed).catch((cause: unknown) => {
      close()
      throw cause
    })
    for (const row of missed) {
      last = row.seq
      write(`id: ${row.seq}\nevent: mail\ndata: ${JSON.stringify(shownMail(row))}\n\n`)
    }
  }
  for (const event of held) {
    if (event.kind !== 'mail' || event.seq > last) write(format(event))
  }
  live = true
  return stream
}
