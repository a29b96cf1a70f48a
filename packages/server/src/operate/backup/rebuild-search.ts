/** Makes the search index anew from the mails themselves; its own form differs between the databases. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { tokensOfMessage } from '../../inbound/process/read-message.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { indexMails } from '../../mailbox/mail/search-index.ts'
import { mailsToIndex } from './search-repository.ts'

const portion = 100

export async function rebuildSearch(
  db: Db,
  blobs: BlobStore,
  progress: (text: string) => void,
): Promise<number> {
  let done = 0
  for (let after = 0; ; ) {
    const mails = await mailsToIndex(db.query, after, portion)
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
