import type { Generated } from 'kysely'
import type { Flag } from '../../database/schema.ts'

/** 0: journaled, not processed yet. 1: processed. 2: given up on; kept for the operator. */
export type MessageState = 0 | 1 | 2

/** A message as it was received, once, however many mailboxes it went to. */
export type MessageTable = {
  seq: Generated<number>
  received_at: number
  size: number
  /** Where the bytes are when they are not in message_raw. */
  blob_key: string | null
  /** JSON: see envelope.ts. */
  envelope: string
  state: MessageState
  /** The node that has taken it for processing, and until when. */
  claimed_by: string
  claimed_until: number
  attempts: number
  /** How many mails point here; at 0 it is removed. */
  refs: number
  subject: string
  from_name: string
  from_address: string
  preview: string
  code: string | null
  link: string | null
  attachment_count: number
  spam_score: number
  /** JSON: see message-details.ts. */
  details: string
  /** The sent mail that holds the bytes, or of which a program has put a copy here. */
  outgoing_id: Generated<string | null>
  /** How large that is, where the bytes are only there; then `size` is 0. */
  outgoing_size: Generated<number | null>
}

/** The bytes of a message that is not in the blob store. */
export type MessageRawTable = { seq: number; raw: Uint8Array }

/** A message in one mailbox. */
export type MailTable = {
  seq: Generated<number>
  id: string
  mailbox_id: string
  /** The mailbox's owner, repeated here so that all of an owner's mail is one index range. */
  owner_id: string | null
  message_seq: number
  received_at: number
  read: Flag
  starred: Flag
  /** A folder that every mailbox has, `sent`, or the id of one's own. */
  folder: string
  trashed_at: number | null
  /** JSON. */
  labels: string
  has_code: Flag
  has_attachment: Flag
  /** Its number in its folder for mail programs; null until one looks (folder/number-mails.ts). */
  uid: Generated<number | null>
  /** Of its last change; null when it came and no program has seen it, 0 when it changed or moved since. */
  modseq: Generated<number | null>
  /** When it was moved or put into its folder; null for one that is where it arrived. */
  saved_at: Generated<number | null>
  /** JSON: what programs marked it with, besides read and starred. */
  flags: Generated<string | null>
}

declare module '../../database/schema.ts' {
  interface Schema {
    message: MessageTable
    message_raw: MessageRawTable
    mail: MailTable
  }
}
