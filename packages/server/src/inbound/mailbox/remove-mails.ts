/** Removing mails for good, in portions small enough that nobody waits long. A message goes with its last mail. */
import type { Selectable } from 'kysely'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import { unindexMails } from './search-index.ts'
import type { MessageTable } from './table.ts'

export const removePortion = 200

type Freed = Pick<Selectable<MessageTable>, 'seq' | 'refs' | 'size' | 'blob_key'>

/** Takes so many mails from each of these messages. Those that lose equally many go together: nearly always one each. */
async function takeRefs(
  tx: Tx,
  kind: DatabaseKind,
  uses: ReadonlyMap<number, number>,
): Promise<Map<number, Freed>> {
  const touched = tx
    .selectFrom('message')
    .select('seq')
    .where('seq', 'in', [...uses.keys()])
  // In one order everywhere, so that two who remove mails of the same messages never wait for each other crosswise.
  if (kind === 'postgres') await touched.orderBy('seq').forUpdate().execute()
  const messages = new Map<number, Freed>()
  for (const count of new Set(uses.values())) {
    const alike = [...uses].filter(([, times]) => times === count).map(([seq]) => seq)
    const rows = await tx
      .updateTable('message')
      .set(eb => ({ refs: eb('refs', '-', count) }))
      .where('seq', 'in', alike)
      .returning(['seq', 'refs', 'size', 'blob_key'])
      .execute()
    for (const row of rows) messages.set(row.seq, row)
  }
  return messages
}

/** Removes these mails and returns the keys of blobs that nobody needs any more; remove those after the commit. */
export async function removeMails(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const mails = await tx
    .deleteFrom('mail')
    .where('seq', 'in', [...seqs])
    .returning(['mailbox_id', 'message_seq', 'folder', 'read'])
    .execute()
  if (mails.length === 0) return []
  await unindexMails(tx, kind, seqs)
  const uses = new Map<number, number>()
  for (const { message_seq } of mails) uses.set(message_seq, (uses.get(message_seq) ?? 0) + 1)
  const messages = await takeRefs(tx, kind, uses)
  const freed = new Map<string, { bytes: number; unread: number }>()
  for (const mail of mails) {
    const message = messages.get(mail.message_seq)
    if (!message) continue
    const { bytes, unread } = freed.get(mail.mailbox_id) ?? { bytes: 0, unread: 0 }
    const wasUnread = mail.folder === 'inbox' && mail.read === 0 ? 1 : 0
    freed.set(mail.mailbox_id, { bytes: bytes + message.size, unread: unread + wasUnread })
  }
  const gone = [...messages.values()].filter(message => message.refs <= 0)
  if (gone.length > 0) {
    const numbers = gone.map(message => message.seq)
    await tx.deleteFrom('message').where('seq', 'in', numbers).execute()
  }
  for (const [mailboxId, { bytes, unread }] of [...freed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable('mailbox')
      .set(eb => ({ used_bytes: eb('used_bytes', '-', bytes), unread: eb('unread', '-', unread) }))
      .where('id', '=', mailboxId)
      .execute()
  }
  const blobs = gone.flatMap(message => message.blob_key ?? [])
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
