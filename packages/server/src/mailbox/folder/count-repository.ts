/** How many mails are in folders, and how many of them are unread. */
import { type Folder, folders } from '@yanshu/contract'
import { sql } from 'kysely'
import type { Query } from '../../database/types.ts'

export type FolderCounts = { total: number; unread: number }

/** Written out, as the index of unread mails has it. */
const isOutsideInbox = sql<boolean>`mail.folder <> 'inbox'`

/** Of folders of one's own, by their ids. */
export async function countOwn(
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FolderCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('mail_folder')
    .select('mail_folder.id')
    .select(eb => {
      const mails = eb
        .selectFrom('mail')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('mail.mailbox_id', '=', 'mail_folder.mailbox_id')
        .whereRef('mail.folder', '=', 'mail_folder.id')
      return [mails.as('total'), mails.where('mail.read', '=', sql.lit(0)).where(isOutsideInbox).as('unread')]
    })
    .where('mail_folder.id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ id, total, unread }) => [id, { total: Number(total ?? 0), unread: Number(unread ?? 0) }]),
  )
}

/** Of the folders that every mailbox has. How much of the inbox is unread stands on the mailbox. */
export async function countRoles(
  query: Query,
  mailbox: { id: string; unread: number },
): Promise<ReadonlyMap<Folder, FolderCounts>> {
  const counts = new Map<Folder, FolderCounts>()
  for (const folder of folders) {
    const mails = query
      .selectFrom('mail')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('mail.mailbox_id', '=', mailbox.id)
      .where('mail.folder', '=', folder)
    const { count: total } = await mails.executeTakeFirstOrThrow()
    const unread =
      folder === 'inbox'
        ? mailbox.unread
        : (await mails.where('mail.read', '=', sql.lit(0)).where(isOutsideInbox).executeTakeFirstOrThrow())
            .count
    counts.set(folder, { total: Number(total), unread: Number(unread) })
  }
  return counts
}
