/** FETCH (RFC 9051, section 6.4.5; RFC 3516, 7162, 8474, 8514, 8970): message by message, and piece by piece. */
import type { FetchItem, FetchRequest } from '../../../mail/imap/command/command.ts'
import { hasNumber, rangesOf, resolveSet, writeRanges } from '../../../mail/imap/number-set.ts'
import type { ImapAccount, MessageFacts } from '../../imap/types.ts'
import { messageReader } from '../session/message-reader.ts'
import { indexOf, type SelectedFolder, update } from '../session/selected-folder.ts'
import { bad, type ImapSession, keepUp, no, type Outcome, ok, say } from '../session/session.ts'
import { chosenIndexes, portions, uidsAt } from './chosen.ts'
import { type Fetched, type FetchState, MessageGone, tellItem } from './fetch-items.ts'

const atOnce = 100
const needFacts: ReadonlySet<string> = new Set([
  ...['ENVELOPE', 'INTERNALDATE', 'RFC822.SIZE', 'BODY', 'BODYSTRUCTURE', 'EMAILID', 'THREADID'],
  ...['SAVEDATE', 'PREVIEW', 'SECTION', 'BINARY', 'BINARY.SIZE'],
])

const marks = (item: FetchItem): boolean =>
  (item.item === 'SECTION' || item.item === 'BINARY') && !item.isPeek && !isHeaderOnly(item)

/** RFC822.HEADER is a look at a message (RFC 3501, section 6.4.5). */
const isHeaderOnly = (item: FetchItem): boolean => item.item === 'SECTION' && item.as === 'RFC822.HEADER'

export async function fetch(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  request: FetchRequest,
): Promise<Outcome> {
  const { isUid, set, changedSince, isVanished } = request
  if (isVanished && !(s.enabled.qresync && isUid && changedSince !== null))
    return bad('VANISHED needs UID FETCH, CHANGEDSINCE and QRESYNC')
  if (changedSince !== null || request.items.some(({ item }) => item === 'MODSEQ')) s.enabled.condstore = true
  const chosen = chosenIndexes(selected, set, isUid)
  if (chosen === null) return bad('No such message')
  if (isVanished && changedSince !== null) await tellVanished(s, account, selected, request, changedSince)
  const indexes =
    changedSince === null ? chosen : chosen.filter(index => (selected.modseqs[index] ?? 0) > changedSince)
  const items = itemsOf(request)
  const state: FetchState = { isGone: false, unknownEncoding: false }
  for (const portion of portions(indexes, atOnce)) {
    const isRead = items.some(marks) && !selected.isReadOnly
    const seen = isRead ? await markSeen(account, selected, portion) : new Set<number>()
    const factsOf = await factsFor(account, selected, portion, items)
    for (const index of portion) {
      const told = seen.has(index) && !hasFlags(items) ? [...items, { item: 'FLAGS' } as const] : items
      await tellMessage(s, account, { selected, index, items: told, factsOf, state })
      if (!(await keepUp(s)) || s.over) return ok('Done')
    }
  }
  if (state.unknownEncoding) return no('[UNKNOWN-CTE] A part cannot be decoded')
  return state.isGone ? no('[EXPUNGEISSUED] Some messages are gone') : ok('Done')
}

const hasFlags = (items: readonly FetchItem[]): boolean => items.some(({ item }) => item === 'FLAGS')

function itemsOf({ items, isUid, changedSince }: FetchRequest): readonly FetchItem[] {
  const has = (name: string) => items.some(({ item }) => item === name)
  return [
    ...(isUid && !has('UID') ? [{ item: 'UID' } as const] : []),
    ...items,
    ...(changedSince !== null && !has('MODSEQ') ? [{ item: 'MODSEQ' } as const] : []),
  ]
}

type Telling = {
  selected: SelectedFolder
  index: number
  items: readonly FetchItem[]
  factsOf: ReadonlyMap<number, MessageFacts> | null
  state: FetchState
}

/** Everything that may be missing is read before the line begins. */
async function tellMessage(s: ImapSession, account: ImapAccount, telling: Telling): Promise<void> {
  const { selected, index, items, factsOf, state } = telling
  const uid = selected.uids[index] ?? 0
  const facts = factsOf === null ? null : factsOf.get(uid)
  if (facts === undefined) {
    state.isGone = true
    return
  }
  const reader = facts && messageReader(s, account, selected.folder.id, facts)
  const fetched: Fetched = { selected, index, facts, reader, state, isFirst: true }
  const [before, sent] = [s.held, s.sent]
  s.held += `* ${index + 1} FETCH (`
  try {
    for (const item of items) {
      await tellItem(s, fetched, item)
      if (s.over) return
    }
    say(s, ')')
  } catch (cause) {
    // What has begun to leave cannot be taken back: no answer may hold fewer octets than it announces.
    if (s.sent !== sent) {
      s.over = true
      s.wire.destroy()
    }
    s.held = before
    if (!(cause instanceof MessageGone)) throw cause
    state.isGone = true
  }
}

async function factsFor(
  account: ImapAccount,
  selected: SelectedFolder,
  portion: readonly number[],
  items: readonly FetchItem[],
): Promise<ReadonlyMap<number, MessageFacts> | null> {
  if (!items.some(({ item }) => needFacts.has(item))) return null
  const facts = await account.facts(selected.folder.id, uidsAt(selected, portion))
  return new Map(facts.map(one => [one.uid, one]))
}

async function markSeen(
  account: ImapAccount,
  selected: SelectedFolder,
  portion: readonly number[],
): Promise<Set<number>> {
  const unseen = portion.filter(index => !selected.flags[index]?.includes('\\Seen'))
  const seen = new Set<number>()
  if (unseen.length === 0) return seen
  const change = { how: 'add', flags: ['\\Seen'], unchangedSince: null } as const
  const done = await account.setFlags(selected.folder.id, uidsAt(selected, unseen), change)
  if (!done.ok) return seen
  for (const message of done.value.changed) {
    const index = indexOf(selected, message.uid)
    if (index < 0) continue
    update(selected, index, message)
    seen.add(index)
  }
  return seen
}

async function tellVanished(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { set }: FetchRequest,
  since: number,
): Promise<void> {
  const found = await account.changes(selected.folder.id, since)
  if (!found.ok) return
  const wanted = resolveSet(set, found.value.figures.uidNext - 1, selected.saved)
  const vanished = found.value.vanished.filter(uid => hasNumber(wanted, uid) && indexOf(selected, uid) < 0)
  const uids = [...new Set(vanished)].sort((a, b) => a - b)
  if (uids.length > 0) say(s, `* VANISHED (EARLIER) ${writeRanges(rangesOf(uids))}`)
}
