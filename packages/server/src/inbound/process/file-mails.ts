/**
 * Files arriving mails into folders of their holders' own, as rules say. A folder that is missing is made: one rule may be
 * about many mailboxes. Where it cannot be made, because the mailbox has too many, the mail stays in the archive.
 */
import type { Tx } from '../../database/types.ts'
import { folderAt } from '../../mailbox/folder/own-folders.ts'
import type { Placed } from './place-mails.ts'

/** The folder of each filed mail by its id. The transaction holds the mailboxes. */
export async function fileMails(
  tx: Tx,
  mails: readonly Pick<Placed, 'row' | 'mailbox' | 'outcome'>[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const filed = new Map<string, string>()
  const known = new Map<string, string | null>()
  for (const { row, mailbox, outcome } of mails) {
    if (outcome.path === null) continue
    const key = `${mailbox.id} ${outcome.path.join('/')}`
    let folder = known.get(key)
    if (folder === undefined) {
      const at = await folderAt(tx, mailbox.id, outcome.path, now)
      folder = at.ok ? at.folder.id : null
      known.set(key, folder)
    }
    if (folder !== null) filed.set(row.id, folder)
  }
  return filed
}
