/** The facts that this room notes down: what became of a notice to a webhook. */
import type { OutsideReason } from '../../outside/outside-reason.ts'

export interface InboundFacts {
  /** The beginning of what the receiver answered. */
  hookAnswered: { text: string }
  hookNotReached: { reason: OutsideReason }
  hookRedirects: Record<string, never>
  /** The key that signs notices cannot be opened any more. */
  hookSecretLost: Record<string, never>
  hookStopped: Record<string, never>
  hookGivenUp: Record<string, never>
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends InboundFacts {}
}
