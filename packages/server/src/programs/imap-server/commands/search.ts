/** SEARCH: what is known is judged first, and only what that leaves open is read. */
import type { ImapCommand } from '../../../mail/imap/command/command.ts'
import { hasNumber, type Ranges, rangesOf } from '../../../mail/imap/number-set.ts'
import {
  asksModseq,
  demandedTexts,
  type Judge,
  judgeOf,
  type SearchScope,
  type SearchView,
} from '../../../mail/imap/search/judge.ts'
import type { SearchKey, SearchReturn } from '../../../mail/imap/search/search-key.ts'
import { searchBody, searchHeader } from '../../../mail/imap/search/search-text.ts'
import { type Found, writeEsearch, writeFound } from '../../../mail/imap/search/write-search.ts'
import type { ImapAccount, MessageFacts } from '../../imap/types.ts'
import { messageReader } from '../session/message-reader.ts'
import { indexOf, type SelectedFolder } from '../session/selected-folder.ts'
import { type ImapSession, keepUp, type Outcome, ok, say } from '../session/session.ts'
import { portions } from './chosen.ts'

const atOnce = 200

export async function search(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { key, returns, isUid }: ImapCommand & { name: 'search' },
  tag: string,
): Promise<Outcome> {
  const indexes = await findMessages(s, account, selected, key)
  tellFound(s, selected, { indexes, key, isUid, returns, tag, name: 'SEARCH' })
  return ok('Done')
}

/** RFC 9051, section 6.4.4: there SEARCH is answered in the new form. */
const inRev2: ReadonlySet<SearchReturn> = new Set(['all'])

type Telling = {
  /** In the order in which they are told. */
  indexes: readonly number[]
  key: SearchKey
  isUid: boolean
  returns: ReadonlySet<SearchReturn> | null
  tag: string
  name: 'SEARCH' | 'SORT'
}

export function tellFound(s: ImapSession, selected: SelectedFolder, telling: Telling): void {
  const { indexes, key, isUid, returns, tag, name } = telling
  if (returns?.has('save')) selected.saved = savedOf(selected, indexes, returns)
  const numbers = indexes.map(index => (isUid ? (selected.uids[index] ?? 0) : index + 1))
  const found: Found = { numbers, modseq: asksModseq(key) ? highest(selected, indexes) : null }
  if (found.modseq !== null) s.enabled.condstore = true
  const asked = returns ?? (name === 'SEARCH' && s.enabled.rev2 ? inRev2 : null)
  const told = asked === null ? writeFound(name, found) : writeEsearch({ tag, isUid, returns: asked }, found)
  if (told !== null) say(s, told)
}

/** RFC 5182, section 2.1: with MIN or MAX alone, only these are saved. */
function savedOf({ uids }: SelectedFolder, indexes: readonly number[], returns: ReadonlySet<string>): Ranges {
  const found = indexes.map(index => uids[index] ?? 0).sort((a, b) => a - b)
  if (returns.has('all') || returns.has('count') || !(returns.has('min') || returns.has('max')))
    return rangesOf(found)
  const ends = [
    ...(returns.has('min') ? found.slice(0, 1) : []),
    ...(returns.has('max') ? found.slice(-1) : []),
  ]
  return rangesOf([...new Set(ends)])
}

function highest({ modseqs }: SelectedFolder, indexes: readonly number[]): number {
  return indexes.reduce((most, index) => Math.max(most, modseqs[index] ?? 0), 0)
}

export async function findMessages(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  key: SearchKey,
): Promise<number[]> {
  const judge = judgeOf(key, scopeOf(s, selected))
  const candidates = await narrowed(account, selected, key)
  const found: number[] = []
  const all = candidates ?? selected.uids.map((_uid, index) => index)
  for (const portion of portions(all, atOnce)) {
    const open: number[] = []
    for (const index of portion) {
      const verdict = judge(viewOf(selected, index))
      if (verdict === true) found.push(index)
      else if (verdict !== false) open.push(index)
    }
    if (open.length > 0) found.push(...(await judgeRead(s, account, selected, judge, open)))
    if (!(await keepUp(s)) || !s.wire.isOpen()) break
  }
  return found.sort((a, b) => a - b)
}

function scopeOf(s: ImapSession, { uids, saved }: SelectedFolder): SearchScope {
  const numbers = rangesOf(uids.flatMap((uid, index) => (hasNumber(saved, uid) ? [index + 1] : [])))
  return {
    messages: uids.length,
    largestUid: uids.at(-1) ?? 0,
    saved: { numbers, uids: saved },
    now: s.handler.now(),
  }
}

const viewOf = (selected: SelectedFolder, index: number): SearchView => ({
  number: index + 1,
  uid: selected.uids[index] ?? 0,
  modseq: selected.modseqs[index] ?? 0,
  flags: selected.flags[index] ?? [],
  facts: null,
  header: null,
  body: null,
})

/** Those of which the index says that they may have the texts; null when it cannot tell. */
async function narrowed(
  account: ImapAccount,
  selected: SelectedFolder,
  key: SearchKey,
): Promise<number[] | null> {
  const told: (readonly number[])[] = []
  for (const text of demandedTexts(key)) {
    const uids = await account.candidates(selected.folder.id, text)
    if (uids !== null) told.push(uids)
  }
  const [first, ...others] = told
  if (first === undefined) return null
  const sets = others.map(uids => new Set(uids))
  const left = first.filter(uid => sets.every(set => set.has(uid)))
  const indexes = [...new Set(left)].map(uid => indexOf(selected, uid)).filter(index => index >= 0)
  return indexes.sort((a, b) => a - b)
}

async function judgeRead(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  judge: Judge,
  indexes: readonly number[],
): Promise<number[]> {
  const uids = indexes.map(index => selected.uids[index] ?? 0)
  const facts = new Map((await account.facts(selected.folder.id, uids)).map(one => [one.uid, one]))
  const found: number[] = []
  for (const index of indexes) {
    const known = facts.get(selected.uids[index] ?? 0)
    if (known !== undefined && (await isFound(s, account, selected, judge, index, known))) found.push(index)
    if (!(await keepUp(s))) break
  }
  return found
}

async function isFound(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  judge: Judge,
  index: number,
  facts: MessageFacts,
): Promise<boolean> {
  const reader = messageReader(s, account, selected.folder.id, facts)
  let view: SearchView = { ...viewOf(selected, index), facts }
  for (;;) {
    const verdict = judge(view)
    if (typeof verdict === 'boolean') return verdict
    if (verdict === 'facts') return false
    const octets = verdict === 'header' ? await reader.header() : await reader.whole()
    if (octets === null) return false
    view =
      verdict === 'header' ? { ...view, header: searchHeader(octets) } : { ...view, body: searchBody(octets) }
  }
}
