/**
 * Steps that follow when a mail comes into a mailbox, besides storing it: each room with work to do there
 * provides a step. `inbound/arrival/arrival-steps.ts` lists the steps in order.
 */
import type { MailRow } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import type { Envelope } from '../../mail/envelope.ts'
import type { KeptChecks } from '../../mail/sender-verdict.ts'
import type { MailboxRow } from '../account/repository.ts'

/** A message that was accepted and read, for all its recipients. */
export type ArrivingMessage = {
  readonly raw: Buffer
  readonly envelope: Envelope
  readonly receivedAt: number
  /** Where filters send it on to, by the mailbox's address. */
  readonly forwardTo: ReadonlyMap<string, readonly string[]>
  /** What the checks of its sender found. */
  checks(): KeptChecks
}

/** The mail in one mailbox, and what the checks found. */
export type ArrivedFacts = {
  readonly mail: MailRow
  /** False when a step does not keep it: then it is in the trash. */
  readonly keeps: boolean
  readonly messageId: string
  /** The DMARC result for the sender's domain (RFC 7489). */
  readonly dmarc: string
  /** Webhooks that a filter asked for besides those that match by themselves. */
  readonly webhookIds: readonly string[]
}

/** A step that has looked up all it needs for one message. */
export type PreparedStep = {
  /** False when the mailbox sends the message on without keeping it. */
  keeps?(address: string): boolean
  /** Writes within the transaction that stores the mail in one mailbox. */
  store?(tx: Tx, mailbox: MailboxRow, facts: ArrivedFacts, now: number): Promise<void>
  /** Follows the commit, or its failure. */
  done?(isStored: boolean): Promise<void>
}

export type ArrivalStep = {
  readonly name: string
  /** Looks up before the transaction what the step needs; null when it has nothing to do with the message. */
  prepare(message: ArrivingMessage): Promise<PreparedStep | null>
}
