import { type ImapCommand, type ListRequest, type Qresync, type StatusItem, statusItems } from './command.ts'
import type { Cursor } from './cursor.ts'

/** Reads the commands that name folders. */

export function parseSelect(cursor: Cursor, name: 'select' | 'examine'): ImapCommand {
  cursor.space()
  const mailbox = cursor.mailbox()
  let isCondstore = false
  let qresync: Qresync | null = null
  if (cursor.takes(' '))
    cursor.list(() => {
      const parameter = cursor.word('a parameter')
      if (parameter === 'CONDSTORE') isCondstore = true
      else if (parameter === 'QRESYNC') qresync = parseQresync(cursor)
      else cursor.fail('CONDSTORE or QRESYNC')
    })
  return { name, mailbox, isCondstore, qresync }
}

function parseQresync(cursor: Cursor): Qresync {
  cursor.expect(' (')
  const uidValidity = cursor.number()
  cursor.space()
  const modseq = cursor.modseq(1)
  const knownUids = cursor.sees(' (') || !cursor.takes(' ') ? null : cursor.numberSet()
  let matches: Qresync['matches'] = null
  if (cursor.takes(' (')) {
    const numbers = cursor.numberSet()
    cursor.space()
    matches = { numbers, uids: cursor.numberSet() }
    cursor.expect(')')
  }
  cursor.expect(')')
  return { uidValidity, modseq, knownUids, matches }
}

/** RFC 6154, section 3: `CREATE name (USE (\Sent))`. */
export function parseCreate(cursor: Cursor): ImapCommand {
  cursor.space()
  const mailbox = cursor.mailbox()
  if (!cursor.takes(' (')) return { name: 'create', mailbox, uses: [] }
  if (cursor.word('USE') !== 'USE') cursor.fail('USE')
  cursor.space()
  const uses = cursor.list(() => {
    cursor.expect('\\')
    return `\\${cursor.word('an attribute')}`
  })
  cursor.expect(')')
  return { name: 'create', mailbox, uses }
}

export function parseRename(cursor: Cursor): ImapCommand {
  cursor.space()
  const mailbox = cursor.mailbox()
  cursor.space()
  return { name: 'rename', mailbox, to: cursor.mailbox() }
}

export function parseStatus(cursor: Cursor): ImapCommand {
  cursor.space()
  const mailbox = cursor.mailbox()
  cursor.space()
  return { name: 'status', mailbox, items: readItems(cursor) }
}

function readItems(cursor: Cursor): StatusItem[] {
  const items = cursor.list((): StatusItem => {
    const word = cursor.word('an item')
    return statusItems.find(item => item === word) ?? cursor.fail('an item of STATUS')
  })
  if (items.length === 0) cursor.fail('an item of STATUS')
  return [...new Set(items)]
}

export function parseLsub(cursor: Cursor): ImapCommand {
  cursor.space()
  const reference = cursor.mailbox()
  cursor.space()
  return { name: 'lsub', reference, pattern: cursor.pattern() }
}

const selections = {
  SUBSCRIBED: 'subscribed',
  REMOTE: 'remote',
  RECURSIVEMATCH: 'recursiveMatch',
  'SPECIAL-USE': 'specialUse',
} as const

const returnables = { SUBSCRIBED: 'subscribed', CHILDREN: 'children', 'SPECIAL-USE': 'specialUse' } as const

const MAX_PATTERNS = 100

export function parseList(cursor: Cursor): ImapCommand {
  cursor.space()
  const only = new Set(cursor.sees('(') ? cursor.list(() => optionOf(cursor, selections)) : [])
  const hasSelection = cursor.takes(' ')
  // RFC 5258, section 3: RECURSIVEMATCH changes another selection and says nothing alone.
  if (only.has('recursiveMatch') && !only.has('subscribed') && !only.has('specialUse'))
    cursor.fail('a selection beside RECURSIVEMATCH')
  const reference = cursor.mailbox()
  cursor.space()
  const hasList = cursor.sees('(')
  const patterns = hasList ? cursor.list(() => cursor.pattern()) : [cursor.pattern()]
  if (patterns.length === 0 || patterns.length > MAX_PATTERNS) cursor.fail('one to a hundred patterns')
  const returned = readReturns(cursor)
  const isExtended = hasSelection || hasList || returned !== null
  const { returns, status } = returned ?? { returns: new Set<never>(), status: null }
  return { name: 'list', isExtended, reference, patterns, only, returns, status }
}

function readReturns(cursor: Cursor): Pick<ListRequest, 'returns' | 'status'> | null {
  if (!cursor.takes(' ')) return null
  if (cursor.word('RETURN') !== 'RETURN') cursor.fail('RETURN')
  cursor.space()
  let status: StatusItem[] | null = null
  const returns = new Set<'subscribed' | 'children' | 'specialUse'>()
  cursor.list(() => {
    const word = cursor.word('an option')
    if (word === 'STATUS') {
      cursor.space()
      status = readItems(cursor)
    } else returns.add(optionNamed(cursor, returnables, word))
  })
  return { returns, status }
}

const optionOf = <T extends string>(cursor: Cursor, known: Readonly<Record<string, T>>): T =>
  optionNamed(cursor, known, cursor.word('an option'))

function optionNamed<T extends string>(cursor: Cursor, known: Readonly<Record<string, T>>, word: string): T {
  const option = Object.hasOwn(known, word) ? known[word] : undefined
  return option ?? cursor.fail('an option of LIST')
}
