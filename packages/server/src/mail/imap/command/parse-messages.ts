import { ATOM_CHARACTERS } from '../atom.ts'
import { parseDateTime } from '../date-time.ts'
import { flagOf } from '../flags.ts'
import type { AppendMessage, ImapCommand } from './command.ts'
import type { Cursor } from './cursor.ts'

/** Reads the commands that change messages. */

const MAX_MESSAGES = 1_000
const FLAG = new RegExp(`\\\\?[${ATOM_CHARACTERS}]+`, 'y')

export function parseAppend(cursor: Cursor): ImapCommand {
  cursor.space()
  const mailbox = cursor.mailbox()
  const messages: AppendMessage[] = []
  do {
    cursor.space()
    messages.push(readMessage(cursor))
  } while (!cursor.isAtEnd() && messages.length < MAX_MESSAGES)
  return { name: 'append', mailbox, messages }
}

function readMessage(cursor: Cursor): AppendMessage {
  const hasFlags = cursor.sees('(')
  const flags = hasFlags ? readFlags(cursor) : []
  if (hasFlags) cursor.space()
  let internalDate: number | null = null
  if (cursor.sees('"')) {
    internalDate = parseDateTime(cursor.string()) ?? cursor.fail('a date')
    cursor.space()
  }
  // RFC 6855, section 4: a mail with UTF-8 in its headers may be announced as such.
  const isUtf8 = cursor.takes('UTF8 (')
  const raw = cursor.literal().octets
  if (isUtf8) cursor.expect(')')
  return { flags, internalDate, raw }
}

const flagHere = (cursor: Cursor): string => flagOf(cursor.match(FLAG, 'a flag')) ?? cursor.fail('a flag')

/** Only the server sets `\Recent`. Programs that write it back with the others mean no harm. */
function readFlags(cursor: Cursor): string[] {
  const flags = cursor.list(() => (cursor.takes('\\Recent') ? null : flagHere(cursor)))
  return unlike(flags.filter(flag => flag !== null))
}

/** Keywords that differ in capitals only are one. */
function unlike(flags: readonly string[]): string[] {
  return [...new Map(flags.map(flag => [flag.toLowerCase(), flag])).values()]
}

const changes = { '+': 'add', '-': 'remove' } as const

export function parseStore(cursor: Cursor, isUid: boolean): ImapCommand {
  cursor.space()
  const set = cursor.numberSet()
  cursor.space()
  let unchangedSince: number | null = null
  if (cursor.takes('(')) {
    if (cursor.word('UNCHANGEDSINCE') !== 'UNCHANGEDSINCE') cursor.fail('UNCHANGEDSINCE')
    cursor.space()
    unchangedSince = cursor.modseq(0)
    cursor.expect(') ')
  }
  const sign = cursor.takes('+') ? '+' : cursor.takes('-') ? '-' : null
  const word = cursor.word('FLAGS')
  if (word !== 'FLAGS' && word !== 'FLAGS.SILENT') cursor.fail('FLAGS')
  cursor.space()
  const how = sign === null ? 'replace' : changes[sign]
  const flags = cursor.sees('(') ? readFlags(cursor) : unlike(bareFlags(cursor))
  return { name: 'store', isUid, set, how, isSilent: word === 'FLAGS.SILENT', flags, unchangedSince }
}

function bareFlags(cursor: Cursor): string[] {
  const flags = [flagHere(cursor)]
  while (cursor.takes(' ')) flags.push(flagHere(cursor))
  return flags
}

export function parseCopy(cursor: Cursor, name: 'copy' | 'move', isUid: boolean): ImapCommand {
  cursor.space()
  const set = cursor.numberSet()
  cursor.space()
  return { name, isUid, set, mailbox: cursor.mailbox() }
}

export function parseExpunge(cursor: Cursor): ImapCommand {
  cursor.space()
  return { name: 'expunge', uids: cursor.numberSet() }
}
