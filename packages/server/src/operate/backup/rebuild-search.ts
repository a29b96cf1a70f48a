/** Makes the search index anew from the mails themselves; its own form differs between the databases. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { messageBytes } from '../../inbound/mailbox/message-bytes.ts'
import { indexMails } from '../../inbound/mailbox/search-index.ts'
import { tokensOfMessage } from '../../inbound/process/read-message.ts'

const portion = 100

export async function rebuildSearch(
  db: Db,
  blobs: BlobStore,
  progress: (text: string) => void,
): Promise<number> {
  let done = 0
  for (let after = 0; ; ) {
    const mails = await db.query
      .selectFrom('mail')
      .innerJoin('message', 'message.seq', 'mail.message_seq')
      .leftJoin('message_raw', 'message_raw.seq', 'mail.message_seq')
      .select(['mail.seq', 'mail.mailbox_id', 'message_raw.raw', 'message.blob_key'])
      .select(['message.from_name as name', 'message.from_address as address'])
      .where('mail.seq', '>', after)
      .orderBy('mail.seq')
      .limit(portion)
      .execute()
    const indexed: { seq: number; mailboxId: string; tokens: string }[] = []
    for (const { seq, mailbox_id, ...row } of mails) {
      const raw = await messageBytes(blobs, row)
      indexed.push({ seq, mailboxId: mailbox_id, tokens: raw ? tokensOfMessage(raw, row) : '' })
      after = seq
    }
    await db.transaction(async tx => {
      await indexMails(tx, db.kind, indexed)
    })
    done += mails.length
    if (mails.length > 0) progress(`search: ${done} mails`)
    if (mails.length < portion) return done
  }
}
