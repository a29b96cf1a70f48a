import type { ImapCommand } from './command.ts'
import { CommandFault, type Cursor, createCursor } from './cursor.ts'
import { parseFetch } from './parse-fetch.ts'
import { parseCreate, parseList, parseLsub, parseRename, parseSelect, parseStatus } from './parse-folders.ts'
import { parseAppend, parseCopy, parseExpunge, parseStore } from './parse-messages.ts'
import { parseSearch, parseSort, parseThread } from './parse-search.ts'
import { type CommandText, tagOf } from './read-commands.ts'

/** Reads the text of a command. Whatever is wrong with it is told by the result and never thrown. */

export type ParsedCommand =
  | { readonly kind: 'command'; readonly tag: string; readonly command: ImapCommand }
  /** Without a tag the answer is `* BAD`. `BADCHARSET` is NO with that code. */
  | {
      readonly kind: 'fault'
      readonly tag: string | null
      readonly code: 'BADCHARSET' | null
      readonly says: string
    }

export type ParseOptions = {
  /** True once the client has enabled IMAP4rev2 or UTF8=ACCEPT: names of folders are UTF-8. */
  readonly isUtf8: boolean
}

export function parseCommand(given: CommandText, { isUtf8 }: ParseOptions): ParsedCommand {
  const tag = tagOf(given.text)
  const fault = (says: string, code: 'BADCHARSET' | null = null): ParsedCommand => ({
    kind: 'fault',
    tag,
    code,
    says,
  })
  if (tag === null) return fault('expected a tag')
  if (/[\0\r]/.test(given.text)) return fault('NUL and CR are allowed in literals only')
  // Programs that leave a blank at the end of a line mean nothing by it.
  const text = given.text.slice(tag.length).replace(/ +$/, '')
  try {
    const cursor = createCursor({ text, literals: given.literals }, isUtf8)
    cursor.space()
    const command = readCommand(cursor)
    return cursor.isAtEnd() ? { kind: 'command', tag, command } : fault('too many arguments')
  } catch (cause) {
    if (cause instanceof CommandFault) return fault(cause.message, cause.code)
    throw cause
  }
}

const readers: Readonly<Record<string, (cursor: Cursor) => ImapCommand>> = {
  CAPABILITY: () => ({ name: 'capability' }),
  NOOP: () => ({ name: 'noop' }),
  LOGOUT: () => ({ name: 'logout' }),
  STARTTLS: () => ({ name: 'starttls' }),
  NAMESPACE: () => ({ name: 'namespace' }),
  IDLE: () => ({ name: 'idle' }),
  CHECK: () => ({ name: 'check' }),
  CLOSE: () => ({ name: 'close' }),
  UNSELECT: () => ({ name: 'unselect' }),
  COMPRESS: readCompress,
  AUTHENTICATE: readAuthenticate,
  LOGIN: readLogin,
  ENABLE: readEnable,
  ID: readId,
  SELECT: cursor => parseSelect(cursor, 'select'),
  EXAMINE: cursor => parseSelect(cursor, 'examine'),
  CREATE: parseCreate,
  DELETE: cursor => ({ name: 'delete', mailbox: onlyMailbox(cursor) }),
  RENAME: parseRename,
  SUBSCRIBE: cursor => ({ name: 'subscribe', mailbox: onlyMailbox(cursor) }),
  UNSUBSCRIBE: cursor => ({ name: 'unsubscribe', mailbox: onlyMailbox(cursor) }),
  LIST: parseList,
  LSUB: parseLsub,
  STATUS: parseStatus,
  APPEND: parseAppend,
  EXPUNGE: () => ({ name: 'expunge', uids: null }),
  SEARCH: cursor => parseSearch(cursor, false),
  SORT: cursor => parseSort(cursor, false),
  THREAD: cursor => parseThread(cursor, false),
  FETCH: cursor => parseFetch(cursor, false),
  STORE: cursor => parseStore(cursor, false),
  COPY: cursor => parseCopy(cursor, 'copy', false),
  MOVE: cursor => parseCopy(cursor, 'move', false),
  GETQUOTA: readGetQuota,
  GETQUOTAROOT: cursor => ({ name: 'getQuotaRoot', mailbox: onlyMailbox(cursor) }),
  UID: readUid,
}

const uidReaders: Readonly<Record<string, (cursor: Cursor) => ImapCommand>> = {
  EXPUNGE: parseExpunge,
  SEARCH: cursor => parseSearch(cursor, true),
  SORT: cursor => parseSort(cursor, true),
  THREAD: cursor => parseThread(cursor, true),
  FETCH: cursor => parseFetch(cursor, true),
  STORE: cursor => parseStore(cursor, true),
  COPY: cursor => parseCopy(cursor, 'copy', true),
  MOVE: cursor => parseCopy(cursor, 'move', true),
}

function readCommand(cursor: Cursor): ImapCommand {
  return readBy(readers, cursor)
}

function readUid(cursor: Cursor): ImapCommand {
  cursor.space()
  return readBy(uidReaders, cursor)
}

function readBy(known: typeof readers, cursor: Cursor): ImapCommand {
  const name = cursor.word('a command')
  const read = Object.hasOwn(known, name) ? known[name] : undefined
  if (read === undefined) throw new CommandFault('unknown command')
  return read(cursor)
}

function onlyMailbox(cursor: Cursor): string {
  cursor.space()
  return cursor.mailbox()
}

function readCompress(cursor: Cursor): ImapCommand {
  cursor.space()
  if (cursor.word('a mechanism') !== 'DEFLATE') throw new CommandFault('unknown mechanism')
  return { name: 'compress' }
}

function readAuthenticate(cursor: Cursor): ImapCommand {
  cursor.space()
  const mechanism = cursor.word('a mechanism')
  // RFC 4959: "=" is an initial answer without content.
  const initial = cursor.takes(' ') ? cursor.match(/[A-Za-z0-9+/]+={0,2}|=/y, 'base64') : null
  return { name: 'authenticate', mechanism, initial }
}

function readLogin(cursor: Cursor): ImapCommand {
  cursor.space()
  const username = cursor.text()
  cursor.space()
  return { name: 'login', username, password: cursor.text() }
}

function readEnable(cursor: Cursor): ImapCommand {
  const capabilities: string[] = []
  do {
    cursor.space()
    capabilities.push(cursor.word('a capability'))
  } while (!cursor.isAtEnd())
  return { name: 'enable', capabilities }
}

/** RFC 2971 allows thirty fields. */
function readId(cursor: Cursor): ImapCommand {
  cursor.space()
  if (cursor.takes('NIL')) return { name: 'id', fields: null }
  const pairs = cursor.list((): [string, string | null] => {
    const field = cursor.string()
    cursor.space()
    return [field.toLowerCase(), cursor.nstring()]
  })
  if (pairs.length > 30) throw new CommandFault('too many fields')
  return { name: 'id', fields: new Map(pairs) }
}

function readGetQuota(cursor: Cursor): ImapCommand {
  cursor.space()
  return { name: 'getQuota', root: cursor.text() }
}
