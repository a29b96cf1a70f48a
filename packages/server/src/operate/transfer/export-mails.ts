/** The mails of one mailbox with their sources as the site shows them, oldest first, a few at a time. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { type Envelope, traceHeaders } from '../../mail/envelope.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { mailsWithSources } from './repository.ts'

export type ExportedMail = {
  seq: number
  id: string
  folder: string
  read: boolean
  starred: boolean
  labels: string[]
  receivedAt: number
  sender: string
  subject: string
  /** Null where the content is gone or damaged. */
  raw: Buffer | null
}

const portion = 50

export async function* mailsOf(
  db: Db,
  blobs: BlobStore,
  mailboxId: string,
  from = 0,
): AsyncGenerator<ExportedMail> {
  for (let after = from; ; ) {
    const rows = await mailsWithSources(db.query, mailboxId, after, portion)
    for (const row of rows) {
      after = row.seq
      const envelope = JSON.parse(row.envelope) as Envelope
      const raw = await messageBytes(blobs, row)
      const trace = Buffer.from(traceHeaders(envelope, row.received_at), 'latin1')
      yield {
        seq: row.seq,
        id: row.id,
        folder: row.folder,
        read: row.read === 1,
        starred: row.starred === 1,
        labels: JSON.parse(row.labels) as string[],
        receivedAt: row.received_at,
        sender: envelope.from,
        subject: row.subject,
        raw: raw === null ? null : Buffer.concat([trace, raw]),
      }
    }
    if (rows.length < portion) return
  }
}

/** A name that is one on every system: letters, digits and a few signs; nothing that leads elsewhere. */
export const safeName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9@+_-]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 80) || 'mail'
