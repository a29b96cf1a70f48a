/** Which names folders may have. Mail programs write a path with `/`, and know some folders by English names. */

import { maxFolderDepth, maxFolderName } from '@yanshu/contract/folders'

/** As programs name the folders that every mailbox has; no folder of one's own is called so at the top. */
export const roleNames = {
  inbox: 'INBOX',
  archive: 'Archive',
  spam: 'Junk',
  trash: 'Trash',
  sent: 'Sent',
  drafts: 'Drafts',
} as const

const taken = new Set(Object.values(roleNames).map(name => name.toLowerCase()))

/** Control characters, line and paragraph ends, marks of direction and what is not seen at all. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** Joins what is seen as one symbol: a family, a flag. */
const joiner = /\u200d/g

export const cleanFolderName = (name: string): string => name.normalize('NFC').trim()

/** True for a name of which a person and a program see the same. */
export const isFolderName = (name: string): boolean =>
  name !== '' && !name.includes('/') && !unseen.test(name.replace(joiner, ''))

/** The names in a path as it is written in a rule; null where one of them could not be a folder's. */
export function folderPath(text: string): string[] | null {
  const path = text.split('/').map(cleanFolderName)
  const [top = ''] = path
  const isFine = path.every(name => isFolderName(name) && name.length <= maxFolderName)
  return isFine && path.length <= maxFolderDepth && !isReservedName(top) ? path : null
}

export const isReservedName = (name: string): boolean => taken.has(name.toLowerCase())
