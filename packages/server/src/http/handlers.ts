/** What answers a call. Features export some of these; the HTTP edge binds them all to routes. */
import type { AnswerOf, BodyOf, CallName, Calls, ParamsOf, QueryOf } from '@yanshu/contract'
import type { Caller } from '../identity/access.ts'

export type CallRequest<C> = {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly caller: Caller
  /** Ends when the client has gone. */
  readonly signal: AbortSignal
}

export type Handler<C> = (request: CallRequest<C>) => AnswerOf<C> | Promise<AnswerOf<C>>

export type Handlers = { [N in CallName]: Handler<Calls[N]> }
