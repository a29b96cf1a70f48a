import type { StopReason } from '../words/facts.ts'

/** A sender whose mail does not leave until an operator lifts the stop. */
export type SendStopTable = {
  sender_key: string
  reason: StopReason
  /** The figures, as a fact. */
  detail: string
  stopped_at: number
}

/**
 * The number of recipients that a sender sent to in an hour, and their outcomes. It has several lanes, so
 * that deliveries of one sender do not wait for each other.
 */
export type SendCountTable = {
  sender_key: string
  hour: number
  lane: number
  /** Counts of recipients: queued, settled, failed permanently. */
  sent: number
  ended: number
  failed: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    send_stop: SendStopTable
    send_count: SendCountTable
  }
}
