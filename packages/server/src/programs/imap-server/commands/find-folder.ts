import { folderPath } from '../../../mail/imap/mailbox-name.ts'
import { writeMailbox } from '../../../mail/imap/write.ts'
import type { ImapAccount, ImapFolder } from '../../imap/types.ts'
import { type ImapSession, isUtf8Session } from '../session/session.ts'

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((level, at) => level === b[at])

export async function findFolder(account: ImapAccount, name: string): Promise<ImapFolder | null> {
  const path = folderPath(name)
  if (path === null) return null
  return (await account.folders()).find(folder => same(folder.path, path)) ?? null
}

/** A name as this client can read it. */
export const writtenName = (s: ImapSession, path: readonly string[]): string =>
  writeMailbox(path, isUtf8Session(s))
