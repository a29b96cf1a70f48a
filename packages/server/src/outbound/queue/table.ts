import type { RecipientState } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../../database/schema.ts'
import type { QueueReason } from '../words/facts.ts'

/**
 * `mail` was written here, `forward` is an arriving mail that is forwarded, `reply` is a mailbox's automatic
 * answer. Reports about mail stay on this server and have no row.
 */
export type OutgoingKind = 'mail' | 'forward' | 'reply'

/** An outgoing message, stored once for all its recipients. It is signed only when it leaves. */
export type OutgoingTable = {
  id: string
  kind: OutgoingKind
  /** The mailbox that sends it. */
  mailbox_id: string
  /** The sender whose limits it counts against; see `senderKey`. */
  sender_key: string
  /** The sender in the envelope: the mailbox, or the null return path. */
  from_address: string
  from_name: string
  /** JSON: To and Cc as shown. */
  to_list: string
  cc_list: string
  subject: string
  preview: string
  message_id: string
  /** Subject, sender and recipients in lower case. */
  search: string
  created_at: number
  send_at: number | null
  /** The time until which it can be taken back. */
  hold_until: number | null
  size: number
  attachment_count: number
  smtp_utf8: Flag
  /** The bytes, or null when they are in the blob store. */
  raw: Uint8Array | null
  blob_key: string | null
  /** The number of recipients that are not settled. */
  pending: number
}

/** One recipient of one message, the unit of the queue. */
export type OutgoingRecipientTable = {
  seq: Generated<number>
  id: string
  outgoing_id: string
  kind: 'to' | 'cc' | 'bcc'
  address: string
  /** ASCII. */
  domain: string
  sender_key: string
  state: RecipientState
  /** 1 while it may be claimed, in the state queued or deferred. */
  waiting: Flag
  reason: QueueReason
  answer: string
  /** The last failure as a fact, for mail that was given up without an answer; otherwise empty. */
  cause: Generated<string>
  /** The server that answered, or the mark of a relay. */
  host: string
  status: string | null
  attempts: number
  /**
   * The time when it was queued, or is to be sent, shifted by the time in which it could not be tried. Its
   * time in the queue counts from here.
   */
  queued_at: number
  send_at: number | null
  next_at: number
  last_at: number | null
  delivered_at: number | null
  /** Names the one attempt that may record the result. */
  claim: string | null
  claimed_by: string | null
  claimed_until: number | null
  /** True when the sender was told of the failure. */
  reported: Flag
  /** True when the sender was told of the delay, or must not be told. */
  delay_told: Generated<Flag>
}

/** A paused destination; the empty name means all of them. */
export type QueuePauseTable = { domain: string; paused_at: number }

export type RelayTable = {
  /** The domain whose mail uses this relay; the empty name means the whole site. */
  domain: string
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  username: string
  /** Sealed. */
  password: string
  updated_at: number
}

/** An address from which a sender's mail came back permanently; it is not tried again. */
export type SuppressionTable = {
  id: string
  sender_key: string
  address: string
  /** The other side's words, or the failure, as a fact. */
  reason: string
  created_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    outgoing: OutgoingTable
    outgoing_recipient: OutgoingRecipientTable
    queue_pause: QueuePauseTable
    relay: RelayTable
    suppression: SuppressionTable
  }
}
