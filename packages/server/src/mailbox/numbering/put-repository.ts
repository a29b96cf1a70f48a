/** The rows of messages that a program puts into a folder, and of copies. */

import { flag } from '../../database/schema.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'
import { lockMessages } from '../mail/removal-repository.ts'
import type { FlagColumns } from './flags.ts'

export type MessageColumns = {
  subject: string
  from_name: string
  from_address: string
  preview: string
  code: string | null
  link: string | null
  attachment_count: number
  spam_score: number
  details: string
}

export type PutMessage = MessageColumns & {
  received_at: number
  size: number
  envelope: string
  blob_key: string | null
  raw: Buffer
}

/** Returns its number. The bytes are in the row beside it, unless they are in the blob store. */
export async function insertMessage(tx: Tx, { raw, ...message }: PutMessage): Promise<number> {
  const { seq } = await tx
    .insertInto('message')
    .values({ ...message, state: 1, claimed_by: '', claimed_until: 0, attempts: 0, refs: 1 })
    .returning('seq')
    .executeTakeFirstOrThrow()
  if (message.blob_key === null) await tx.insertInto('message_raw').values({ seq, raw }).execute()
  return Number(seq)
}

export type PutMail = {
  id: string
  mailbox_id: string
  owner_id: string | null
  message_seq: number
  received_at: number
  folder: string
  labels: string
  has_code: number
  has_attachment: number
}

/** Without numbers, and marked as one that waits for them; returns its seq. */
export async function insertMail(tx: Tx, mail: PutMail, columns: FlagColumns, now: number): Promise<number> {
  const { seq } = await tx
    .insertInto('mail')
    .values({
      ...mail,
      has_code: flag(mail.has_code === 1),
      has_attachment: flag(mail.has_attachment === 1),
      read: flag(columns.read === 1),
      starred: flag(columns.starred === 1),
      flags: columns.flags,
      trashed_at: mail.folder === 'trash' ? now : null,
      saved_at: now,
      modseq: 0,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return Number(seq)
}

/** What a copy takes over, in the order of the seqs. */
export const mailsToCopy = (query: Query, seqs: readonly number[]) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['mail.seq', 'mail.uid', 'mail.owner_id', 'mail.message_seq', 'mail.received_at', 'mail.labels'])
    .select(['mail.has_code', 'mail.has_attachment', 'mail.read', 'mail.starred', 'mail.flags'])
    .select([
      'message.size',
      'message.blob_key',
      'message.from_name',
      'message.from_address',
      'message_raw.raw',
    ])
    .where('mail.seq', 'in', [...seqs])
    .orderBy('mail.seq')
    .execute()

/** One more mail points to the message. */
export async function raiseRefs(tx: Tx, kind: DatabaseKind, seq: number): Promise<void> {
  await lockMessages(tx, kind, [seq])
  await tx
    .updateTable('message')
    .set(eb => ({ refs: eb('refs', '+', 1) }))
    .where('seq', '=', seq)
    .execute()
}

export async function raiseUse(tx: Tx, mailboxId: string, bytes: number): Promise<void> {
  await tx
    .updateTable('mailbox')
    .set(eb => ({ used_bytes: eb('used_bytes', '+', bytes) }))
    .where('id', '=', mailboxId)
    .execute()
}

export const spaceOf = (query: Query, mailboxId: string) =>
  query
    .selectFrom('mailbox')
    .select(['used_bytes', 'quota_bytes', 'owner_id'])
    .where('id', '=', mailboxId)
    .executeTakeFirst()
