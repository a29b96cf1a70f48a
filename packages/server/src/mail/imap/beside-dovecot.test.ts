import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letterFacts } from '../thread/letter-facts.ts'
import { orderLetters } from '../thread/order-letters.ts'
import { threadByReferences, threadBySubject } from '../thread/thread-letters.ts'
import { parseCommand } from './command/parse-command.ts'
import { judgeOf } from './search/judge.ts'
import { searchBody, searchHeader } from './search/search-text.ts'
import { writeEnvelope } from './structure/envelope.ts'
import { locateSection } from './structure/locate.ts'
import { scanEnvelope, scanShape } from './structure/scan-shape.ts'
import { type Section, writeSection } from './structure/section.ts'
import type { MailShape } from './structure/shape.ts'
import { writeStructure } from './structure/write-structure.ts'
import { askDovecot, hasDovecot, readValue, type Value } from './testing/dovecot.ts'
import { writeThread } from './write-thread.ts'

/** The same mails, asked in the same words, here and there. */

const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { numRuns: count, seed: 7 })

const leaf = fc.constantFrom(
  'Content-Type: text/plain; charset=utf-8\r\nContent-ID: <1@x>\r\n\r\nline\r\nanother\r\n',
  'Content-Type: text/html\r\nContent-Language: en, de\r\n\r\n<p>',
  'Content-Type: image/png; name="a b.png"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=x.png\r\n\r\nAAAA\r\n',
  '\r\nnothing said\r\n',
  'Content-Type: text/plain\r\nContent-Description: a "quoted" word\r\n\r\n',
)
const { entity } = fc.letrec<{ entity: string }>(tie => ({
  entity: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('entity').map(
      inner =>
        `Content-Type: message/rfc822\r\n\r\nSubject: within\r\nFrom: "Q, x" <a@b.example>, d@e.example\r\n${inner}`,
    ),
    fc
      .record({
        kind: fc.constantFrom('mixed', 'alternative', 'related'),
        mark: fc.nat(1_000_000),
        parts: fc.array(tie('entity'), { minLength: 1, maxLength: 3 }),
        end: fc.constantFrom('', 'epilogue\r\n'),
      })
      .map(({ kind, mark, parts, end }) => {
        const within = parts.map(part => `--m${mark}\r\n${part}\r\n`).join('')
        return `Content-Type: multipart/${kind}; boundary="m${mark}"\r\n\r\npreamble\r\n${within}--m${mark}--\r\n${end}`
      }),
  ),
}))
const people =
  'From: A B <a@b.example>\r\nTo: g: x@y.example, "q" <w@e.example>;, "u v"@v.example\r\nReply-To: r@s.example\r\n'
const shaped = sample(entity, 60).map((text, at) =>
  Buffer.from(
    `${people}Date: Mon, 1 Jan 2024 00:00:00 +0000\r\nMessage-ID: <m${at}@x>\r\nSubject: t${at}\r\n${text}`,
  ),
)

const plain = (value: Value): Value =>
  Array.isArray(value) ? value.map(plain) : (value?.toLowerCase() ?? null)
const ours = (written: string) => plain(readValue(written).value)

/** Every section that a mail may have, and some that it has not. */
function sectionsOf(shape: MailShape): Section[] {
  const found: Section[] = [
    { part: [], text: null },
    { part: [], text: { kind: 'header' } },
    { part: [], text: { kind: 'text' } },
  ]
  const walk = (part: number[]) => {
    for (let number = 1; number < 4; number++) {
      const inner = [...part, number]
      if (locateSection(shape, { part: inner, text: null }) === null) return
      found.push({ part: inner, text: null })
      for (const kind of ['mime', 'header', 'text'] as const) found.push({ part: inner, text: { kind } })
      walk(inner)
    }
  }
  walk([])
  return found
}

