/** The words of the trace: what may become of an attempt to deliver to us, and why. */
import { inboundWords } from '../words/words.ts'

export type TraceVerdict = 'accepted' | 'refused' | 'deferred' | 'discarded'

/** The closed list of reasons, as pages put them into words. */
export const traceReasons = inboundWords.traceReasons
export type TraceReason = keyof typeof traceReasons

export type TraceEntry = {
  client: string
  sender: string
  recipient: string
  mailboxId: string | null
  ownerId: string | null
  verdict: TraceVerdict
  reason: TraceReason
  reply: string
  mailId?: string
  /** Filters that refused the mail; of a mail that was taken they are counted where it is stored. */
  hitIds?: readonly string[]
  /** When the client had its answer, where that is not now. */
  at?: number
}
