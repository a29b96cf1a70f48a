import type { Mailbox } from '../address/parse-address-list.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

/** What a mail says, read once. Plain data: it crosses worker threads and is stored. */
export type ParsedMail = {
  headers: MailHeader[]
  from: Mailbox | null
  sender: Mailbox | null
  replyTo: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  subject: string
  /** ISO 8601 UTC; null when missing or impossible. Mail is sorted by the time of receipt, never by this. */
  date: string | null
  /** With its angle brackets. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  /** RFC 3834: sent by a program; never answer it automatically. */
  autoSubmitted: boolean
  /** RFC 2919. */
  listId: string | null
  /** "bulk", "list", "junk" or whatever it says, lower case. */
  precedence: string | null
  text: string | null
  /** As sent: must go through the sanitiser before any browser sees it. */
  html: string | null
  attachments: Attachment[]
  warnings: MailWarning[]
}

export type MailHeader = {
  /** As written by the sender. */
  name: string
  /** One line: unfolded, encoded words decoded, control characters removed. */
  value: string
  /** The field's body as received, folding included, bytes above 0x7F decoded. */
  raw: string
}

export type Attachment = {
  /** Part number as in IMAP (RFC 9051, section 6.4.5): "2", "2.1". */
  id: string
  /** Safe to show and to save under. */
  filename: string
  contentType: string
  /** Decoded bytes. */
  size: number
  inline: boolean
  /** Content-ID without its angle brackets. */
  cid: string | null
  /** Where the encoded content lies in the raw mail. */
  start: number
  end: number
  encoding: TransferEncoding
}

export type MailWarning =
  | 'too-deep'
  | 'too-many-parts'
  | 'headers-truncated'
  | 'malformed-header'
  | 'duplicate-header'
  | 'several-from'
  | 'missing-boundary'
  | 'unclosed-multipart'
  | 'body-truncated'
  | 'charset-guessed'
  | 'invalid-date'
