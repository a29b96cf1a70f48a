/**
 * Defines the functions that answer calls. Each feature exports some; the HTTP edge binds them all to routes.
 */

import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, CallName, Calls, ParamsOf, QueryOf } from '@yanshu/contract'
import type { Caller } from './caller.ts'

export type CallRequest<C> = {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly caller: Caller
  /** Returns the value of a request header; a header that the call describes is decoded. */
  header(name: string): string | undefined
  /** The uploaded file, for a call that takes one; the handler must read it to its end. */
  file?(): Promise<{ readonly filename: string; readonly stream: Readable }>
  /** Fires when the client has disconnected. */
  readonly signal: AbortSignal
}

/** An answer that is not JSON: the bytes of a file, or a stream of events. */
export class RawAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | Readable
  constructor(headers: Readonly<Record<string, string>>, body: Buffer | Readable) {
    this.headers = headers
    this.body = body
  }
}

export type Handler<C> = (
  request: CallRequest<C>,
) => AnswerOf<C> | RawAnswer | Promise<AnswerOf<C> | RawAnswer>

export type Handlers = { [N in CallName]: Handler<Calls[N]> }
