/** What changes messages: STORE, EXPUNGE, COPY, MOVE and APPEND. */
import type { ImapCommand, StoreRequest } from '../../../mail/imap/command/command.ts'
import { type NumberSet, rangesOf, writeRanges } from '../../../mail/imap/number-set.ts'
import type { ImapAccount } from '../../imap/types.ts'
import { flagItems, tellExpunged } from '../session/news.ts'
import { indexOf, type SelectedFolder, update } from '../session/selected-folder.ts'
import { bad, type ImapSession, keepUp, no, type Outcome, ok, refused, say } from '../session/session.ts'
import { chosenIndexes, portions, uidsAt } from './chosen.ts'
import { findFolder } from './find-folder.ts'

const readOnly = no('[READ-ONLY] The mailbox was opened to look at it')
const noSuchMessage = bad('No such message')
const noTarget = no('[TRYCREATE] No such mailbox')
const atOnce = 500

export async function store(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  request: StoreRequest,
): Promise<Outcome> {
  if (selected.isReadOnly) return readOnly
  const { isUid, set, how, isSilent, flags, unchangedSince } = request
  if (unchangedSince !== null) s.enabled.condstore = true
  const indexes = chosenIndexes(selected, set, isUid)
  if (indexes === null) return noSuchMessage
  const left = new Set<number>()
  for (const portion of portions(indexes, atOnce)) {
    const change = { how, flags, unchangedSince }
    const done = await account.setFlags(selected.folder.id, uidsAt(selected, portion), change)
    if (!done.ok) return refused(done.reason)
    for (const uid of done.value.modified) left.add(uid)
    const changed = new Set<number>()
    for (const message of done.value.changed) {
      const index = indexOf(selected, message.uid)
      if (index < 0) continue
      changed.add(index)
      update(selected, index, message)
    }
    await tellStored(s, selected, { portion, changed, left, isSilent })
    if (!(await keepUp(s))) break
  }
  if (left.size === 0) return ok('Stored')
  const uids = [...left].sort((a, b) => a - b)
  const numbers = isUid ? uids : uids.map(uid => indexOf(selected, uid) + 1)
  return ok(`[MODIFIED ${writeRanges(rangesOf(numbers))}] Some had changed`)
}

/** Who asked for silence is told the mod-sequences alone, if it works with them. */
async function tellStored(
  s: ImapSession,
  selected: SelectedFolder,
  stored: { portion: readonly number[]; changed: Set<number>; left: Set<number>; isSilent: boolean },
): Promise<void> {
  for (const index of stored.portion) {
    const uid = selected.uids[index] ?? 0
    if (stored.left.has(uid) || selected.gone.has(uid)) continue
    if (!stored.isSilent) say(s, `* ${index + 1} FETCH (${flagItems(s, selected, index)})`)
    else if (s.enabled.condstore && stored.changed.has(index))
      say(s, `* ${index + 1} FETCH (UID ${uid} MODSEQ (${selected.modseqs[index]}))`)
    await keepUp(s)
  }
}

export async function expunge(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  set: NumberSet | null,
): Promise<Outcome> {
  if (selected.isReadOnly) return readOnly
  const indexes = set === null ? null : (chosenIndexes(selected, set, true) ?? [])
  const done = await account.expunge(selected.folder.id, indexes && uidsAt(selected, indexes))
  if (!done.ok) return refused(done.reason)
  tellExpunged(s, selected, done.value)
  if (!s.enabled.condstore || done.value.length === 0) return ok('Expunged')
  const figures = await account.figures(selected.folder.id)
  return ok(figures.ok ? `[HIGHESTMODSEQ ${figures.value.highestModseq}] Expunged` : 'Expunged')
}

export async function transfer(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { name, isUid, set, mailbox }: ImapCommand & { name: 'copy' | 'move' },
): Promise<Outcome> {
  if (name === 'move' && selected.isReadOnly) return readOnly
  const indexes = chosenIndexes(selected, set, isUid)
  if (indexes === null) return noSuchMessage
  const folder = await findFolder(account, mailbox)
  if (folder === null) return noTarget
  if (indexes.length === 0) return ok('Nothing to do')
  const uids = uidsAt(selected, indexes)
  const done = await account[name](selected.folder.id, uids, folder.id)
  if (!done.ok) return refused(done.reason)
  if (done.value.length === 0) return no('[EXPUNGEISSUED] The messages are gone')
  const told = `[COPYUID ${folder.uidValidity} ${pairsWritten(done.value)}]`
  if (name === 'copy') return ok(`${told} Copied`)
  say(s, `* OK ${told} Moved`)
  tellExpunged(
    s,
    selected,
    done.value.map(([from]) => from),
  )
  return ok('Moved')
}

/** Both lists in the same order (RFC 4315, section 3). */
function pairsWritten(pairs: readonly (readonly [number, number])[]): string {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0])
  const written = (at: 0 | 1) => writeInOrder(sorted.map(pair => pair[at]))
  return `${written(0)} ${written(1)}`
}

/** Numbers that follow each other are written as a range; the order stays. */
function writeInOrder(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last !== undefined && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}:${last}`)).join(',')
}

export async function appendMessages(
  account: ImapAccount,
  { mailbox, messages }: ImapCommand & { name: 'append' },
): Promise<Outcome> {
  const folder = await findFolder(account, mailbox)
  if (folder === null) return noTarget
  const done = await account.append(folder.id, messages)
  if (!done.ok) return refused(done.reason)
  return ok(`[APPENDUID ${folder.uidValidity} ${writeInOrder(done.value)}] Appended`)
}
