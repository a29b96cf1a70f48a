import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeThread } from '../imap/write-thread.ts'
import { baseSubject } from './base-subject.ts'
import { letterFacts } from './letter-facts.ts'
import { type OrderedLetter, type OrderField, orderLetters } from './order-letters.ts'
import { threadByReferences, threadBySubject } from './thread-letters.ts'
import { allNodes, type ThreadedLetter, type ThreadNode } from './thread-node.ts'

const letter = (
  number: number,
  subject: string,
  messageId: string | null,
  ...references: string[]
): ThreadedLetter => ({
  number,
  subject,
  messageId,
  references,
  sentAt: number * 1_000,
  internalDate: 0,
})

const told = (roots: readonly ThreadNode[]) => writeThread(roots, number => number).slice('* THREAD '.length)
const byReferences = (...letters: ThreadedLetter[]) => told(threadByReferences(letters))

describe('the base of a subject', () => {
  it.each([
    ['Re: hello', 'hello', true],
    ['re : [list] Fwd: hello (fwd) (FWD)', 'hello', true],
    ['[Fwd: Re: hello]', 'hello', true],
    ['[list] hello', 'hello', false],
    ['[list]', '[list]', false],
    ['Re[2]: hello', 'hello', true],
    ['RE: RE:  hello\tagain', 'hello again', true],
    ['回复：转发: 您好', '您好', true],
    ['AW: WG: hello', 'hello', true],
    ['Re:', '', true],
    ['Reply: hello', 'reply: hello', false],
    ['regarding', 'regarding', false],
  ])('of %s is %s', (subject, base, isReply) => {
    expect(baseSubject(subject)).toEqual({ base, isReply })
  })

  it('is found in bounded time, and has no base of its own but itself', () => {
    for (const piece of ['Re: ', '[a]', '(fwd)', '[fwd: ', '[', 'Re', ' ']) baseSubject(piece.repeat(100_000))
    const piece = fc.constantFrom('Re:', ' ', '[a]', '[fwd:', ']', '(fwd)', 'x', '转发：', '[')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const { base } = baseSubject(pieces.join(''))
        expect(baseSubject(base).base).toBe(base)
      }),
    )
  })
})

describe('threads by references', () => {
  it('stand below those that they answer, in the order of sending', () => {
    const [a, b, c, d] = [
      letter(1, 'a', '<1>'),
      letter(2, 'b', '<2>', '<1>'),
      letter(3, 'c', '<3>', '<1>'),
      letter(4, 'd', '<4>', '<1>', '<2>'),
    ]
    expect(byReferences(a, b, c, d)).toBe('(1 (2 4)(3))')
    expect(byReferences(d, c, b, a)).toBe('(1 (2 4)(3))')
  })

  it('hold together what answers a letter that nobody has', () => {
    expect(byReferences(letter(4, 'b', null, '<x>'), letter(5, 'c', null, '<x>'))).toBe('((4)(5))')
    expect(byReferences(letter(4, 'b', null, '<x>'), letter(5, 'c', '<5>', '<x>', '<y>'))).toBe('((4)(5))')
    expect(byReferences(letter(4, 'b', null, '<x>', '<y>'))).toBe('(4)')
  })

  it('of the same subject are one', () => {
    expect(byReferences(letter(6, 'Re: [foo] d', '<6>'), letter(7, 'd', '<7>'))).toBe('(7 6)')
    expect(byReferences(letter(1, 'Re: d', '<6>'), letter(2, 'Re: D', '<7>'))).toBe('((1)(2))')
    expect(byReferences(letter(1, '', '<6>'), letter(2, '', '<7>'))).toBe('(1)(2)')
    expect(
      byReferences(letter(1, 'd', '<1>', '<x>'), letter(2, 'e', '<2>', '<x>'), letter(3, 'd', '<3>')),
    ).toBe('((1)(2)(3))')
  })

  it('have no circle, and leave out nobody, whatever the letters name', () => {
    const id = fc.constantFrom('<1>', '<2>', '<3>', '<4>', '<5>', '<6>')
    const any = fc.record({
      id: fc.option(id),
      references: fc.array(id, { maxLength: 5 }),
      subject: fc.constantFrom('a', 'Re: a', 'b', ''),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), given => {
        const letters = given.map((one, at) => letter(at + 1, one.subject, one.id, ...one.references))
        for (const roots of [threadByReferences(letters), threadBySubject(letters)]) {
          const numbers = allNodes(roots).flatMap(node => node.letter?.number ?? [])
          expect(numbers.sort((a, b) => a - b)).toEqual(letters.map(({ number }) => number))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('may be as deep and as broad as they come', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) =>
      letter(at + 1, `s${at}`, `<${at}>`, `<${at - 1}>`),
    )
    expect(byReferences(...chain.toReversed())).toBe(`(${chain.map(({ number }) => number).join(' ')})`)
    const broad = Array.from({ length: 20_000 }, (_, at) => letter(at + 2, `s${at}`, null, '<1>'))
    expect(byReferences(letter(1, 'x', '<1>'), ...broad)).toBe(
      `(1 ${broad.map(({ number }) => `(${number})`).join('')})`,
    )
  }, 60_000)
})

describe('threads by subject', () => {
  it('have the first letter above all others', () => {
    const letters = [
      letter(3, 'Re: a', null),
      letter(1, 'a', null),
      letter(2, 'b', null),
      letter(4, 'A', null),
    ]
    expect(told(threadBySubject(letters))).toBe('(1 (3)(4))(2)')
  })
})

describe('the order of letters', () => {
  const one = (number: number, given: Partial<OrderedLetter>): OrderedLetter => ({
    number,
    internalDate: 50,
    octets: 5,
    sentAt: null,
    subject: '',
    from: '',
    to: '',
    cc: '',
    ...given,
  })
  const ordered = (field: OrderField, isReverse: boolean, ...letters: OrderedLetter[]) =>
    orderLetters(letters, [{ field, isReverse }]).map(({ number }) => number)

  it('follows each key, and the numbers where nothing else differs', () => {
    const letters = [
      one(3, { subject: 'Re: b', sentAt: 60, from: 'Zoe', octets: 1 }),
      one(1, { subject: 'B', sentAt: 40, from: 'adam', octets: 1 }),
      one(2, { subject: 'a', from: 'Bob', internalDate: 45 }),
    ]
    expect(ordered('subject', false, ...letters)).toEqual([2, 1, 3])
    expect(ordered('date', false, ...letters)).toEqual([1, 2, 3])
    expect(ordered('from', true, ...letters)).toEqual([3, 2, 1])
    expect(ordered('size', true, ...letters)).toEqual([2, 1, 3])
    expect(ordered('arrival', false, ...letters)).toEqual([2, 1, 3])
  })

  it('is decided by what the headers say', () => {
    const header =
      'From: "A, B" <ab@x.example>, c@y.example\r\nTo: =?utf-8?q?=C3=A9?= <e@x>\r\nIn-Reply-To: <q@x> by z\r\n'
    const facts = letterFacts(
      Buffer.from(
        `${header}Message-ID: <m@x>\r\nDate: 1 Jan 2026 01:00 +0100\r\nSubject: =?utf-8?b?5L2g?=\r\n\r\n`,
      ),
    )
    expect(facts).toEqual({
      sentAt: Date.UTC(2026, 0, 1),
      subject: '你',
      from: 'ab',
      to: 'e',
      cc: '',
      messageId: '<m@x>',
      references: ['<q@x>'],
    })
  })
})
