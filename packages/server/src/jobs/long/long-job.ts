/**
 * Long work that somebody asked for: it goes on when the page is closed and the program killed. A kind of work does a
 * portion at a time, and enters in the same transaction how far it is: whatever happens, no portion is done twice and
 * none by half. This room knows nothing of what the work is; the rooms that have long work declare its kinds.
 */
import type { CallName, JobFailure, JobKind } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'

export type JobSecret = { address: string; password: string }

/** The result of one portion of the work. */
export type Portion = {
  /** Where the next begins; null when this was the last. */
  next: string | null
  /** How many it dealt with, those that failed among them. */
  done: number
  /** Where it turns out that there is more or less than was thought. */
  total?: number
  failures?: readonly JobFailure[]
  secrets?: readonly JobSecret[]
  /** A piece of the file that it makes. */
  file?: { key: string; bytes: number }
}

/** Enters a portion in the transaction that does it; throws when the work is another's by now. */
export type EnterPortion = (tx: Tx, portion: Portion) => Promise<void>

export type JobTotals = { done: number; failed: number }

/** Work that was taken up: what it needs is read, and who asked may still do it. */
export type OpenedWork = {
  /** Does the portion that begins at this place; empty for the first. */
  step(place: string, enter: EnterPortion): Promise<void>
  /** Within the transaction in which it ends, however it ends. */
  ended?(tx: Tx, totals: JobTotals): Promise<void>
}

export type LongWork = {
  readonly kind: JobKind
  /** The call that asks for it: who may make that call no more does not go on with the work either. */
  readonly call: CallName
  /** Throws an `AppError` when the work may not go on. */
  open(caller: LoggedIn, request: unknown, job: { id: string; createdAt: number }): Promise<OpenedWork>
}

/** How whoever asked for the work came in, to be asked again each time it is taken up. */
export type Asker = { client: string; agent: string; sessionId: string | null; actedBy: string | null }

export type JobOrder = {
  kind: JobKind
  request: unknown
  about?: Readonly<Record<string, string>>
  total: number
}

/** Has work done in the background; answers its id. */
export type BeginJob = (caller: LoggedIn, order: JobOrder) => Promise<string>
