/** Where mails can be moved, as far as it fits what is typed. */
import type { Folder, FolderRow, MailRow } from '@yanshu/contract'
import { folders as roles } from '@yanshu/contract/folders'
import { folderNames, type Place } from '../actions.ts'
import { flatTree, type TreeFolder, treeOf } from './tree.ts'

export type PlaceChoice =
  | { kind: 'role'; id: Folder; says: string; place: Place }
  | { kind: 'own'; id: string; says: string; within: string; place: Place; color: TreeFolder['color'] }

/** Returns the one mailbox of these mails; null when they are of several. */
export function mailboxOf(mails: readonly Pick<MailRow, 'mailboxId'>[]): string | null {
  const [first] = mails
  return first && mails.every(mail => mail.mailboxId === first.mailboxId) ? first.mailboxId : null
}

export function placeChoices(
  list: readonly FolderRow[],
  mails: readonly Pick<MailRow, 'folder'>[],
  typed: string,
): PlaceChoice[] {
  const own = flatTree(treeOf(list)).map(({ row, color }): PlaceChoice => {
    const { id, name, path } = row
    return { kind: 'own', id, says: name, within: path.slice(0, -1).join(' / '), place: { id, name }, color }
  })
  const others = roles.map((role): PlaceChoice => {
    return { kind: 'role', id: role, says: folderNames[role], place: role }
  })
  const words = typed.trim().toLowerCase()
  const fits = (choice: PlaceChoice) => {
    const text = choice.kind === 'own' ? `${choice.within} / ${choice.says}` : choice.says
    return text.toLowerCase().includes(words)
  }
  return [...own, ...others].filter(choice => fits(choice) && mails.some(mail => mail.folder !== choice.id))
}
