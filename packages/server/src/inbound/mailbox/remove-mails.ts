/** Removing mails for good, in portions small enough that nobody waits long. A message goes with its last mail. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import { unindexMails } from './search-index.ts'

export const removePortion = 200

/** Removes these mails and returns the keys of blobs that nobody needs any more; remove those after the commit. */
export async function removeMails(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const mails = await tx
    .deleteFrom('mail')
    .where('seq', 'in', [...seqs])
    .returning(['mailbox_id', 'message_seq', 'folder', 'read'])
    .execute()
  await unindexMails(tx, kind, seqs)
  const uses = new Map<number, number>()
  for (const { message_seq } of mails) uses.set(message_seq, (uses.get(message_seq) ?? 0) + 1)
  const freed = new Map<string, { bytes: number; unread: number }>()
  const blobs: string[] = []
  for (const [seq, count] of [...uses].sort(([a], [b]) => a - b)) {
    const message = await tx
      .updateTable('message')
      .set(eb => ({ refs: eb('refs', '-', count) }))
      .where('seq', '=', seq)
      .returning(['refs', 'size', 'blob_key'])
      .executeTakeFirst()
    if (!message) continue
    for (const mail of mails) {
      if (mail.message_seq !== seq) continue
      const { bytes, unread } = freed.get(mail.mailbox_id) ?? { bytes: 0, unread: 0 }
      const wasUnread = mail.folder === 'inbox' && mail.read === 0 ? 1 : 0
      freed.set(mail.mailbox_id, { bytes: bytes + message.size, unread: unread + wasUnread })
    }
    if (message.refs > 0) continue
    await tx.deleteFrom('message').where('seq', '=', seq).execute()
    if (message.blob_key !== null) blobs.push(message.blob_key)
  }
  for (const [mailboxId, { bytes, unread }] of [...freed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable('mailbox')
      .set(eb => ({ used_bytes: eb('used_bytes', '-', bytes), unread: eb('unread', '-', unread) }))
      .where('id', '=', mailboxId)
      .execute()
  }
  await giveUpBlobs(tx, blobs)
  return blobs
}

/** Removes whatever `next` finds, portion by portion, until it finds nothing. Returns how many. */
export async function removeInPortions(
  deps: { db: Db; blobs: BlobStore },
  next: (tx: Tx, limit: number) => Promise<number[]>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { count, keys } = await deps.db.transaction(async tx => {
      const seqs = await next(tx, removePortion)
      return { count: seqs.length, keys: await removeMails(tx, deps.db.kind, seqs) }
    })
    for (const key of keys) await deps.blobs.remove(key)
    removed += count
    if (count < removePortion) return removed
  }
}
