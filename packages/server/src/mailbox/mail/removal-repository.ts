/** Finds mails to remove, and removes the rows of mails and messages. */
import { type Selectable, sql } from 'kysely'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { mailsIn } from './repository.ts'
import type { MessageTable } from './table.ts'

const seqs = (rows: readonly { seq: number }[]): number[] => rows.map(row => row.seq)

/** Mails that have lain in the trash since before the given moment, so many at most. */
export const trashedMails = async (query: Query, at: number, limit: number): Promise<number[]> =>
  seqs(await query.selectFrom('mail').select('seq').where('trashed_at', '<=', at).limit(limit).execute())

/** Sent mail and drafts that programs see in folders go when they go from the page, which keeps them for times of its own. */
const isKeptElsewhere = sql<boolean>`(mail.folder = 'drafts' OR mail.folder = 'sent' AND EXISTS (
  SELECT 1 FROM message WHERE message.seq = mail.message_seq AND message.outgoing_id IS NOT NULL))`

/** Mails that came before the given moment, so many at most. */
export const oldMails = async (query: Query, at: number, limit: number): Promise<number[]> =>
  seqs(
    await query
      .selectFrom('mail')
      .select('seq')
      .where('received_at', '<=', at)
      .where(eb => eb.not(isKeptElsewhere))
      .limit(limit)
      .execute(),
  )

/** All mails of the mailboxes, or the first so many. */
export async function mailSeqsIn(
  query: Query,
  mailboxIds: readonly string[],
  limit?: number,
): Promise<number[]> {
  const rows = query
    .selectFrom('mail')
    .select('seq')
    .where('mailbox_id', 'in', [...mailboxIds])
  const found = await (limit === undefined ? rows : rows.limit(limit)).execute()
  return seqs(found)
}

/** Mails in one folder of a mailbox, all or the first so many. */
export async function mailSeqsInFolder(
  query: Query,
  mailboxId: string,
  folder: string,
  limit?: number,
): Promise<number[]> {
  const rows = query
    .selectFrom('mail')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', folder)
    .orderBy('seq')
  return seqs(await (limit === undefined ? rows : rows.limit(limit)).execute())
}

/** Mails in the trash, so many at most. */
export const mailsInTrash = (
  query: Query,
  scope: LetterScope,
  mailboxId: string | undefined,
  limit: number,
) =>
  mailsIn(query, scope, mailboxId)
    .where('folder', '=', 'trash')
    .select(['seq', 'mailbox_id as id', 'owner_id'])
    .limit(limit)
    .execute()

export const deleteMails = (tx: Tx, numbers: readonly number[]) =>
  tx
    .deleteFrom('mail')
    .where('seq', 'in', [...numbers])
    .returning(['mailbox_id', 'message_seq', 'folder', 'read', 'uid'])
    .execute()

/** In one order everywhere, so that two who remove mails of the same messages never wait for each other crosswise. */
export async function lockMessages(tx: Tx, kind: DatabaseKind, numbers: readonly number[]): Promise<void> {
  if (kind !== 'postgres') return
  await tx
    .selectFrom('message')
    .select('seq')
    .where('seq', 'in', [...numbers])
    .orderBy('seq')
    .forUpdate()
    .execute()
}

export type Freed = Pick<Selectable<MessageTable>, 'seq' | 'refs' | 'size' | 'blob_key'>

/** Takes so many mails from each of these messages. */
export const lowerRefs = (tx: Tx, numbers: readonly number[], count: number): Promise<Freed[]> =>
  tx
    .updateTable('message')
    .set(eb => ({ refs: eb('refs', '-', count) }))
    .where('seq', 'in', [...numbers])
    .returning(['seq', 'refs', 'size', 'blob_key'])
    .execute()

export async function deleteMessages(tx: Tx, numbers: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('message')
    .where('seq', 'in', [...numbers])
    .execute()
}

export async function lowerCounts(
  tx: Tx,
  mailboxId: string,
  { bytes, unread }: { bytes: number; unread: number },
): Promise<void> {
  await tx
    .updateTable('mailbox')
    .set(eb => ({ used_bytes: eb('used_bytes', '-', bytes), unread: eb('unread', '-', unread) }))
    .where('id', '=', mailboxId)
    .execute()
}
