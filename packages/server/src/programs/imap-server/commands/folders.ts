/** Folders: CREATE, DELETE, RENAME, SUBSCRIBE, STATUS, NAMESPACE and QUOTA. */
import type { ImapCommand, StatusItem } from '../../../mail/imap/command/command.ts'
import { folderPath, SEPARATOR } from '../../../mail/imap/mailbox-name.ts'
import type { Answer, FolderFigures, ImapAccount, ImapFolder } from '../../imap/types.ts'
import { type ImapSession, no, type Outcome, ok, refused, say } from '../session/session.ts'
import { findFolder, writtenName } from './find-folder.ts'

const octetsOfKilobyte = 1024

export async function create(
  account: ImapAccount,
  { mailbox, uses }: ImapCommand & { name: 'create' },
): Promise<Outcome> {
  // Special folders are there from the beginning.
  if (uses.length > 0) return no('[USEATTR] Every special use has its mailbox')
  const path = folderPath(mailbox)
  if (path === null) return refused('badName')
  const made = await account.createFolder(path)
  return made.ok ? ok(`[MAILBOXID (${made.value.id})] Created`) : refused(made.reason)
}

export async function remove(s: ImapSession, account: ImapAccount, mailbox: string): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return refused('noFolder')
  const done = await account.removeFolder(folder.id)
  if (!done.ok) return refused(done.reason)
  if (s.selected?.folder.id === folder.id) {
    s.selected = null
    say(s, '* OK [CLOSED] The mailbox is deleted')
  }
  return ok('Deleted')
}

export async function rename(
  account: ImapAccount,
  { mailbox, to }: ImapCommand & { name: 'rename' },
): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return refused('noFolder')
  const path = folderPath(to.endsWith(SEPARATOR) ? to.slice(0, -1) : to)
  if (path === null) return refused('badName')
  const done = await account.renameFolder(folder.id, path)
  return done.ok ? ok('Renamed') : refused(done.reason)
}

export async function subscribe(
  account: ImapAccount,
  mailbox: string,
  isSubscribed: boolean,
): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return isSubscribed ? refused('noFolder') : ok('Not subscribed')
  const done = await account.subscribe(folder.id, isSubscribed)
  return done.ok ? ok('Done') : refused(done.reason)
}

export async function status(
  s: ImapSession,
  account: ImapAccount,
  { mailbox, items }: ImapCommand & { name: 'status' },
): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return refused('noFolder')
  const told = await tellStatus(s, account, folder, items)
  return told.ok ? ok('Done') : refused(told.reason)
}

export async function tellStatus(
  s: ImapSession,
  account: ImapAccount,
  folder: ImapFolder,
  items: readonly StatusItem[],
): Promise<Answer<null>> {
  if (items.includes('HIGHESTMODSEQ')) s.enabled.condstore = true
  const found = await account.figures(folder.id)
  if (!found.ok) return found
  const values = [...statusValues(s, folder, found.value, items)]
  if (items.includes('SIZE')) {
    const octets = await account.octets(folder.id)
    if (!octets.ok) return octets
    values.push(`SIZE ${octets.value}`)
  }
  if (items.includes('DELETED-STORAGE'))
    values.push(`DELETED-STORAGE ${await deletedOctets(account, folder, found.value)}`)
  say(s, `* STATUS ${writtenName(s, folder.path)} (${values.join(' ')})`)
  return { ok: true, value: null }
}

function* statusValues(
  s: ImapSession,
  folder: ImapFolder,
  figures: FolderFigures,
  items: readonly StatusItem[],
): Generator<string> {
  const values = {
    MESSAGES: figures.messages,
    RECENT: 0,
    UIDNEXT: figures.uidNext,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: figures.unseen,
    DELETED: figures.deleted,
    HIGHESTMODSEQ: figures.highestModseq,
    APPENDLIMIT: s.limits.appendBytes,
    MAILBOXID: `(${folder.id})`,
  }
  for (const item of items) if (item !== 'DELETED-STORAGE' && item !== 'SIZE') yield `${item} ${values[item]}`
}

async function deletedOctets(
  account: ImapAccount,
  folder: ImapFolder,
  { deleted }: FolderFigures,
): Promise<number> {
  const opened = deleted === 0 ? null : await account.open(folder.id)
  if (opened === null || !opened.ok) return 0
  const marked = opened.value.messages.filter(({ flags }) => flags.includes('\\Deleted'))
  const facts = await account.facts(
    folder.id,
    marked.map(({ uid }) => uid),
  )
  return facts.reduce((sum, { octets }) => sum + octets, 0)
}

export function namespace(s: ImapSession): Outcome {
  say(s, `* NAMESPACE (("" "${SEPARATOR}")) NIL NIL`)
  return ok('Done')
}

/** One limit is for all folders; it has no name. */
export async function quota(s: ImapSession, account: ImapAccount, root: string): Promise<Outcome> {
  if (root !== '') return no('[NONEXISTENT] No such quota root')
  await tellQuota(s, account)
  return ok('Done')
}

export async function quotaRoot(s: ImapSession, account: ImapAccount, mailbox: string): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return refused('noFolder')
  say(s, `* QUOTAROOT ${writtenName(s, folder.path)} ""`)
  await tellQuota(s, account)
  return ok('Done')
}

async function tellQuota(s: ImapSession, account: ImapAccount): Promise<void> {
  const { usedOctets, limitOctets } = await account.quota()
  const used = Math.ceil(usedOctets / octetsOfKilobyte)
  const storage = limitOctets === null ? '' : `STORAGE ${used} ${Math.floor(limitOctets / octetsOfKilobyte)}`
  say(s, `* QUOTA "" (${storage})`)
}
