import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../command/parse-command.ts'
import { writeEnvelope } from './envelope.ts'
import { locateBinary, locateSection } from './locate.ts'
import { decodeBinary, pickFields, withinPartial } from './read-section.ts'
import { headerEnd, scanEnvelope, scanShape } from './scan-shape.ts'
import type { Section } from './section.ts'
import { writeStructure } from './write-structure.ts'

const lines = (...all: string[]) => all.map(line => `${line}\r\n`).join('')

const letter = lines(
  'From: "In, ner" <in@x.example>',
  'Subject: =?utf-8?B?5L2g5aW9?=',
  'Content-Type: multipart/alternative; boundary=q',
  '',
  '--q',
  '',
  'plain',
  '--q',
  'Content-Type: text/html',
  '',
  '<b>bold</b>',
  '--q--',
  'epilogue',
)
const mail = Buffer.from(
  lines(
    'From: a@b.example',
    'To: Friends: x@y.example, Bob <b@c.example>;, undisclosed-recipients:;',
    'Subject: folded',
    ' and more',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    'preamble',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'hello',
    'world',
    '--b',
    'Content-Type: message/rfc822',
    '',
    letter,
    '--b',
    'Content-Type: application/pdf; name="x y.pdf"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="ä.pdf"',
    '',
    'AAEC!!AwQF',
    '--b--',
  ),
)

function sectionOf(text: string): Section {
  const parsed = parseCommand({ text: `a FETCH 1 BODY[${text}]`, literals: [] }, { isUtf8: false })
  const item =
    parsed.kind === 'command' && parsed.command.name === 'fetch' ? parsed.command.items[0] : undefined
  if (item?.item !== 'SECTION') throw new Error(text)
  return item.section
}

function read(raw: Buffer, text: string): string | null {
  const found = locateSection(scanShape(raw), sectionOf(text))
  if (found === null) return null
  const octets = raw.subarray(found.start, found.end)
  return (
    found.fields === null ? octets : pickFields(octets, found.fields.names, found.fields.isNot)
  ).toString()
}

