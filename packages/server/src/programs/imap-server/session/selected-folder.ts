/**
 * The selected folder as its client knows it. The place of a message in the list is its number; nothing enters or leaves
 * the list without the client being told at that moment. Three plain lists, because thousands of sessions stay open.
 */
import type { Ranges } from '../../../mail/imap/number-set.ts'
import type { ImapFolder, ImapMessage } from '../../imap/types.ts'

export type SelectedFolder = {
  readonly folder: ImapFolder
  readonly isReadOnly: boolean
  readonly uids: number[]
  readonly modseqs: number[]
  readonly flags: (readonly string[])[]
  /** The state up to which the list is right. */
  modseq: number
  /** Messages that are gone, and of which the client could not be told yet. */
  readonly gone: Set<number>
  /** The UIDs that the last search found (RFC 5182). */
  saved: Ranges
  /** Equal lists of flags are kept once. */
  readonly known: Map<string, readonly string[]>
}

export function selectedFolder(
  folder: ImapFolder,
  isReadOnly: boolean,
  opened: { messages: readonly ImapMessage[]; modseq: number },
): SelectedFolder {
  const selected: SelectedFolder = {
    folder,
    isReadOnly,
    uids: [],
    modseqs: [],
    flags: [],
    modseq: opened.modseq,
    gone: new Set(),
    saved: [],
    known: new Map(),
  }
  for (const message of opened.messages) append(selected, message)
  return selected
}

/** Keywords are the clients' own, so there is no end of combinations. */
const mostKnown = 256

function kept({ known }: SelectedFolder, flags: readonly string[]): readonly string[] {
  const words = flags.join(' ')
  const found = known.get(words)
  if (found !== undefined) return found
  if (known.size < mostKnown) known.set(words, flags)
  return flags
}

export function append(selected: SelectedFolder, { uid, modseq, flags }: ImapMessage): void {
  selected.uids.push(uid)
  selected.modseqs.push(modseq)
  selected.flags.push(kept(selected, flags))
}

export function update(selected: SelectedFolder, index: number, { modseq, flags }: ImapMessage): void {
  selected.modseqs[index] = modseq
  selected.flags[index] = kept(selected, flags)
}

/** The place of a message, from 0; -1 when the client does not know it. */
export function indexOf({ uids }: SelectedFolder, uid: number): number {
  let low = 0
  let high = uids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = uids[middle] ?? 0
    if (found === uid) return middle
    if (found < uid) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Takes messages out of the list; returns the number that each had when it left, as EXPUNGE tells them. */
export function takeOut(
  selected: SelectedFolder,
  uids: Iterable<number>,
): { numbers: number[]; uids: number[] } {
  const leaving = new Set<number>()
  for (const uid of uids) {
    selected.gone.delete(uid)
    if (indexOf(selected, uid) >= 0) leaving.add(uid)
  }
  const numbers: number[] = []
  const left: number[] = []
  if (leaving.size === 0) return { numbers, uids: left }
  let kept = 0
  for (let at = 0; at < selected.uids.length; at++) {
    const uid = selected.uids[at] ?? 0
    if (leaving.has(uid)) {
      numbers.push(kept + 1)
      left.push(uid)
      continue
    }
    selected.uids[kept] = uid
    selected.modseqs[kept] = selected.modseqs[at] ?? 0
    selected.flags[kept] = selected.flags[at] ?? []
    kept++
  }
  selected.uids.length = kept
  selected.modseqs.length = kept
  selected.flags.length = kept
  return { numbers, uids: left }
}
