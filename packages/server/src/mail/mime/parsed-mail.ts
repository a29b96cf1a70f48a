import type { Mailbox } from '../address/parse-address-list.ts'
import type { WrapperKind } from '../enclosed/open-wrapper.ts'
import type { TransferEncoding } from '../text/transfer-encoding.ts'

/** The content of a mail, read once. It is plain data, because it crosses worker threads and is stored. */
export type ParsedMail = {
  headers: MailHeader[]
  from: Mailbox | null
  sender: Mailbox | null
  replyTo: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  subject: string
  /**
   * ISO 8601 UTC; null when missing or impossible. Lists sort mail by the time of receipt and never by this.
   */
  date: string | null
  /** The id with its angle brackets. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  /** RFC 3834: a program sent this mail; never answer it automatically. */
  autoSubmitted: boolean
  /** RFC 2919. */
  listId: string | null
  /** The value in lower case: "bulk", "list", "junk" or another word. */
  precedence: string | null
  text: string | null
  /** The HTML as sent; it must pass the sanitiser before any browser sees it. */
  html: string | null
  attachments: Attachment[]
  /** Null for mail that is neither signed nor encrypted by its writer. */
  seal: Seal | null
  warnings: MailWarning[]
}

export type MailHeader = {
  /** The name as the sender wrote it. */
  name: string
  /** One line: unfolded, encoded words decoded, control characters removed. */
  value: string
  /** The field's body as received, folding included, bytes above 0x7F decoded. */
  raw: string
}

/** The place of encoded content: in the raw mail, or in what an opened wrapper holds. */
export type Located = {
  start: number
  end: number
  encoding: TransferEncoding
  within?: Wrapper
}

/** A part in a form of other programs that holds a letter or files. */
export type Wrapper = Located & { kind: WrapperKind }

export type Attachment = Located & {
  /**
   * Part number as in IMAP (RFC 9051, section 6.4.5): "2", "2.1". No part of a mail is numbered 0, so that "2.0.1" is the
   * first within the wrapper "2".
   */
  id: string
  /** A name that is safe to show and to save under. */
  filename: string
  contentType: string
  /** The number of decoded bytes. */
  size: number
  inline: boolean
  /** The Content-ID without its angle brackets. */
  cid: string | null
}

/** The writer's program has signed or encrypted the letter, by S/MIME (RFC 8551) or OpenPGP (RFC 3156). */
export type Seal = {
  /** Only the holder of the key can read the letter, or a part of it. */
  encrypted: 'smime' | 'pgp' | null
  signature: Signature | null
}

/** A signature that nobody has checked yet. `isWhole` is false when parts of the letter stand outside of it. */
export type Signature =
  | { by: 'pgp'; isWhole: boolean }
  | {
      by: 'smime'
      isWhole: boolean
      container: Located
      /** The signed bytes, headers of the part included; null when the container holds them. */
      content: Located | null
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
