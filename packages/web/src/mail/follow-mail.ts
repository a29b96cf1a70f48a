/**
 * Follows the event stream of one login: it puts events into the lists and informs listeners of arriving
 * mail.
 */
import type { MailRow } from '@yanshu/contract'
import { routes } from '@yanshu/contract/routes'
import { askAnew, catchUp, type MailCache } from './cache.ts'
import { pauseInBrowser, type StreamState } from './events/event-stream.ts'
import { gather } from './events/gather.ts'
import { runWhileWanted } from './events/run-while-wanted.ts'
import { canShare, followShared } from './events/shared-stream.ts'
import type { SseEvent } from './events/sse-parser.ts'
import { hearEvents } from './mail-events.ts'

const ASK_ANEW_MS = 200
/** The time between two drawings in a flood of mail. */
const DRAW_MS = 50

/** The least time between two sounds or notifications. */
const TELL_MS = 1_000

type Told = {
  onState: (state: StreamState) => void
  /** Runs at once. */
  onMails: (mails: readonly MailRow[]) => void
  /** Runs for mails gathered over a moment, for sounds and notifications. */
  onArrival: (mails: readonly MailRow[]) => void
}

/** Follows the stream until the returned function is called. */
export function followMail(cache: MailCache, token: string, told: Told): () => void {
  /** No event reports mail that came after the lists were fetched and before the stream opened. */
  let behind = true
  let asking: ReturnType<typeof setTimeout> | undefined
  const askAnewSoon = () => {
    clearTimeout(asking)
    asking = setTimeout(() => askAnew(cache), ASK_ANEW_MS)
  }
  const arrivals = gather<readonly MailRow[]>(
    groups => told.onArrival(groups.flat()),
    TELL_MS,
    restedMs => restedMs > TELL_MS,
  )
  const onMails = (mails: readonly MailRow[]) => {
    told.onMails(mails)
    arrivals.push(mails)
  }
  const heard = gather<SseEvent>(
    events => hearEvents(cache, events, { onMails, askAnewSoon }),
    DRAW_MS,
    () => document.hidden,
  )
  const follow = () =>
    followShared({
      url: routes.events.path,
      token,
      pause: pauseInBrowser,
      onState: state => {
        told.onState(state)
        if (state === 'live' && behind) void catchUp(cache)
        behind = state !== 'live'
      },
      onEvent: heard.push,
    })
  return runWhileWanted(() => {
    const stop = follow()
    return () => {
      stop()
      heard.stop()
      arrivals.stop()
      clearTimeout(asking)
      behind = true
    }
  }, canShare())
}
