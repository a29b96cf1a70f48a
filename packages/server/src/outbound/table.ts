import type { RecipientState } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../database/schema.ts'
import type { QueueReason } from './queue/queue.ts'
import type { StopReason } from './stop/send-stop.ts'

/**
 * `mail` was written here, `forward` came in and goes on, `reply` is what a mailbox answers by itself. Reports about mail
 * stay in the house and have no row.
 */
export type OutgoingKind = 'mail' | 'forward' | 'reply'

/** A message on its way out, once, however many recipients it has. Not signed: that is done as it leaves. */
export type OutgoingTable = {
  id: string
  kind: OutgoingKind
  /** The mailbox it is sent from. */
  mailbox_id: string
  /** Whose limits it counts against: see `senderKey`. */
  sender_key: string
  /** The sender in the envelope: the mailbox, or nobody. */
  from_address: string
  from_name: string
  /** JSON: To and Cc as they are shown. */
  to_list: string
  cc_list: string
  subject: string
  preview: string
  message_id: string
  /** Lower case: subject, sender and recipients. */
  search: string
  created_at: number
  send_at: number | null
  /** Until then it can be taken back. */
  hold_until: number | null
  size: number
  attachment_count: number
  smtp_utf8: Flag
  /** The bytes, or null when they are in the blob store. */
  raw: Uint8Array | null
  blob_key: string | null
  /** Recipients without an end so far. */
  pending: number
}

/** One recipient of one message: what the queue works on. */
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
  /** 1 while it may be claimed: queued or deferred. */
  waiting: Flag
  reason: QueueReason
  answer: string
  host: string
  status: string | null
  attempts: number
  /** When it was handed in, or is to be sent; later by the time in which it could not be tried. Its life counts from here. */
  queued_at: number
  send_at: number | null
  next_at: number
  last_at: number | null
  delivered_at: number | null
  /** Names the one attempt that may write the result. */
  claim: string | null
  claimed_by: string | null
  claimed_until: number | null
  /** The sender was told of the failure. */
  reported: Flag
  /** The sender was told that it is late, or is not to be told. */
  delay_told: Generated<Flag>
}

/** A destination that is not delivered to; the empty name is all of them. */
export type QueuePauseTable = { domain: string; paused_at: number }

export type SuppressionTable = {
  id: string
  sender_key: string
  address: string
  reason: string
  created_at: number
}

export type DraftTable = {
  id: string
  owner_key: string
  version: number
  /** JSON: see draft.ts. */
  content: string
  search: string
  created_at: number
  saved_at: number
}

export type UploadTable = {
  id: string
  owner_key: string
  /** The draft it lies in; null: unused, and swept after a while. */
  draft_id: string | null
  filename: string
  content_type: string
  size: number
  blob_key: string
  created_at: number
}

export type ContactTable = { owner_key: string; address: string; name: string; used_at: number; uses: number }

export type RelayTable = {
  /** The domain whose mail goes this way; the empty name is the whole site. */
  domain: string
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  username: string
  /** Sealed. */
  password: string
  updated_at: number
}

export type ForwardingTable = {
  mailbox_id: string
  /** JSON. */
  targets: string
  keep: Flag
  updated_at: number
}

/** What a mailbox answers by itself while its owner is away. */
export type AutoReplyTable = {
  mailbox_id: string
  enabled: Flag
  /** Null: at once, and until it is switched off. */
  starts_at: number | null
  ends_at: number | null
  /** Empty: made from the subject of the mail that is answered. */
  subject: string
  words: string
  updated_at: number
}

/** To whom a mailbox answered by itself, and when last. */
export type AutoReplyGivenTable = { mailbox_id: string; person: string; given_at: number }

/** How much a sender sent in an hour and what became of it. In lanes, so that deliveries of one sender do not wait for each other. */
export type SendCountTable = {
  sender_key: string
  hour: number
  lane: number
  /** Recipients: handed in, come to an end, come back for good. */
  sent: number
  ended: number
  failed: number
}

/** A sender whose mail does not leave until an operator says so. */
export type SendStopTable = {
  sender_key: string
  reason: StopReason
  detail: string
  stopped_at: number
}

/** What another domain wants of those who bring it mail (RFC 8461), as long as it asked to be remembered. */
export type StsPolicyTable = {
  domain: string
  policy_id: string
  /** JSON: see mta-sts.ts. */
  policy: string
  until: number
}
