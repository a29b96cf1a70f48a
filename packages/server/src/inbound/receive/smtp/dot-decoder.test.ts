import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDotDecoder } from './dot-decoder.ts'

/** Feeds the pieces; the content, and what stands behind the terminator (null when it was not found). */
function decode(pieces: Buffer[]): { content: string; behind: string | null } {
  let content = ''
  const decoder = createDotDecoder((chunk, from, to) => {
    content += chunk.toString('latin1', from, to)
  })
  for (const [index, piece] of pieces.entries()) {
    const end = decoder.feed(piece)
    if (end >= 0) {
      const behind = Buffer.concat([piece.subarray(end), ...pieces.slice(index + 1)])
      return { content, behind: behind.toString('latin1') }
    }
  }
  return { content, behind: null }
}

function whole(text: string): ReturnType<typeof decode> {
  return decode([Buffer.from(text, 'latin1')])
}

function octetByOctet(text: string): ReturnType<typeof decode> {
  return decode([...Buffer.from(text, 'latin1')].map(octet => Buffer.from([octet])))
}

test('lines that begin with dots lose exactly one', () => {
  const wire = '.a\r\n..\r\n...\r\n..b\r\na.b\r\n..c..\r\n.\r\n'
  const content = 'a\r\n.\r\n..\r\n.b\r\na.b\r\n.c..\r\n'
  expect(whole(wire)).toEqual({ content, behind: '' })
  expect(octetByOctet(wire)).toEqual({ content, behind: '' })
})

test('a dot right at the start ends an empty message', () => {
  expect(whole('.\r\nQUIT\r\n')).toEqual({ content: '', behind: 'QUIT\r\n' })
})

test.each([
  '\n.\n',
  '\r.\r',
  '\r.\n',
  '\n.\r',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
  '\n..\r\n',
  '\r\r.\r\n',
  '\r\n.\r\r\n',
])('%j does not end a message, in one piece or octet by octet', ending => {
  const wire = `text${ending}MAIL FROM:<x@y>\r\n`
  expect(whole(wire).behind).toBeNull()
  expect(octetByOctet(wire).behind).toBeNull()
  expect(octetByOctet(wire).content).toBe(whole(wire).content)
})

test('a message survives stuffing and any cut into pieces', () => {
  const text = fc
    .array(fc.constantFrom('.', '..', 'a', '\r\n', '\r\n.', 'line'), { maxLength: 40 })
    .map(parts => `${parts.join('')}\r\n`)
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (message, cuts) => {
      const wire = Buffer.from(`${message.replace(/^\./gm, '..')}.\r\nRSET\r\n`)
      const pieces: Buffer[] = []
      let at = 0
      for (const cut of cuts) {
        pieces.push(wire.subarray(at, at + cut))
        at += cut
      }
      pieces.push(wire.subarray(at))
      expect(decode(pieces)).toEqual({ content: message, behind: 'RSET\r\n' })
    }),
  )
})

test('hostile octets give the same result however they are cut', () => {
  const octet = fc.constantFrom(0x0d, 0x0a, 0x2e, 0x00, 0x61)
  fc.assert(
    fc.property(fc.array(octet, { maxLength: 60 }), fc.integer({ min: 0, max: 60 }), (octets, cut) => {
      const wire = Buffer.from(octets)
      const expected = decode([wire])
      expect(decode([wire.subarray(0, cut), wire.subarray(cut)])).toEqual(expected)
      expect(octetByOctet(wire.toString('latin1'))).toEqual(expected)
    }),
  )
})
