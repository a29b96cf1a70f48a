import { decodeText } from '../../text/charset.ts'
import { canonicalCharset } from '../../text/charset-names.ts'
import { parseDay } from '../date-time.ts'
import { flagOf } from '../flags.ts'
import { utf8Of } from '../mailbox-name.ts'
import type {
  DayOf,
  SearchKey,
  SearchRequest,
  SearchReturn,
  SortField,
  SortKey,
  ThreadAlgorithm,
} from '../search/search-key.ts'
import type { ImapCommand } from './command.ts'
import { CommandFault, type Cursor } from './cursor.ts'

/** Reads SEARCH, SORT and THREAD (RFC 9051, section 6.4.4; RFC 4731, RFC 5182, RFC 5256). */

/** How deep keys may stand in each other, and how many there may be. */
const [MAX_DEPTH, MAX_KEYS] = [1_200, 5_000]

type Reading = { cursor: Cursor; charset: string; keys: number }

export function parseSearch(cursor: Cursor, isUid: boolean): ImapCommand {
  cursor.space()
  let returns: SearchRequest['returns'] = null
  if (cursor.takes('RETURN ')) {
    returns = readReturns(cursor)
    cursor.space()
  }
  const hasCharset = cursor.takes('CHARSET ')
  const charset = hasCharset ? readCharset(cursor) : 'utf-8'
  if (hasCharset) cursor.space()
  return { name: 'search', isUid, returns, key: readKeys(cursor, charset) }
}

const sortFields: Readonly<Record<string, SortField>> = {
  ARRIVAL: 'arrival',
  CC: 'cc',
  DATE: 'date',
  FROM: 'from',
  SIZE: 'size',
  SUBJECT: 'subject',
  TO: 'to',
}

export function parseSort(cursor: Cursor, isUid: boolean): ImapCommand {
  cursor.space()
  let returns: SearchRequest['returns'] = null
  if (cursor.takes('RETURN ')) {
    returns = readReturns(cursor)
    cursor.space()
  }
  const keys = cursor.list((): SortKey => {
    const isReverse = cursor.takes('REVERSE ')
    const word = cursor.word('a key')
    const field = Object.hasOwn(sortFields, word) ? sortFields[word] : undefined
    return { field: field ?? cursor.fail('a key of SORT'), isReverse }
  })
  if (keys.length === 0 || keys.length > 20) cursor.fail('one to twenty keys of SORT')
  cursor.space()
  const charset = readCharset(cursor)
  cursor.space()
  return { name: 'sort', isUid, keys, returns, key: readKeys(cursor, charset) }
}

const algorithms: Readonly<Record<string, ThreadAlgorithm>> = {
  REFERENCES: 'references',
  ORDEREDSUBJECT: 'orderedSubject',
}

export function parseThread(cursor: Cursor, isUid: boolean): ImapCommand {
  cursor.space()
  const word = cursor.word('an algorithm')
  const algorithm = Object.hasOwn(algorithms, word) ? algorithms[word] : undefined
  if (algorithm === undefined) return cursor.fail('an algorithm of THREAD')
  cursor.space()
  const charset = readCharset(cursor)
  cursor.space()
  return { name: 'thread', isUid, algorithm, returns: null, key: readKeys(cursor, charset) }
}

const returnables: Readonly<Record<string, SearchReturn>> = {
  MIN: 'min',
  MAX: 'max',
  ALL: 'all',
  COUNT: 'count',
  SAVE: 'save',
}

/** RFC 4731, section 3.1: an empty list asks for all. */
function readReturns(cursor: Cursor): ReadonlySet<SearchReturn> {
  const returns = cursor.list((): SearchReturn => {
    const word = cursor.word('an option')
    return (
      (Object.hasOwn(returnables, word) ? returnables[word] : undefined) ?? cursor.fail('an option of SEARCH')
    )
  })
  return new Set(returns.length === 0 ? ['all'] : returns)
}

function readCharset(cursor: Cursor): string {
  const charset = canonicalCharset(cursor.astring())
  if (charset === null) throw new CommandFault('unknown charset', 'BADCHARSET')
  return charset
}

function readKeys(cursor: Cursor, charset: string): SearchKey {
  const reading = { cursor, charset, keys: 0 }
  const keys = [readKey(reading, 0)]
  while (cursor.takes(' ')) keys.push(readKey(reading, 0))
  return allOf(keys)
}

function allOf(keys: readonly SearchKey[]): SearchKey {
  const [first] = keys
  return keys.length === 1 && first !== undefined ? first : { key: 'and', keys }
}

function readKey(reading: Reading, depth: number): SearchKey {
  const { cursor } = reading
  if (depth > MAX_DEPTH || ++reading.keys > MAX_KEYS) throw new CommandFault('too complex')
  if (cursor.sees('(')) {
    const keys = cursor.list(() => readKey(reading, depth + 1))
    return keys.length === 0 ? cursor.fail('a key') : allOf(keys)
  }
  if (/^[\d*$]$/.test(cursor.peek())) return { key: 'numbers', set: cursor.numberSet(), isUid: false }
  const word = cursor.word('a key')
  if (word === 'NOT') {
    cursor.space()
    return { key: 'not', inner: readKey(reading, depth + 1) }
  }
  if (word === 'OR') {
    cursor.space()
    const left = readKey(reading, depth + 1)
    cursor.space()
    return { key: 'or', keys: [left, readKey(reading, depth + 1)] }
  }
  return plainKey(word) ?? keyWith(reading, word)
}

