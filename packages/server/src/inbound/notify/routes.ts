import { asLoggedIn } from '../../identity/access.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import { openEventStream, type StreamDeps } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'
import { checkStill, waitMail } from './wait-mail.ts'

type Deps = StreamDeps & {
  /** The open calls of `waitEmail`. */
  waits: OpenStreams
}

/** A mail that was faster than the call is found all the same. */
const looksBackSeconds = 120

export function notifyRoutes(deps: Deps) {
  return {
    async waitEmail({ query, caller, signal }) {
      const me = asLoggedIn(caller)
      const found = await waitMail(
        deps,
        me,
        {
          mailbox: query.mailbox,
          from: query.from,
          subject: query.subject,
          text: query.text,
          hasCode: query.hasCode ?? (query.code === true ? true : undefined),
          hasLink: query.hasLink,
          since: query.since === undefined ? undefined : Date.parse(query.since),
          within: query.within ?? looksBackSeconds,
          cursor: query.cursor,
          timeoutSeconds: query.timeout ?? 30,
        },
        signal,
      )
      await checkStill(deps, me)
      return found
    },

    async events({ caller, header, signal }) {
      const stream = await openEventStream(deps, asLoggedIn(caller), header('last-event-id'), signal)
      return new RawAnswer(
        {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
        stream,
      )
    },
  } satisfies Partial<Handlers>
}
