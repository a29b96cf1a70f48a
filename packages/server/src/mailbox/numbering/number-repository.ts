/**
 * The statements that number mails. Each runs in a transaction that holds the mailbox, so no mail of it comes, moves or
 * goes meanwhile: what is found is all there is.
 */
import { sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import { type FolderRow, keyOf } from '../folder/repository.ts'

type Where = Pick<FolderRow, 'id' | 'role' | 'mailbox_id'>

const mailsOf = (query: Query, folder: Where) =>
  query.selectFrom('mail').where('mailbox_id', '=', folder.mailbox_id).where('folder', '=', keyOf(folder))

/** Whether something waits for a number. Asked without holding anything: whoever finds nothing saw a moment without it. */
export async function waitsForNumbers(query: Query, folder: FolderRow): Promise<boolean> {
  const mails = mailsOf(query, folder).select('seq').limit(1)
  if (await mails.where('modseq', '=', 0).executeTakeFirst()) return true
  if (await mails.where('seq', '>', folder.numbered_to).executeTakeFirst()) return true
  const gone = await query
    .selectFrom('mail_vanished')
    .select('uid')
    .where('mailbox_id', '=', folder.mailbox_id)
    .where('folder', '=', keyOf(folder))
    .where('modseq', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return gone !== undefined
}

/** Gives the modseq to mails that changed and to those that vanished; returns how many. */
export async function numberChanges(tx: Tx, folder: FolderRow, modseq: number): Promise<number> {
  const changed = await tx
    .updateTable('mail')
    .set({ modseq })
    .where('mailbox_id', '=', folder.mailbox_id)
    .where('folder', '=', keyOf(folder))
    .where('modseq', '=', 0)
    .where('uid', 'is not', null)
    .executeTakeFirst()
  const gone = await tx
    .updateTable('mail_vanished')
    .set({ modseq })
    .where('mailbox_id', '=', folder.mailbox_id)
    .where('folder', '=', keyOf(folder))
    .where('modseq', '=', 0)
    .executeTakeFirst()
  return Number(changed.numUpdatedRows) + Number(gone.numUpdatedRows)
}

/** Mails that were moved into the folder and have no UID there yet. */
export const movedIn = async (tx: Tx, folder: FolderRow, limit: number): Promise<number[]> => {
  const rows = await mailsOf(tx, folder)
    .select('seq')
    .where('modseq', '=', 0)
    .where('uid', 'is', null)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(row => row.seq)
}

/** Mails beyond those that have their numbers, with and without a UID. */
export const beyondNumbered = (tx: Tx, folder: FolderRow, limit: number) =>
  mailsOf(tx, folder)
    .select(['seq', 'uid'])
    .where('seq', '>', folder.numbered_to)
    .orderBy('seq')
    .limit(limit)
    .execute()

const rowsAtOnce = 500

/** UIDs from `first` on, in the order of the list, which is that of the seqs. */
export async function giveUids(
  tx: Tx,
  seqs: readonly number[],
  first: number,
  modseq: number,
): Promise<void> {
  for (let at = 0; at < seqs.length; at += rowsAtOnce) {
    const some = seqs.slice(at, at + rowsAtOnce)
    await sql`
      UPDATE mail SET uid = ${sql.lit(first + at - 1)} + given.place, modseq = ${modseq}
      FROM (
        SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM mail WHERE seq IN (${sql.join(some)})
      ) AS given
      WHERE mail.seq = given.seq`.execute(tx)
  }
}

export async function setMarks(
  tx: Tx,
  id: string,
  marks: Pick<FolderRow, 'uid_next' | 'modseq' | 'numbered_to'>,
): Promise<void> {
  await tx.updateTable('mail_folder').set(marks).where('id', '=', id).execute()
}

/** Folders of which mails vanished before a time, each with the highest modseq among those. */
export async function findLongVanished(query: Query, before: number, limit: number) {
  const rows = await query
    .selectFrom('mail_vanished')
    .select(eb => ['mailbox_id', 'folder', eb.fn.max<number>('modseq').as('modseq')])
    .where('vanished_at', '<=', before)
    .where('modseq', '>', 0)
    .groupBy(['mailbox_id', 'folder'])
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, modseq: Number(row.modseq) }))
}

/** The transaction holds the mailbox. */
export async function forgetVanished(
  tx: Tx,
  { mailbox_id, folder, modseq }: { mailbox_id: string; folder: string; modseq: number },
): Promise<void> {
  await tx
    .updateTable('mail_folder')
    .set({ forgotten_to: modseq })
    .where('mailbox_id', '=', mailbox_id)
    .where(eb => eb.or([eb('role', '=', folder as FolderRow['role']), eb('id', '=', folder)]))
    .where('forgotten_to', '<', modseq)
    .execute()
  await tx
    .deleteFrom('mail_vanished')
    .where('mailbox_id', '=', mailbox_id)
    .where('folder', '=', folder)
    .where('modseq', '>', 0)
    .where('modseq', '<=', modseq)
    .execute()
}
