/** Removing mails for good, in portions small enough that nobody waits long. A message goes with its last mail. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import type { DatabaseKind, Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { lockMailboxes } from '../account/repository.ts'
import { mailboxesOfMails, noteVanished } from '../folder/vanish-repository.ts'
import {
  deleteMails,
  deleteMessages,
  type Freed,
  lockMessages,
  lowerCounts,
  lowerRefs,
} from './removal-repository.ts'
import { unindexMails } from './search-index.ts'

export const removePortion = 200

/** Takes the mails from their messages. Those that lose equally many go together: nearly always one each. */
async function takeRefs(
  tx: Tx,
  kind: DatabaseKind,
  uses: ReadonlyMap<number, number>,
): Promise<Map<number, Freed>> {
  await lockMessages(tx, kind, [...uses.keys()])
  const messages = new Map<number, Freed>()
  for (const count of new Set(uses.values())) {
    const alike = [...uses].filter(([, times]) => times === count).map(([seq]) => seq)
    for (const row of await lowerRefs(tx, alike, count)) messages.set(row.seq, row)
  }
  return messages
}

/** Removes these mails and returns the keys of blobs that nobody needs any more; remove those after the commit. */
export async function removeMails(
  tx: Tx,
  kind: DatabaseKind,
  seqs: readonly number[],
  now: number,
): Promise<string[]> {
  if (seqs.length === 0) return []
  await lockMailboxes(tx, kind, await mailboxesOfMails(tx, seqs))
  const mails = await deleteMails(tx, seqs)
  if (mails.length === 0) return []
  await noteVanished(tx, mails, now)
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
  if (gone.length > 0)
    await deleteMessages(
      tx,
      gone.map(message => message.seq),
    )
  for (const [mailboxId, counts] of [...freed].sort(([a], [b]) => (a < b ? -1 : 1)))
    await lowerCounts(tx, mailboxId, counts)
  const blobs = gone.flatMap(message => message.blob_key ?? [])
  await giveUpBlobs(tx, blobs)
  return blobs
}

/** Removes whatever `next` finds, portion by portion, until it finds nothing. Returns how many. */
export async function removeInPortions(
  deps: { db: Db; clock: Clock; blobs: BlobStore },
  next: (tx: Tx, limit: number) => Promise<number[]>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { count, keys } = await deps.db.transaction(async tx => {
      const seqs = await next(tx, removePortion)
      return { count: seqs.length, keys: await removeMails(tx, deps.db.kind, seqs, deps.clock.now()) }
    })
    for (const key of keys) await deps.blobs.remove(key)
    removed += count
    if (count < removePortion) return removed
  }
}
