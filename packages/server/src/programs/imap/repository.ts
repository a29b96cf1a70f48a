/** Sent mail in the folder of mail programs. */
import { sql } from 'kysely'
import { containingPlain } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'

const sentMail = (query: Query, mailboxId: string) =>
  query
    .selectFrom('outgoing')
    .where('outgoing.kind', '=', 'mail')
    .where('outgoing.mailbox_id', '=', mailboxId)

const shownColumns = [
  ...(['outgoing.id', 'outgoing.message_id', 'outgoing.size', 'outgoing.created_at'] as const),
  ...(['outgoing.subject', 'outgoing.from_name', 'outgoing.from_address', 'outgoing.preview'] as const),
  ...(['outgoing.attachment_count'] as const),
]

/** Sent mail that is not in the folder yet, the first so many. What is to be sent later is not sent. */
export const notInFolder = (query: Query, mailboxId: string, now: number, limit: number) =>
  sentMail(query, mailboxId)
    .select(shownColumns)
    .where(eb =>
      eb.or([
        eb('outgoing.send_at', 'is', null),
        eb('outgoing.send_at', '<=', now),
        eb('outgoing.pending', '=', 0),
      ]),
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb.selectFrom('message').select('message.seq').whereRef('message.outgoing_id', '=', 'outgoing.id'),
        ),
      ),
    )
    .orderBy('outgoing.id')
    .limit(limit)
    .execute()

export type SentRow = Awaited<ReturnType<typeof notInFolder>>[number]

const inSent = (query: Query, mailboxId: string) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .where('mail.mailbox_id', '=', mailboxId)
    .where('mail.folder', '=', 'sent')

/** Mails in the folder whose sent mail was deleted on the page, or is too old. */
export async function noLongerSent(query: Query, mailboxId: string, limit: number): Promise<number[]> {
  const rows = await inSent(query, mailboxId)
    .select('mail.seq')
    .where('message.outgoing_id', 'is not', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb.selectFrom('outgoing').select('outgoing.id').whereRef('outgoing.id', '=', 'message.outgoing_id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(row => row.seq)
}

/** A message that a program put into the folder before the same mail was sent here. */
export async function keptWith(query: Query, mailboxId: string, messageId: string): Promise<number | null> {
  const row = await inSent(query, mailboxId)
    .select('message.seq')
    .where('message.outgoing_id', 'is', null)
    .where(eb => containingPlain(eb.ref('message.details'), `"messageId":${JSON.stringify(messageId)}`))
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

export async function linkSent(tx: Tx, messageSeq: number, outgoingId: string): Promise<void> {
  await tx.updateTable('message').set({ outgoing_id: outgoingId }).where('seq', '=', messageSeq).execute()
}

/** Its size in the mailbox is nothing: the bytes are those of the sent mail. */
export async function insertSentMessage(
  tx: Tx,
  sent: SentRow,
  more: { envelope: string; details: string },
): Promise<number> {
  const { seq } = await tx
    .insertInto('message')
    .values({
      ...more,
      received_at: sent.created_at,
      size: 0,
      blob_key: null,
      state: 1,
      claimed_by: '',
      claimed_until: 0,
      attempts: 0,
      refs: 1,
      subject: sent.subject,
      from_name: sent.from_name,
      from_address: sent.from_address,
      preview: sent.preview,
      code: null,
      link: null,
      attachment_count: sent.attachment_count,
      spam_score: 0,
      outgoing_id: sent.id,
      outgoing_size: sent.size,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return Number(seq)
}

/** The mail in the folder for a sent mail with this Message-ID. */
export async function uidOfSent(query: Query, mailboxId: string, messageId: string): Promise<number | null> {
  const row = await inSent(query, mailboxId)
    .innerJoin('outgoing', 'outgoing.id', 'message.outgoing_id')
    .select('mail.uid')
    .where('outgoing.mailbox_id', '=', mailboxId)
    .where('outgoing.message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst()
  return row?.uid ?? null
}

/** Those of the UIDs that are sent mail, with how much of it still waits in the queue. */
export const sentByUid = (query: Query, mailboxId: string, uids: readonly number[]) =>
  inSent(query, mailboxId)
    .innerJoin('outgoing', 'outgoing.id', 'message.outgoing_id')
    .select(['mail.uid', 'mail.read', 'mail.starred', 'mail.flags', 'mail.received_at'])
    .select(['outgoing.id', 'outgoing.pending', 'outgoing.raw', 'outgoing.blob_key'])
    .where('mail.uid', 'in', [...uids])
    .orderBy('mail.uid')
    .execute()

export type SentInFolder = Awaited<ReturnType<typeof sentByUid>>[number]

export const bytesOfSent = (query: Query, outgoingId: string) =>
  query.selectFrom('outgoing').select(['raw', 'blob_key']).where('id', '=', outgoingId).executeTakeFirst()

/** UIDs in the folder of sent mail that are marked for removal. */
export async function markedInSent(query: Query, mailboxId: string): Promise<number[]> {
  const rows = await query
    .selectFrom('mail')
    .select('uid')
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', 'sent')
    .where('uid', 'is not', null)
    .where('flags', 'is not', null)
    .where(sql<boolean>`flags LIKE ${'%"\\\\Deleted"%'} ESCAPE '!'`)
    .execute()
  return rows.flatMap(row => row.uid ?? [])
}
