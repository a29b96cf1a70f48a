/** SORT and THREAD (RFC 5256): the messages that a search finds, in an order made from their headers. */
import type { ImapCommand } from '../../../mail/imap/command/command.ts'
import { writeThread } from '../../../mail/imap/write-thread.ts'
import { type LetterFacts, letterFacts } from '../../../mail/thread/letter-facts.ts'
import { type OrderField, type OrderKey, orderLetters } from '../../../mail/thread/order-letters.ts'
import { threadByReferences, threadBySubject } from '../../../mail/thread/thread-letters.ts'
import type { ImapAccount } from '../../imap/types.ts'
import { messageReader } from '../session/message-reader.ts'
import type { SelectedFolder } from '../session/selected-folder.ts'
import { type ImapSession, keepUp, type Outcome, ok, say } from '../session/session.ts'
import { portions, uidsAt } from './chosen.ts'
import { findMessages, tellFound } from './search.ts'

const atOnce = 200
const ofFacts: ReadonlySet<OrderField> = new Set(['arrival', 'size'])
const nothing: LetterFacts = {
  ...{ sentAt: null, subject: '', from: '', to: '', cc: '', messageId: null, references: [] },
}

/** Numbers of letters are places in the folder, from 0. */
type Letter = LetterFacts & {
  readonly number: number
  readonly internalDate: number
  readonly octets: number
}

export async function sort(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { keys, key, returns, isUid }: ImapCommand & { name: 'sort' },
  tag: string,
): Promise<Outcome> {
  const found = await findMessages(s, account, selected, key)
  const letters = await lettersAt(s, account, selected, found, needsHeader(keys))
  const indexes = orderLetters(letters, keys).map(({ number }) => number)
  tellFound(s, selected, { indexes, key, isUid, returns, tag, name: 'SORT' })
  return ok('Done')
}

const needsHeader = (keys: readonly OrderKey[]): boolean => keys.some(({ field }) => !ofFacts.has(field))

export async function thread(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  { algorithm, key, isUid }: ImapCommand & { name: 'thread' },
): Promise<Outcome> {
  const found = await findMessages(s, account, selected, key)
  const letters = await lettersAt(s, account, selected, found, true)
  const roots = algorithm === 'references' ? threadByReferences(letters) : threadBySubject(letters)
  say(
    s,
    writeThread(roots, index => (isUid ? (selected.uids[index] ?? 0) : index + 1)),
  )
  return ok('Done')
}

async function lettersAt(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  indexes: readonly number[],
  withHeader: boolean,
): Promise<Letter[]> {
  const letters: Letter[] = []
  for (const portion of portions(indexes, atOnce)) {
    const facts = await account.facts(selected.folder.id, uidsAt(selected, portion))
    const byUid = new Map(facts.map(one => [one.uid, one]))
    for (const index of portion) {
      const known = byUid.get(selected.uids[index] ?? 0)
      if (known === undefined) continue
      const reader = messageReader(s, account, selected.folder.id, known)
      const header = withHeader ? await reader.header() : null
      const { internalDate, octets } = known
      letters.push({
        ...(header === null ? nothing : letterFacts(header)),
        number: index,
        internalDate,
        octets,
      })
      if (!(await keepUp(s))) return letters
    }
  }
  return letters
}
