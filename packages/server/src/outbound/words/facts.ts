/** The facts that this room notes down, and what they are made of. */
import type { FailureClass } from '../../mail/dsn/failure.ts'
import type { DeliveryReason } from '../deliver/delivery.ts'

/** The reasons why a mail waits or failed: our own, and those of a delivery. */
export type QueueReason =
  | 'none'
  | 'expired'
  | 'suppressed'
  | 'senderStopped'
  | 'senderGone'
  | 'senderExpired'
  | 'sendingStopped'
  | 'keyMissing'
  | 'contentGone'
  | 'resting'
  | 'internal'
  | 'localRefused'
  | 'reportedBack'
  | DeliveryReason

/**
 * The reason why a sender is stopped, with the figures of the 24 hours before; `usual` is an ordinary day of
 * sending.
 */
export type StopCause =
  | { readonly reason: 'bounces'; readonly ended: number; readonly failed: number }
  | { readonly reason: 'volume'; readonly sent: number; readonly usual: number }
export type StopReason = StopCause['reason']

export interface OutboundFacts {
  /** Another server's reply or report. */
  serverSaid: { text: string }
  /** An address takes no mail, in the words of another server. */
  addressDead: { failure: FailureClass; text: string }
  deliveryFailed: { reason: QueueReason }
  /** The figures alone; the reason is stored beside them. */
  stopCause: StopCause
  senderStopped: StopCause
  /** An empty domain means the whole queue. */
  queueTo: { domain: string }
  queuePaused: { paused: boolean }
  queuedRecipients: { count: number }
  /** An empty domain means the relay of the site. */
  relayOf: { domain: string }
  relaySet: { host: string; port: number }
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends OutboundFacts {}
}
