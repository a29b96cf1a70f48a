import { ASTRING_CHARACTERS, ATOM_CHARACTERS } from '../atom.ts'
import { readMailboxName, utf8Of } from '../mailbox-name.ts'
import { type NumberSet, parseNumberSet } from '../number-set.ts'
import { type CommandText, LITERAL } from './read-commands.ts'

/** Reads a command from left to right by the rules of RFC 9051, section 9. What is wrong is thrown, and caught in `parseCommand`. */

export class CommandFault extends Error {
  /** `BADCHARSET` is answered by NO, the others by BAD. */
  readonly code: 'BADCHARSET' | null
  constructor(says: string, code: 'BADCHARSET' | null = null) {
    super(says)
    this.code = code
  }
}

export type Cursor = {
  /** Throws with what was expected. */
  fail(expected: string): never
  isAtEnd(): boolean
  /** True when this stands here, in capitals or not; nothing is taken. */
  sees(text: string): boolean
  /** The next character; nothing is taken. */
  peek(): string
  /** Takes this if it stands here. */
  takes(text: string): boolean
  expect(text: string): void
  space(): void
  /** Takes what matches here; the pattern must be sticky. */
  match(pattern: RegExp, expected: string): string
  /** A word in capitals. */
  word(expected: string): string
  number(): number
  modseq(least: 0 | 1): number
  /** The octets of a string or atom, one character each. */
  astring(): string
  string(): string
  nstring(): string | null
  text(): string
  mailbox(): string
  pattern(): string
  numberSet(): NumberSet
  literal(): { octets: Buffer; isBinary: boolean }
  /** A list in parentheses, which may be empty. */
  list<T>(item: () => T): T[]
}

const SPACE = / /y
const ATOM = new RegExp(`[${ATOM_CHARACTERS}]+`, 'y')
const ASTRING = new RegExp(`[${ASTRING_CHARACTERS}]+`, 'y')
const LIST_MAILBOX = new RegExp(`[${ASTRING_CHARACTERS}%*]+`, 'y')
const QUOTED = /"([^"\\\u0100]*(?:\\["\\][^"\\\u0100]*)*)"/y
const NUMBER = /\d{1,20}/y
const SET = /[\d:,*$]+/y
const MAX_NUMBER = 4_294_967_295

export function createCursor({ text, literals }: CommandText, isUtf8: boolean): Cursor {
  let at = 0
  let nextLiteral = 0

  const fail = (expected: string): never => {
    throw new CommandFault(`expected ${expected}`)
  }
  const sees = (piece: string) => text.slice(at, at + piece.length).toUpperCase() === piece.toUpperCase()
  const takes = (piece: string) => {
    const isHere = sees(piece)
    if (isHere) at += piece.length
    return isHere
  }
  const found = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at += match[0].length
    return match
  }
  const match = (pattern: RegExp, expected: string): string => found(pattern)?.[0] ?? fail(expected)

  const literal = () => {
    if (!takes(LITERAL)) fail('a literal')
    const taken = literals[nextLiteral++] ?? fail('a literal')
    if (!taken.isBinary && taken.octets.includes(0)) throw new CommandFault('NUL is allowed in literal8 only')
    return taken
  }
  const string = (): string => {
    if (sees(LITERAL)) return literal().octets.toString('latin1')
    const quoted = found(QUOTED) ?? fail('a string')
    return (quoted[1] ?? '').replace(/\\(["\\])/g, '$1')
  }
  const isString = () => sees('"') || sees(LITERAL)
  const astring = () => (isString() ? string() : match(ASTRING, 'a string'))
  const utf8 = (octets: string): string => utf8Of(octets) ?? fail('UTF-8')
  const nameOf = (octets: string): string =>
    readMailboxName(octets, isUtf8) ?? fail(isUtf8 ? 'a name in UTF-8' : 'a name in modified UTF-7')

  const bounded = (least: number, most: number): number => {
    const value = Number(match(NUMBER, 'a number'))
    return value >= least && value <= most ? value : fail('a number within its bounds')
  }
  const list = <T>(item: () => T): T[] => {
    const items: T[] = []
    if (!takes('(')) fail('a list')
    if (takes(')')) return items
    do items.push(item())
    while (takes(' '))
    if (!takes(')')) fail('the end of a list')
    return items
  }

  return {
    fail,
    isAtEnd: () => at === text.length,
    sees,
    peek: () => text.charAt(at),
    takes,
    expect: piece => {
      if (!takes(piece)) fail(piece)
    },
    space: () => void match(SPACE, 'a space'),
    match,
    word: expected => match(ATOM, expected).toUpperCase(),
    number: () => bounded(0, MAX_NUMBER),
    // RFC 7162 has 63 bits. No counter gets as far as this number, so that whatever is beyond means the same.
    modseq: least => Math.min(bounded(least, 2 ** 63), Number.MAX_SAFE_INTEGER),
    astring,
    string,
    nstring: () => (isString() ? string() : match(/NIL/iy, 'a string') && null),
    text: () => utf8(astring()),
    mailbox: () => nameOf(astring()),
    pattern: () => nameOf(isString() ? string() : match(LIST_MAILBOX, 'a pattern')),
    numberSet: () => parseNumberSet(match(SET, 'a set of numbers')) ?? fail('a set of numbers'),
    literal,
    list,
  }
}
