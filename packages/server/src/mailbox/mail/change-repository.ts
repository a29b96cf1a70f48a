/** Marking and moving mails, and giving them to another owner. */
import type { Folder } from '@yanshu/contract'
import { type Flag, flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'

/** The columns for pages that show the mail. */
const shownColumns = ['id', 'mailbox_id', 'owner_id'] as const
export type ShownMail = { id: string; mailbox_id: string; owner_id: string | null }

/** Only those that are not so already; they are returned. */
export const setRead = (
  tx: Tx,
  seqs: readonly number[],
  read: boolean,
): Promise<(ShownMail & { folder: Folder })[]> =>
  tx
    .updateTable('mail')
    .set({ read: flag(read) })
    .where('seq', 'in', [...seqs])
    .where('read', '=', flag(!read))
    .returning([...shownColumns, 'folder'])
    .execute()

export type MailValues = { starred?: Flag; folder?: Folder; labels?: string }

/** Only those that are not so already; they are returned. */
export function setValues(
  tx: Tx,
  seqs: readonly number[],
  values: MailValues,
  now: number,
): Promise<ShownMail[]> {
  const { folder } = values
  const columns = ['starred', 'folder', 'labels'] as const
  return tx
    .updateTable('mail')
    .set({ ...values, ...(folder && { trashed_at: folder === 'trash' ? now : null }) })
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
    .set({ folder: 'trash', trashed_at: now })
    .where('seq', 'in', [...seqs])

export async function moveToTrash(tx: Tx, seqs: readonly number[], now: number): Promise<void> {
  await toTrash(tx, seqs, now).execute()
}

/** The same for those that are still elsewhere. Returns the mailbox of each: of what was unread in the inbox, and of others. */
export async function moveRestToTrash(
  tx: Tx,
  seqs: readonly number[],
  now: number,
): Promise<{ unread: string[]; others: string[] }> {
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
export const setInInbox = (
  tx: Tx,
  mailboxId: string,
  seqs: readonly number[],
  values: { read: Flag } | { folder: Folder; trashed_at: number },
): Promise<ShownMail[]> =>
  tx
    .updateTable('mail')
    .set(values)
    .where('seq', 'in', [...seqs])
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', 'inbox')
    .returning(shownColumns)
    .execute()

/** The owner stands on every mail too; see the mail table. */
export async function giveMailsIn(
  tx: Tx,
  mailboxIds: readonly string[],
  ownerId: string | null,
): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ owner_id: ownerId })
    .where('mailbox_id', 'in', [...mailboxIds])
    .execute()
}
