import type { StructuredValue } from '../../mime/parameters.ts'
import type { TransferEncoding } from '../../text/transfer-encoding.ts'
import type { Envelope } from './envelope.ts'

/**
 * Where everything stands in a mail, and what its structure says. It is plain data without the content: whoever keeps it
 * answers for any piece of a large mail by reading that piece alone.
 */
export type MailShape = {
  readonly octets: number
  /** The first one is the mail itself. */
  readonly parts: readonly ShapePart[]
}

export type ShapePart = {
  readonly kind: 'leaf' | 'multipart' | 'message'
  /** Indexes of the parts within; a message has one, the mail that it holds. */
  readonly children: readonly number[]
  /** Where its headers and its content begin, and where the content ends. */
  readonly head: number
  readonly start: number
  readonly end: number
  /** Line ends in the content. */
  readonly lines: number
  readonly type: StructuredValue
  readonly id: string | null
  readonly description: string | null
  /** The transfer encoding as written, in capitals. */
  readonly encoding: string
  /** Null for an encoding that nobody can decode. */
  readonly decoding: TransferEncoding | null
  readonly md5: string | null
  readonly disposition: StructuredValue | null
  readonly language: readonly string[]
  readonly location: string | null
  /** Of the mail itself and of mails within it. */
  readonly envelope: Envelope | null
}

/** Roughly the octets that a kept shape takes. */
export const shapeCost = ({ parts }: MailShape): number => parts.length * 1_000
