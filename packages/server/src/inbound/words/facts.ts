/** The facts that this room notes down: what became of a notice to a webhook, and changes of rules. */
import type { OutsideReason } from '../../outside/outside-reason.ts'

/** Changes of a rule: `true` stands for a part that is told without its value. */
export type RuleChanges = {
  name?: string | undefined
  enabled?: boolean | undefined
  match?: true
  conditions?: true
  actions?: true
  scope?: true
  position?: true
}

export interface InboundFacts {
  ruleChanged: RuleChanges

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
