/** The mails of one mailbox with their sources as the site shows them, oldest first, a few at a time. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { messageBytes } from '../../inbound/mailbox/message-bytes.ts'
import { type Envelope, traceHeaders } from '../../inbound/receive/envelope.ts'

export type ExportedMail = {
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

export async function* mailsOf(db: Db, blobs: BlobStore, mailboxId: string): AsyncGenerator<ExportedMail> {
  for (let after = 0; ; ) {
    const rows = await db.query
      .selectFrom('mail')
      .innerJoin('message', 'message.seq', 'mail.message_seq')
      .leftJoin('message_raw', 'message_raw.seq', 'mail.message_seq')
      .select([
        'mail.seq',
        'mail.id',
        'mail.folder',
        'mail.read',
        'mail.starred',
        'mail.labels',
        'mail.received_at',
      ])
      .select(['message_raw.raw', 'message.blob_key', 'message.subject', 'message.envelope'])
      .where('mail.mailbox_id', '=', mailboxId)
      .where('mail.seq', '>', after)
      .orderBy('mail.seq')
      .limit(portion)
      .execute()
    for (const row of rows) {
      after = row.seq
      const envelope = JSON.parse(row.envelope) as Envelope
      const raw = await messageBytes(blobs, row)
      const trace = Buffer.from(traceHeaders(envelope, row.received_at), 'latin1')
      yield {
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
