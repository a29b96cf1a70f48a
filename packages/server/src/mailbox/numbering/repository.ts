/** Mails as programs ask for them: by folder and UID. */
import { sql } from 'kysely'
import { flag } from '../../database/schema.ts'
import type { Query, Tx } from '../../database/types.ts'
import { type FolderRow, keyOf } from '../folder/repository.ts'
import { deletedFlag, type FlagColumns } from './flags.ts'

const numbered = (query: Query, folder: FolderRow) =>
  query
    .selectFrom('mail')
    .where('mail.mailbox_id', '=', folder.mailbox_id)
    .where('mail.folder', '=', keyOf(folder))
    .where('mail.uid', 'is not', null)

const marks = ['mail.uid', 'mail.modseq', 'mail.read', 'mail.starred', 'mail.flags'] as const

export type MarkedRow = FlagColumns & { uid: number | null; modseq: number | null }

export const marksAfter = (
  query: Query,
  folder: FolderRow,
  uid: number,
  limit: number,
): Promise<MarkedRow[]> =>
  numbered(query, folder)
    .select(marks)
    .where('mail.uid', '>', uid)
    .where('mail.uid', '<', folder.uid_next)
    .orderBy('mail.uid')
    .limit(limit)
    .execute()

export const marksSince = (query: Query, folder: FolderRow, modseq: number): Promise<MarkedRow[]> =>
  numbered(query, folder)
    .select(marks)
    .where('mail.modseq', '>', modseq)
    .where('mail.uid', '<', folder.uid_next)
    .orderBy('mail.uid')
    .execute()

/** The UIDs alone, after one of them. */
export async function uidsAfter(
  query: Query,
  folder: FolderRow,
  uid: number,
  limit: number,
): Promise<number[]> {
  const rows = await numbered(query, folder)
    .select('mail.uid')
    .where('mail.uid', '>', uid)
    .orderBy('mail.uid')
    .limit(limit)
    .execute()
  return rows.flatMap(row => row.uid ?? [])
}

export async function vanishedSince(query: Query, folder: FolderRow, modseq: number): Promise<number[]> {
  const rows = await query
    .selectFrom('mail_vanished')
    .select('uid')
    .where('mailbox_id', '=', folder.mailbox_id)
    .where('folder', '=', keyOf(folder))
    .where('modseq', '>', modseq)
    .orderBy('uid')
    .execute()
  return rows.map(row => row.uid)
}

export type KnownMail = MarkedRow & { seq: number; id: string; owner_id: string | null; message_seq: number }

/** Those of the UIDs that are there, in their order. */
export const mailsByUid = (query: Query, folder: FolderRow, uids: readonly number[]): Promise<KnownMail[]> =>
  numbered(query, folder)
    .select([...marks, 'mail.seq', 'mail.id', 'mail.owner_id', 'mail.message_seq'])
    .where('mail.uid', 'in', [...uids])
    .orderBy('mail.uid')
    .execute()

export const factsByUid = (query: Query, folder: FolderRow, uids: readonly number[]) =>
  numbered(query, folder)
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .select(['mail.uid', 'mail.received_at', 'mail.saved_at', 'mail.message_seq'])
    .select(['message.size', 'message.outgoing_size', 'message.envelope', 'message.preview'])
    .where('mail.uid', 'in', [...uids])
    .orderBy('mail.uid')
    .execute()

/** Where the bytes of a message are. Those in the row are at most 256 KB. */
export const bytesByUid = (query: Query, folder: FolderRow, uid: number) =>
  numbered(query, folder)
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['mail.received_at', 'message.envelope', 'message.blob_key', 'message_raw.raw', 'message.size'])
    .select(['message.outgoing_id', 'message.outgoing_size'])
    .where('mail.uid', '=', uid)
    .executeTakeFirst()

const countOf = async (rows: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
  Number((await rows.executeTakeFirstOrThrow()).count)

/** A flag stands in the list between its quotes. */
const hasDeleted = sql<boolean>`mail.flags LIKE ${`%"\\${deletedFlag}"%`} ESCAPE '!'`

export async function countMarks(query: Query, folder: FolderRow) {
  const mails = query
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('mail.mailbox_id', '=', folder.mailbox_id)
    .where('mail.folder', '=', keyOf(folder))
  const unread = mails.where('mail.read', '=', sql.lit(0))
  return {
    messages: await countOf(mails),
    unseen: await countOf(
      folder.role === 'inbox'
        ? unread.where(sql<boolean>`mail.folder = 'inbox'`)
        : unread.where(sql<boolean>`mail.folder <> 'inbox'`),
    ),
    deleted: await countOf(mails.where('mail.flags', 'is not', null).where(hasDeleted)),
  }
}

/** Mails with the flag that marks them for removal. */
export const markedDeleted = (query: Query, folder: FolderRow, after: number, limit: number) =>
  numbered(query, folder)
    .select(['mail.seq', 'mail.uid', 'mail.id', 'mail.owner_id'])
    .where('mail.flags', 'is not', null)
    .where(hasDeleted)
    .where('mail.uid', '>', after)
    .orderBy('mail.uid')
    .limit(limit)
    .execute()

/** The mark of a change; see number-mails.ts. */
export async function setColumns(tx: Tx, seqs: readonly number[], columns: FlagColumns): Promise<void> {
  const { read, starred, flags } = columns
  await tx
    .updateTable('mail')
    .set({ read: flag(read === 1), starred: flag(starred === 1), flags, modseq: 0 })
    .where('seq', 'in', [...seqs])
    .execute()
}