const flag = (name: string): SearchKey => ({ key: 'flag', flag: name })
const not = (inner: SearchKey): SearchKey => ({ key: 'not', inner })
const all: SearchKey = { key: 'all' }

/** No message is `\Recent` (RFC 9051 has no such flag), so that every one is OLD. */
const plainKeys: Readonly<Record<string, SearchKey>> = {
  ALL: all,
  ANSWERED: flag('\\Answered'),
  DELETED: flag('\\Deleted'),
  DRAFT: flag('\\Draft'),
  FLAGGED: flag('\\Flagged'),
  SEEN: flag('\\Seen'),
  UNANSWERED: not(flag('\\Answered')),
  UNDELETED: not(flag('\\Deleted')),
  UNDRAFT: not(flag('\\Draft')),
  UNFLAGGED: not(flag('\\Flagged')),
  UNSEEN: not(flag('\\Seen')),
  NEW: not(all),
  RECENT: not(all),
  OLD: all,
  // RFC 8514, section 4.4: every folder here knows when a message came into it.
  SAVEDATESUPPORTED: all,
}

const plainKey = (word: string): SearchKey | undefined =>
  Object.hasOwn(plainKeys, word) ? plainKeys[word] : undefined

const days: Readonly<Record<string, [DayOf, 'before' | 'on' | 'since']>> = {
  BEFORE: ['internalDate', 'before'],
  ON: ['internalDate', 'on'],
  SINCE: ['internalDate', 'since'],
  SENTBEFORE: ['sent', 'before'],
  SENTON: ['sent', 'on'],
  SENTSINCE: ['sent', 'since'],
  SAVEDBEFORE: ['saved', 'before'],
  SAVEDON: ['saved', 'on'],
  SAVEDSINCE: ['saved', 'since'],
}

function keyWith(reading: Reading, word: string): SearchKey {
  const { cursor } = reading
  cursor.space()
  const day = Object.hasOwn(days, word) ? days[word] : undefined
  if (day !== undefined)
    return { key: 'day', of: day[0], when: day[1], day: parseDay(cursor.astring()) ?? cursor.fail('a date') }
  switch (word) {
    case 'BCC':
    case 'CC':
    case 'FROM':
    case 'SUBJECT':
    case 'TO':
      return { key: 'header', name: word.toLowerCase(), text: readText(reading) }
    case 'HEADER': {
      const name = cursor.astring().toLowerCase()
      cursor.space()
      return { key: 'header', name, text: readText(reading) }
    }
    case 'BODY':
      return { key: 'body', text: readText(reading) }
    case 'TEXT':
      return { key: 'text', text: readText(reading) }
    case 'KEYWORD':
      return flag(readKeyword(cursor))
    case 'UNKEYWORD':
      return not(flag(readKeyword(cursor)))
    case 'LARGER':
      return { key: 'larger', octets: cursor.number() }
    case 'SMALLER':
      return { key: 'smaller', octets: cursor.number() }
    case 'OLDER':
      return { key: 'older', seconds: seconds(cursor) }
    case 'YOUNGER':
      return { key: 'younger', seconds: seconds(cursor) }
    case 'UID':
      return { key: 'numbers', set: cursor.numberSet(), isUid: true }
    case 'MODSEQ':
      return readModseq(cursor)
    case 'EMAILID':
      return { key: 'emailId', id: cursor.match(/[A-Za-z0-9_-]{1,255}/y, 'an id') }
    case 'THREADID':
      return { key: 'threadId', id: cursor.match(/[A-Za-z0-9_-]{1,255}/y, 'an id') }
    default:
      return cursor.fail('a key of SEARCH')
  }
}

function readText({ cursor, charset }: Reading): string {
  const octets = cursor.astring()
  const bytes = Buffer.from(octets, 'latin1')
  return charset === 'utf-8' || charset === 'us-ascii'
    ? (utf8Of(octets) ?? cursor.fail('UTF-8'))
    : decodeText(bytes, charset).text
}

const readKeyword = (cursor: Cursor): string => flagOf(cursor.word('a keyword')) ?? cursor.fail('a keyword')

function seconds(cursor: Cursor): number {
  const count = cursor.number()
  return count > 0 ? count : cursor.fail('a number of seconds')
}

/** RFC 7162, section 3.1.5: an entry may be named, and every flag of a message has the same mod-sequence. */
function readModseq(cursor: Cursor): SearchKey {
  if (cursor.sees('"')) {
    cursor.string()
    cursor.space()
    if (!['PRIV', 'SHARED', 'ALL'].includes(cursor.word('a kind'))) cursor.fail('priv, shared or all')
    cursor.space()
  }
  return { key: 'modseq', least: cursor.modseq(0) }
}
