import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursor } from './command/cursor.ts'
import { LITERAL } from './command/read-commands.ts'
import { parseDateTime, parseDay, writeDateTime } from './date-time.ts'
import { writeEsearch, writeFound } from './search/write-search.ts'
import { octetsOf, writeAstring, writeMailbox, writeNstring, writeString, writeText } from './write.ts'

/** Reads back what was written, as a client would. */
function back(written: string): string {
  const literal = /^\{(\d+)\}\r\n/.exec(written)
  if (literal === null) return createCursor({ text: written, literals: [] }, true).astring()
  expect(Number(literal[1])).toBe(written.length - literal[0].length)
  const octets = Buffer.from(written.slice(literal[0].length), 'latin1')
  return createCursor({ text: LITERAL, literals: [{ octets, isBinary: false }] }, true).astring()
}

describe('values of answers', () => {
  it('come back as they were, in whatever form', () => {
    const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary-ascii' }))
    fc.assert(
      fc.property(any, text => {
        const octets = octetsOf(text.toWellFormed()).replaceAll('\0', '')
        for (const write of [writeString, writeAstring]) expect(back(write(octets))).toBe(octets)
        for (const isUtf8 of [true, false])
          expect(back(writeText(Buffer.from(octets, 'latin1').toString(), isUtf8))).toBe(octets)
      }),
    )
  })

  it('are atoms, quoted or literals as the text needs it', () => {
    expect([writeAstring('INBOX'), writeAstring('nil'), writeAstring(''), writeAstring('a b')]).toEqual([
      'INBOX',
      '"nil"',
      '""',
      '"a b"',
    ])
    expect([writeString('a"\\'), writeString('a\r\nb'), writeString('a\0b'), writeNstring(null)]).toEqual([
      '"a\\"\\\\"',
      '{4}\r\na\r\nb',
      '{3}\r\na b',
      'NIL',
    ])
    expect(writeMailbox(['a', '台北'], false)).toBe('a/&U,BTFw-')
    expect(Buffer.from(writeMailbox(['a', '台北'], true), 'latin1').toString()).toBe('"a/台北"')
  })

  it("are read by Python's imaplib as they were meant", () => {
    const script = 'import imaplib,sys;print(imaplib.Internaldate2tuple(sys.argv[1].encode())is not None)'
    const written = `1 (INTERNALDATE ${writeDateTime(Date.UTC(2026, 0, 5))})`
    expect(execFileSync('python3', ['-c', script, written]).toString().trim()).toBe('True')
  })
})

describe('times and days', () => {
  it('come back as they were', () => {
    const seconds = fc.integer({ min: Date.UTC(1, 0, 1) / 1_000, max: Date.UTC(9_999, 0, 1) / 1_000 })
    fc.assert(
      fc.property(seconds, time => {
        expect(parseDateTime(writeDateTime(time * 1_000).slice(1, -1))).toBe(time * 1_000)
      }),
    )
    expect(parseDateTime('17-Jul-1996 02:44:25 -0700')).toBe(Date.UTC(1996, 6, 17, 9, 44, 25))
    expect(parseDay('1-Jan-1970')).toBe(0)
    for (const text of ['', '31-Feb-2020', '0-Jan-2020', '1-Foo-2020', '1-Jan-20'])
      expect(parseDay(text)).toBeNull()
    for (const text of [
      '1-Jan-2020 00:00:00 +0000',
      '01-Jan-2020 24:00:00 +0000',
      '01-Jan-2020 00:00:00 GMT',
    ])
      expect(parseDateTime(text)).toBeNull()
  })
})

describe('what a search found', () => {
  const about = (...returns: ('min' | 'max' | 'all' | 'count' | 'save')[]) => ({
    tag: 'a1',
    isUid: true,
    returns: new Set(returns),
  })
  it('is told in the form that was asked for', () => {
    const found = { numbers: [2, 3, 4, 9], modseq: 17 }
    expect(writeEsearch(about('min', 'max', 'all', 'count'), found)).toBe(
      '* ESEARCH (TAG "a1") UID MIN 2 MAX 9 ALL 2:4,9 COUNT 4 MODSEQ 17',
    )
    expect(writeEsearch(about('all', 'count'), { numbers: [], modseq: null })).toBe(
      '* ESEARCH (TAG "a1") UID COUNT 0',
    )
    expect(writeEsearch(about('save'), found)).toBeNull()
    expect(writeFound('SEARCH', found)).toBe('* SEARCH 2 3 4 9 (MODSEQ 17)')
    expect(writeFound('SORT', { numbers: [], modseq: null })).toBe('* SORT')
  })
})
