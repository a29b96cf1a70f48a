/** SELECT and EXAMINE, with what a client needs to catch up (RFC 7162), and the ends of that state. */
import type { ImapCommand, Qresync } from '../../../mail/imap/command/command.ts'
import { systemFlags } from '../../../mail/imap/flags.ts'
import { hasNumber, rangesOf, resolveSet, writeRanges } from '../../../mail/imap/number-set.ts'
import type { FolderMarks, ImapAccount } from '../../imap/types.ts'
import { tellFlags } from '../session/news.ts'
import { indexOf, type SelectedFolder, selectedFolder } from '../session/selected-folder.ts'
import { bad, type ImapSession, keepUp, no, type Outcome, ok, refused, say } from '../session/session.ts'
import { findFolder, writtenName } from './find-folder.ts'

export async function select(
  s: ImapSession,
  account: ImapAccount,
  command: ImapCommand & { name: 'select' | 'examine' },
): Promise<Outcome> {
  if (command.qresync !== null && !s.enabled.qresync) return bad('Enable QRESYNC first')
  if (s.selected !== null) {
    s.selected = null
    if (s.enabled.qresync || s.enabled.rev2) say(s, '* OK [CLOSED] The mailbox before is closed')
  }
  if (command.isCondstore || command.qresync !== null) s.enabled.condstore = true
  const folder = await findFolder(account, command.mailbox)
  if (folder === null) return refused('noFolder')
  const opened = await account.open(folder.id)
  if (!opened.ok) return refused(opened.reason)
  const { figures, messages } = opened.value
  if (messages.length > s.limits.messages) return no('[LIMIT] The mailbox has too many messages')
  s.isStirred = false
  const isReadOnly = command.name === 'examine'
  const selected = selectedFolder(folder, isReadOnly, { messages, modseq: figures.highestModseq })
  tellFolder(s, selected, figures)
  if (command.qresync !== null) await catchUp(s, account, selected, command.qresync)
  s.selected = selected
  return ok(`[${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] Selected`)
}

function tellFolder(s: ImapSession, selected: SelectedFolder, figures: FolderMarks): void {
  const { folder, isReadOnly, uids, flags } = selected
  const used = new Set<string>(systemFlags)
  for (const list of selected.known.values()) for (const flag of list) used.add(flag)
  say(s, `* FLAGS (${[...used].join(' ')})`)
  say(s, `* OK [PERMANENTFLAGS (${isReadOnly ? '' : `${[...used].join(' ')} \\*`})] Flags that are kept`)
  say(s, `* ${uids.length} EXISTS`)
  if (!s.enabled.rev2) {
    say(s, '* 0 RECENT')
    const unseen = flags.findIndex(list => !list.includes('\\Seen'))
    if (unseen >= 0) say(s, `* OK [UNSEEN ${unseen + 1}] First unseen`)
  } else say(s, `* LIST () "/" ${writtenName(s, folder.path)}`)
  say(s, `* OK [UIDVALIDITY ${folder.uidValidity}] UIDs are valid`)
  say(s, `* OK [UIDNEXT ${figures.uidNext}] The next UID`)
  say(s, `* OK [HIGHESTMODSEQ ${figures.highestModseq}] Highest`)
  say(s, `* OK [MAILBOXID (${folder.id})] Its id`)
}

/** Tells what happened since a state that the client remembers, when it remembers this very folder. */
async function catchUp(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { uidValidity, modseq, knownUids }: Qresync,
): Promise<void> {
  if (uidValidity !== selected.folder.uidValidity || modseq > selected.modseq) return
  const found = await account.changes(selected.folder.id, modseq)
  if (!found.ok) return
  const known = knownUids && resolveSet(knownUids, found.value.figures.uidNext - 1, [])
  const isKnown = (uid: number) => known === null || hasNumber(known, uid)
  const vanished = found.value.vanished.filter(uid => isKnown(uid) && indexOf(selected, uid) < 0)
  if (vanished.length > 0)
    say(s, `* VANISHED (EARLIER) ${writeRanges(rangesOf([...new Set(vanished)].sort((a, b) => a - b)))}`)
  for (const { uid } of found.value.changed) {
    const index = isKnown(uid) ? indexOf(selected, uid) : -1
    if (index >= 0) await tellFlags(s, selected, index)
    if (!(await keepUp(s))) return
  }
}

/** CLOSE removes what is marked as deleted and tells nobody here (RFC 9051, section 6.4.1). */
export async function close(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
): Promise<Outcome> {
  s.selected = null
  if (selected.isReadOnly) return ok('Closed')
  const done = await account.expunge(selected.folder.id, null)
  return done.ok ? ok('Closed') : refused(done.reason)
}

export function unselect(s: ImapSession): Outcome {
  s.selected = null
  return ok('Unselected')
}