describe.skipIf(!hasDovecot)('beside Dovecot', () => {
  it('mails have the same envelopes and structures', () => {
    const said = askDovecot(shaped, ['a FETCH 1:* ENVELOPE', 'b FETCH 1:* BODYSTRUCTURE', 'c FETCH 1:* BODY'])
    for (const [at, raw] of shaped.entries()) {
      const theirs = (item: string): Value => {
        const mark = `* ${at + 1} FETCH (${item} `
        return plain(readValue(said, said.indexOf(mark) + mark.length).value)
      }
      const shape = scanShape(raw)
      expect(ours(writeEnvelope(scanEnvelope(raw), false))).toEqual(theirs('ENVELOPE'))
      expect(ours(writeStructure(shape, { isExtended: true, isUtf8: false }))).toEqual(
        theirs('BODYSTRUCTURE'),
      )
      expect(ours(writeStructure(shape, { isExtended: false, isUtf8: false }))).toEqual(theirs('BODY'))
    }
  }, 60_000)

  it('sections hold the same octets', () => {
    const asked = shaped.flatMap((raw, at) => {
      const shape = scanShape(raw)
      return sectionsOf(shape).map(section => {
        const place = locateSection(shape, section)
        // Where a mail has no such section, Dovecot gives none, or an empty one.
        const text = place === null ? '' : raw.toString('latin1', place.start, place.end)
        return { number: at + 1, name: writeSection(section), text }
      })
    })
    const said = askDovecot(
      shaped,
      asked.map(({ number, name }) => `a FETCH ${number} BODY.PEEK[${name}]`),
    )
    let from = 0
    for (const { number, name, text } of asked) {
      const mark = `* ${number} FETCH (BODY[${name}] `
      const { value, next } = readValue(said, said.indexOf(mark, from) + mark.length)
      expect([number, name, value ?? '']).toEqual([number, name, text])
      from = next
    }
  }, 60_000)

  const subject = fc.constantFrom(
    'hello',
    'Re: hello',
    '[list] hello',
    'Fwd: world',
    'world',
    'Re: [x] Re: hello (fwd)',
    '',
    '[fwd: world]',
    'Re:',
  )
  const letter = fc.record({
    subject,
    from: fc.constantFrom('Zed', 'adam', 'Bob'),
    references: fc.array(fc.nat(12), { maxLength: 3 }),
    day: fc.integer({ min: 1, max: 28 }),
    zone: fc.constantFrom('+0000', '-0500', '+0800'),
    hasId: fc.boolean(),
    size: fc.nat(50),
  })
  const letters = sample(fc.array(letter, { minLength: 3, maxLength: 14 }), 25).map(list =>
    list.map((one, at) =>
      Buffer.from(
        `From: ${one.from}@x.example\r\nTo: t${one.size % 3}@y.example\r\nSubject: ${one.subject}\r\nDate: ${one.day} Jan 2024 0${one.day % 9}:00:00 ${one.zone}\r\n${one.hasId ? `Message-ID: <m${at}@x>\r\n` : ''}References: ${one.references.map(to => `<m${to}@x>`).join(' ')}\r\n\r\nword${one.size % 5} ${'x'.repeat(one.size)}\r\n`,
      ),
    ),
  )

  it('letters have the same threads and the same order', () => {
    const fields = ['subject', 'from', 'to', 'date', 'size', 'cc'] as const
    for (const raws of letters) {
      const known = raws.map((raw, at) => ({
        ...letterFacts(raw),
        number: at + 1,
        internalDate: at,
        octets: raw.length,
      }))
      const sorted = fields.flatMap(field =>
        [false, true].map(isReverse => {
          const numbers = orderLetters(known, [{ field, isReverse }]).map(({ number }) => number)
          return {
            asked: `a SORT (${isReverse ? 'REVERSE ' : ''}${field}) UTF-8 ALL`,
            found: `* SORT ${numbers.join(' ')}`,
          }
        }),
      )
      const threads = [
        {
          asked: 'a THREAD REFERENCES UTF-8 ALL',
          found: writeThread(threadByReferences(known), number => number),
        },
        {
          asked: 'a THREAD ORDEREDSUBJECT UTF-8 ALL',
          found: writeThread(threadBySubject(known), number => number),
        },
      ]
      const all = [...sorted, ...threads]
      const said = askDovecot(
        raws,
        all.map(({ asked }) => asked),
      ).split('\r\n')
      expect(said.filter(line => /^\* (?:SORT|THREAD)/.test(line))).toEqual(all.map(({ found }) => found))
    }
  }, 120_000)

  it('searches find the same letters', () => {
    const keys = [
      ...[
        'ALL',
        'SUBJECT HELLO',
        'NOT SUBJECT hello',
        'FROM aDa',
        'TO t1@',
        'BODY word3',
        'TEXT "WORD1 X"',
        'TEXT zed@',
        'HEADER message-id m1',
      ],
      ...[
        'SENTON 5-Jan-2024',
        'SENTBEFORE 12-Jan-2024',
        'SENTSINCE 12-Jan-2024',
        'LARGER 190',
        'SMALLER 200',
        '2:*',
        '*',
        'UID 1:2,4',
        'UNSEEN',
      ],
      ...[
        'OR FROM zed FROM bob',
        'OR (SUBJECT world FROM adam) NOT BODY word0',
        'HEADER References ""',
        'HEADER Message-ID ""',
        'HEADER X-None ""',
      ],
    ]
    for (const raws of letters.slice(0, 10)) {
      const saved = { numbers: [], uids: [] }
      const scope = { messages: raws.length, largestUid: raws.length, saved, now: 0 }
      const found = keys.map(key => {
        const parsed = parseCommand({ text: `a SEARCH ${key}`, literals: [] }, { isUtf8: false })
        if (parsed.kind === 'fault' || parsed.command.name !== 'search') throw new Error(key)
        const judge = judgeOf(parsed.command.key, scope)
        const numbers = raws.flatMap((raw, at) => {
          const facts = { octets: raw.length, internalDate: 0, savedAt: 0, emailId: '', threadId: null }
          const texts = { header: searchHeader(raw), body: searchBody(raw) }
          return judge({ number: at + 1, uid: at + 1, modseq: 1, flags: [], facts, ...texts }) === true
            ? [at + 1]
            : []
        })
        return [key, ...numbers].join(' ')
      })
      const said = askDovecot(
        raws,
        keys.map(key => `a SEARCH ${key}`),
      ).split('\r\n')
      const theirs = said
        .filter(line => line.startsWith('* SEARCH'))
        .map(line => line.slice('* SEARCH'.length))
      expect(found).toEqual(keys.map((key, at) => `${key}${theirs[at]}`))
    }
  }, 120_000)
})
