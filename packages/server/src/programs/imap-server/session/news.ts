/** Tells a client what others did in the folder that it has selected (RFC 9051, sections 5.2 and 7). */
import { rangesOf, writeRanges } from '../../../mail/imap/number-set.ts'
import type { FolderChanges, ImapMessage } from '../../imap/types.ts'
import { append, indexOf, type SelectedFolder, takeOut, update } from './selected-folder.ts'
import { type ImapSession, keepUp, say } from './session.ts'

export type Extent =
  /** Nothing may leave the list: the client's commands count by numbers (RFC 9051, section 7.5.1). */
  'withoutExpunge' | 'all'

/**
 * Looks for changes and tells them. New messages come before those that leave: a client that hears of fewer messages and
 * then of more takes the new ones for those it knew.
 */
export async function tellNews(s: ImapSession, selected: SelectedFolder, extent: Extent): Promise<boolean> {
  if (s.account === null) return true
  s.isStirred = false
  const found = await s.account.changes(selected.folder.id, selected.modseq)
  if (!found.ok) {
    // The folder is gone; its messages leave with it.
    if (extent === 'all') tellExpunged(s, selected, [...selected.uids])
    return found.reason === 'noFolder'
  }
  await tellChanges(s, selected, found.value)
  if (extent === 'all' && selected.gone.size > 0) tellExpunged(s, selected, selected.gone)
  return true
}

async function tellChanges(
  s: ImapSession,
  selected: SelectedFolder,
  { changed, vanished, figures }: FolderChanges,
): Promise<void> {
  const before = selected.uids.length
  const last = selected.uids.at(-1) ?? 0
  for (const message of changed) {
    const index = indexOf(selected, message.uid)
    if (index >= 0) {
      if (take(selected, index, message)) await tellFlags(s, selected, index)
    } else if (message.uid > last && selected.uids.length < s.limits.messages) append(selected, message)
  }
  for (const uid of vanished) if (indexOf(selected, uid) >= 0) selected.gone.add(uid)
  if (selected.uids.length > before) say(s, `* ${selected.uids.length} EXISTS`)
  selected.modseq = Math.max(selected.modseq, figures.highestModseq)
}

/** True when the client does not know it yet. */
function take(selected: SelectedFolder, index: number, message: ImapMessage): boolean {
  const isNew = selected.modseqs[index] !== message.modseq && (selected.modseqs[index] ?? 0) < message.modseq
  if (isNew) update(selected, index, message)
  return isNew
}

export async function tellFlags(s: ImapSession, selected: SelectedFolder, index: number): Promise<void> {
  say(s, `* ${index + 1} FETCH (${flagItems(s, selected, index)})`)
  await keepUp(s)
}

export function flagItems(s: ImapSession, selected: SelectedFolder, index: number): string {
  const modseq = s.enabled.condstore ? ` MODSEQ (${selected.modseqs[index]})` : ''
  return `UID ${selected.uids[index]} FLAGS (${(selected.flags[index] ?? []).join(' ')})${modseq}`
}

/** Takes messages out of the client's list, in the form that it understands. */
export function tellExpunged(s: ImapSession, selected: SelectedFolder, uids: Iterable<number>): void {
  const left = takeOut(selected, uids)
  if (left.uids.length === 0) return
  if (s.enabled.qresync) say(s, `* VANISHED ${writeRanges(rangesOf(left.uids))}`)
  else for (const number of left.numbers) say(s, `* ${number} EXPUNGE`)
}
