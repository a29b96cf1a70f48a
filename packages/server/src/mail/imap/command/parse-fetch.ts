import type { Partial, Section, SectionText } from '../structure/section.ts'
import type { FetchFact, FetchItem, ImapCommand } from './command.ts'
import type { Cursor } from './cursor.ts'

/** Reads FETCH (RFC 9051, section 6.4.5; RFC 7162, RFC 8474, RFC 8514, RFC 8970). */

const fact = (item: FetchFact): FetchItem => ({ item })

const macros: Readonly<Record<string, readonly FetchItem[]>> = {
  ALL: [fact('FLAGS'), fact('INTERNALDATE'), fact('RFC822.SIZE'), fact('ENVELOPE')],
  FAST: [fact('FLAGS'), fact('INTERNALDATE'), fact('RFC822.SIZE')],
  FULL: [fact('FLAGS'), fact('INTERNALDATE'), fact('RFC822.SIZE'), fact('ENVELOPE'), fact('BODY')],
}

const facts: readonly FetchFact[] = [
  'ENVELOPE',
  'FLAGS',
  'INTERNALDATE',
  'RFC822.SIZE',
  'UID',
  'BODY',
  'BODYSTRUCTURE',
  'MODSEQ',
  'EMAILID',
  'THREADID',
  'SAVEDATE',
]

/** A client that asks for more than that asks for the same again and again. */
const [MAX_ITEMS, MAX_DEPTH] = [1_000, 100]
const NAME = /[A-Za-z][A-Za-z0-9.]*/y

export function parseFetch(cursor: Cursor, isUid: boolean): ImapCommand {
  cursor.space()
  const set = cursor.numberSet()
  cursor.space()
  const items = cursor.sees('(') ? cursor.list(() => readItem(cursor)) : readMacroOrItem(cursor)
  if (items.length === 0 || items.length > MAX_ITEMS) cursor.fail('one to a thousand items')
  const { changedSince, isVanished } = readModifiers(cursor)
  return { name: 'fetch', isUid, set, items, changedSince, isVanished }
}

function readModifiers(cursor: Cursor): { changedSince: number | null; isVanished: boolean } {
  let changedSince: number | null = null
  let isVanished = false
  if (cursor.takes(' '))
    cursor.list(() => {
      const word = cursor.word('a modifier')
      if (word === 'VANISHED') isVanished = true
      else if (word === 'CHANGEDSINCE') {
        cursor.space()
        changedSince = cursor.modseq(1)
      } else cursor.fail('CHANGEDSINCE or VANISHED')
    })
  if (isVanished && changedSince === null) cursor.fail('CHANGEDSINCE beside VANISHED')
  return { changedSince, isVanished }
}

function readMacroOrItem(cursor: Cursor): readonly FetchItem[] {
  const name = cursor.match(NAME, 'an item').toUpperCase()
  const macro = Object.hasOwn(macros, name) ? macros[name] : undefined
  return macro ?? [itemNamed(cursor, name)]
}

const readItem = (cursor: Cursor): FetchItem => itemNamed(cursor, cursor.match(NAME, 'an item').toUpperCase())

function itemNamed(cursor: Cursor, name: string): FetchItem {
  if (cursor.takes('[')) return bracketed(cursor, name)
  const known = facts.find(item => item === name)
  if (known !== undefined) return { item: known }
  const whole = { item: 'SECTION', partial: null } as const
  if (name === 'RFC822') return { ...whole, as: name, section: { part: [], text: null }, isPeek: false }
  if (name === 'RFC822.HEADER')
    return { ...whole, as: name, section: { part: [], text: { kind: 'header' } }, isPeek: true }
  if (name === 'RFC822.TEXT')
    return { ...whole, as: name, section: { part: [], text: { kind: 'text' } }, isPeek: false }
  if (name === 'PREVIEW') return { item: 'PREVIEW', isLazy: readLazy(cursor) }
  return cursor.fail('an item of FETCH')
}

/** RFC 8970, section 3.1: `PREVIEW (LAZY)`. */
function readLazy(cursor: Cursor): boolean {
  if (!cursor.takes(' (')) return false
  if (cursor.word('LAZY') !== 'LAZY') cursor.fail('LAZY')
  cursor.expect(')')
  return true
}

function bracketed(cursor: Cursor, name: string): FetchItem {
  if (name === 'BODY' || name === 'BODY.PEEK') {
    const section = readSection(cursor)
    return { item: 'SECTION', as: 'BODY', section, partial: readPartial(cursor), isPeek: name !== 'BODY' }
  }
  if (name !== 'BINARY' && name !== 'BINARY.PEEK' && name !== 'BINARY.SIZE') cursor.fail('an item of FETCH')
  const { part, isOpen } = readPart(cursor)
  if (isOpen) cursor.fail('the number of a part')
  cursor.expect(']')
  if (name === 'BINARY.SIZE') return { item: name, part }
  return { item: 'BINARY', part, partial: readPartial(cursor), isPeek: name !== 'BINARY' }
}

/** `isOpen` tells that the last number is followed by a dot, and something else by that. */
function readPart(cursor: Cursor): { part: number[]; isOpen: boolean } {
  const part: number[] = []
  let isOpen = false
  while (/^[1-9]$/.test(cursor.peek()) && (isOpen || part.length === 0)) {
    part.push(cursor.number())
    if (part.length > MAX_DEPTH) cursor.fail('a part')
    isOpen = cursor.takes('.')
  }
  return { part, isOpen }
}

function readSection(cursor: Cursor): Section {
  const { part, isOpen } = readPart(cursor)
  if (!isOpen && cursor.takes(']')) return { part, text: null }
  if (!isOpen && part.length > 0) cursor.fail('the end of a section')
  const text = readText(cursor)
  if (text.kind === 'mime' && part.length === 0) cursor.fail('the number of a part before MIME')
  cursor.expect(']')
  return { part, text }
}

function readText(cursor: Cursor): SectionText {
  const name = cursor.match(NAME, 'a section').toUpperCase()
  if (name === 'HEADER' || name === 'TEXT' || name === 'MIME')
    return { kind: name === 'HEADER' ? 'header' : name === 'TEXT' ? 'text' : 'mime' }
  if (name !== 'HEADER.FIELDS' && name !== 'HEADER.FIELDS.NOT') cursor.fail('a section')
  cursor.space()
  const names = cursor.list(() => cursor.astring())
  if (names.length === 0 || !names.every(isFieldName)) cursor.fail('names of header fields')
  return { kind: 'fields', names, isNot: name.endsWith('NOT') }
}

const isFieldName = (name: string): boolean => /^[\x21-\x39\x3b-\x7e]{1,256}$/.test(name)

/** RFC 9051: `<offset.count>`, and the count is at least one. */
function readPartial(cursor: Cursor): Partial | null {
  if (!cursor.takes('<')) return null
  const from = cursor.number()
  cursor.expect('.')
  const most = cursor.number()
  if (most === 0) cursor.fail('a count of octets')
  cursor.expect('>')
  return { from, most }
}
