/**
 * Marking and moving mails, and giving them to another owner. The transaction holds their mailboxes. A mail that a program
 * knows has a modseq above 0: a change makes it 0, and a move takes its UID, until the program looks again.
 */
import { folders } from '@yanshu/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Flag, flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { noteVanished, numberedElsewhere } from '../folder/vanish-repository.ts'

/** The columns for pages that show the mail. */
const shownColumns = ['id', 'mailbox_id', 'owner_id'] as const
export type ShownMail = { id: string; mailbox_id: string; owner_id: string | null }

/** Null stays null: no program has seen the mail. */
const changed: RawBuilder<number | null> = sql`modseq * 0`

/** What a move does to the numbers of those that are elsewhere. */
const movedTo = (folder: string, now: number) => ({
  folder,
  trashed_at: folder === 'trash' ? now : null,
  uid: sql<number | null>`CASE WHEN folder = ${folder} THEN uid END`,
  modseq: sql<number | null>`CASE WHEN folder = ${folder} THEN modseq * 0 ELSE 0 END`,
  saved_at: sql<number | null>`CASE WHEN folder = ${folder} THEN saved_at ELSE ${sql.lit(now)} END`,
})

/** Only those that are not so already; they are returned. */
export const setRead = (
  tx: Tx,
  seqs: readonly number[],
  read: boolean,
): Promise<(ShownMail & { folder: string })[]> =>
  tx
    .updateTable('mail')
    .set({ read: flag(read), modseq: changed })
    .where('seq', 'in', [...seqs])
    .where('read', '=', flag(!read))
    .returning([...shownColumns, 'folder'])
    .execute()

export type MailValues = { starred?: Flag; folder?: string; labels?: string }

/** Only those that are not so already; they are returned. */
export async function setValues(
  tx: Tx,
  seqs: readonly number[],
  values: MailValues,
  now: number,
): Promise<ShownMail[]> {
  const { folder } = values
  const columns = ['starred', 'folder', 'labels'] as const
  if (folder !== undefined) await noteVanished(tx, await numberedElsewhere(tx, seqs, folder), now)
  return tx
    .updateTable('mail')
    .set({ ...values, ...(folder === undefined ? { modseq: changed } : movedTo(folder, now)) })
    .where('seq', 'in', [...seqs])
    .where(eb =>
      eb.or(
        columns.flatMap(column => {
          const value = values[column]
          return value === undefined ? [] : [eb(column, '!=', value)]
        }),
      ),
    )
    .returning(shownColumns)
    .execute()
}

const toTrash = (tx: Tx, seqs: readonly number[], now: number) =>
  tx
    .updateTable('mail')
    .set(movedTo('trash', now))
    .where('seq', 'in', [...seqs])

export async function moveToTrash(tx: Tx, seqs: readonly number[], now: number): Promise<void> {
  await noteVanished(tx, await numberedElsewhere(tx, seqs, 'trash'), now)
  await toTrash(tx, seqs, now).execute()
}

/** The same for those that are still elsewhere. Returns the mailbox of each: of what was unread in the inbox, and of others. */
export async function moveRestToTrash(
  tx: Tx,
  seqs: readonly number[],
  now: number,
): Promise<{ unread: string[]; others: string[] }> {
  await noteVanished(tx, await numberedElsewhere(tx, seqs, 'trash'), now)
  const moved = toTrash(tx, seqs, now)
  const unread = await moved
    .where('folder', '=', 'inbox')
    .where('read', '=', 0)
    .returning('mailbox_id')
    .execute()
  const others = await moved.where('folder', '!=', 'trash').returning('mailbox_id').execute()
  return { unread: unread.map(mail => mail.mailbox_id), others: others.map(mail => mail.mailbox_id) }
}

/** Those of them that are still in the inbox of the mailbox; they are returned. */
export async function setInInbox(
  tx: Tx,
  mailboxId: string,
  seqs: readonly number[],
  change: { read: Flag } | { trashedAt: number },
): Promise<ShownMail[]> {
  if ('trashedAt' in change) {
    const known = await numberedElsewhere(tx, seqs, 'trash')
    await noteVanished(
      tx,
      known.filter(mail => mail.mailbox_id === mailboxId && mail.folder === 'inbox'),
      change.trashedAt,
    )
  }
  return tx
    .updateTable('mail')
    .set('read' in change ? { ...change, modseq: changed } : movedTo('trash', change.trashedAt))
    .where('seq', 'in', [...seqs])
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', 'inbox')
    .returning(shownColumns)
    .execute()
}

/**
 * The owner stands on every mail too; see the mail table. Folders of one's own do not pass on with a mailbox: what was
 * filed in them is in the archive. Programs of the next holder begin anew.
 */
export async function giveMailsIn(
  tx: Tx,
  mailboxIds: readonly string[],
  ownerId: string | null,
): Promise<void> {
  await tx
    .updateTable('mail')
    .set(eb => ({
      owner_id: ownerId,
      folder: eb
        .case()
        .when('folder', 'in', [...folders])
        .then(eb.ref('folder'))
        .else('archive')
        .end(),
      uid: null,
      modseq: null,
      flags: null,
    }))
    .where('mailbox_id', 'in', [...mailboxIds])
    .execute()
}
