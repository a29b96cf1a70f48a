/** A message that is on disk and accepted. */
import type { Envelope } from '../../mail/envelope.ts'

export type Journaled = {
  /** The number of its row. Below zero it is the ticket of a message that waits in the spool and has no row yet. */
  seq: number
  raw: Buffer
  envelope: Envelope
  receivedAt: number
}

/** The columns of a message that nobody has read yet. */
export const notReadYet = {
  subject: '',
  from_name: '',
  from_address: '',
  preview: '',
  code: null,
  link: null,
  attachment_count: 0,
  spam_score: 0,
  details: '{}',
} as const