describe('sections of a mail', () => {
  it('are where RFC 9051 puts them, within mails that parts hold, too', () => {
    expect(read(mail, '')).toBe(mail.toString())
    expect(read(mail, '1')).toBe('hello\r\nworld')
    expect(read(mail, '1.MIME')).toBe('Content-Type: text/plain; charset=utf-8\r\n\r\n')
    expect(read(mail, '2')).toBe(letter)
    expect(read(mail, '2.HEADER')).toBe(letter.slice(0, letter.indexOf('--q')))
    expect(read(mail, '2.TEXT')).toBe(letter.slice(letter.indexOf('--q')))
    expect(read(mail, '2.1')).toBe('plain')
    expect(read(mail, '2.2.MIME')).toBe('Content-Type: text/html\r\n\r\n')
    expect(read(mail, 'HEADER.FIELDS (SUBJECT x-none)')).toBe('Subject: folded\r\n and more\r\n\r\n')
    expect(read(mail, '2.HEADER.FIELDS.NOT (subject content-type)')).toBe(
      'From: "In, ner" <in@x.example>\r\n\r\n',
    )
    for (const absent of ['4', '1.1', '2.3', '1.HEADER', '3.TEXT', '2.1.1', '1.2.3.MIME'])
      expect(read(mail, absent)).toBeNull()
  })

  it('number the body of a mail without parts as its first', () => {
    const raw = Buffer.from('Subject: x\r\n\r\nbody\r\n')
    expect(read(raw, '1')).toBe('body\r\n')
    expect(read(raw, '1.MIME')).toBe('Subject: x\r\n\r\n')
    expect(read(raw, '1.1')).toBeNull()
    expect(read(raw, '2')).toBeNull()
    expect(read(Buffer.from(`Content-Type: message/rfc822\r\n\r\n${letter}`), '1.2')).toBe('<b>bold</b>')
  })

  it('are cut without going beyond their ends', () => {
    const shape = scanShape(mail)
    const first = locateSection(shape, sectionOf('1'))
    if (first === null) throw new Error('no first part')
    const cut = (from: number, most: number) => {
      const { start, end } = withinPartial(first, { from, most })
      return mail.toString('utf8', start, end)
    }
    expect([cut(0, 5), cut(7, 100), cut(100, 5)]).toEqual(['hello', 'world', ''])
  })

  it('are decoded for BINARY, whatever junk stands between', () => {
    const found = locateBinary(scanShape(mail), [3])
    if (found?.decoding == null) throw new Error('no third part')
    const encoded = mail.subarray(found.start, found.end)
    expect([...decodeBinary(encoded, found.decoding, null)]).toEqual([0, 1, 2, 3, 4, 5])
    expect([...decodeBinary(encoded, found.decoding, { from: 2, most: 2 })]).toEqual([2, 3])
    expect([...decodeBinary(encoded, found.decoding, { from: 9, most: 2 })]).toEqual([])
    const strange = Buffer.from('Content-Transfer-Encoding: x-strange\r\n\r\nabc')
    expect(locateBinary(scanShape(strange), [1])).toEqual({ start: 40, end: 43, decoding: null })
    expect(locateBinary(scanShape(mail), [4])).toBeNull()
  })

  const shapes = fc.letrec<{ entity: string }>(tie => ({
    entity: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('\r\nhello\r\n', 'X: y\r\n\r\n', '\r\n', 'Content-Type: text/html\r\n\r\n<p>'),
      tie('entity').map(inner => `Content-Type: message/rfc822\r\n\r\n${inner}`),
      fc
        .tuple(fc.nat(1_000_000), fc.array(tie('entity'), { minLength: 1, maxLength: 3 }))
        .map(([mark, parts]) => {
          const open = parts.map(part => `\r\n--m${mark}\r\n${part}`).join('')
          return `Content-Type: multipart/mixed; boundary=m${mark}\r\n\r\nbefore${open}\r\n--m${mark}--\r\nafter`
        }),
    ),
  })).entity

  it('give the whole mail when they are put together', () => {
    fc.assert(
      fc.property(shapes, text => {
        const raw = Buffer.from(text)
        const shape = scanShape(raw)
        expect(`${read(raw, 'HEADER')}${read(raw, 'TEXT')}`).toBe(text)
        for (const part of shape.parts) {
          const inner = part.children.map(child => shape.parts[child])
          for (const child of inner) {
            expect(child?.head).toBeGreaterThanOrEqual(part.start)
            expect(child?.end).toBeLessThanOrEqual(part.end)
          }
          if (part.kind === 'message') expect([inner[0]?.head, inner[0]?.end]).toEqual([part.start, part.end])
        }
      }),
    )
  })

  it('of any octets are found, and never thrown at', () => {
    const piece = fc.constantFrom(
      ...[
        '\r\n',
        '\n',
        '--b',
        '--b--',
        'Content-Type: multipart/mixed; boundary=b',
        'Content-Type: message/rfc822',
      ],
      ...[
        'From: <',
        '"',
        '(',
        'To: a:;',
        'é',
        '\0',
        'Content-Disposition: x; a*0*=1',
        'Content-Language: a, b',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const raw = Buffer.from(pieces.join(''), 'latin1')
        const shape = scanShape(raw)
        for (const isUtf8 of [true, false]) {
          expect(balance(writeStructure(shape, { isExtended: true, isUtf8 }))).toBe(0)
          expect(balance(writeEnvelope(scanEnvelope(raw), isUtf8))).toBe(0)
        }
        for (const part of shape.parts) expect(part.lines).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('are found in hostile mails in bounded time', () => {
    const many = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(20_000)}--b--\r\n`
    expect(scanShape(Buffer.from(many)).parts).toHaveLength(10_000)
    const deep = Buffer.from('Content-Type: message/rfc822\r\n\r\n'.repeat(10_000))
    expect(scanShape(deep).parts.length).toBeLessThan(60)
    expect(balance(writeStructure(scanShape(deep), { isExtended: true, isUtf8: false }))).toBe(0)
    const nested = Array.from(
      { length: 3_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    expect(scanShape(Buffer.from(nested.join(''))).parts.length).toBeLessThan(60)
  }, 30_000)
})

/** Counts parentheses outside of quoted strings; literals are skipped by their lengths. */
function balance(text: string): number {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    const literal = char === '{' ? /^\{(\d+)\}\r\n/.exec(text.slice(at, at + 20)) : null
    if (literal !== null) at += literal[0].length + Number(literal[1]) - 1
    else if (char === '"') for (at++; text.charAt(at) !== '"'; at++) at += text.charAt(at) === '\\' ? 1 : 0
    else open += char === '(' ? 1 : char === ')' ? -1 : 0
  }
  return open
}

describe('the headers of a mail', () => {
  it('end where they end, and not before that can be known', () => {
    const whole = headerEnd(mail, true) ?? 0
    expect(mail.toString('latin1', whole, whole + 8)).toBe('preamble')
    for (let length = 0; length <= mail.length; length++)
      expect(headerEnd(mail.subarray(0, length), false)).toBe(length < whole ? null : whole)
  })

  it('make an envelope with groups, names that were encoded, and letters that were not', () => {
    expect(writeEnvelope(scanEnvelope(mail), false)).toContain(
      '((NIL NIL "Friends" NIL)(NIL NIL "x" "y.example")("Bob" NIL "b" "c.example")(NIL NIL NIL NIL)' +
        '(NIL NIL "undisclosed-recipients" NIL)(NIL NIL NIL NIL))',
    )
    const foreign = scanEnvelope(Buffer.from('Subject: 你好\r\nFrom: 王 <w@x.example>\r\n\r\n'))
    expect(Buffer.from(writeEnvelope(foreign, true), 'latin1').toString()).toContain(
      '(NIL "你好" (("王" NIL "w"',
    )
    expect(writeEnvelope(foreign, false)).toContain(
      '(NIL "=?UTF-8?B?5L2g5aW9?=" (("=?UTF-8?B?546L?=" NIL "w"',
    )
  })
})

const python = `
import sys, json, email, email.policy
raw = sys.stdin.buffer.read()
def walk(part):
    if part.is_multipart():
        return [part.get_content_type(), [walk(p) for p in part.get_payload()]]
    return [part.get_content_type(), part.get_payload()]
print(json.dumps(walk(email.message_from_bytes(raw, policy=email.policy.compat32))))
`

describe('a second opinion', () => {
  it("by Python's email finds the same parts with the same content", () => {
    type Walked = [string, string | Walked[]]
    const shape = scanShape(mail)
    const walk = (index: number): Walked => {
      const part = shape.parts[index]
      if (part === undefined) throw new Error('no part')
      if (part.kind !== 'leaf') return [part.type.value, part.children.map(walk)]
      return [part.type.value, mail.toString('latin1', part.start, part.end)]
    }
    const theirs = JSON.parse(execFileSync('python3', ['-c', python], { input: mail }).toString())
    expect(walk(0)).toEqual(theirs)
  })
})
