import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from './parse-command.ts'
import { type AnnouncedLiteral, createCommandReader, type ReadEvent } from './read-commands.ts'

const usual = {
  line: 2_000,
  literals: 10,
  dropped: 50_000,
  isTaken: ({ octets }: AnnouncedLiteral) => octets <= 1_000,
}

function eventsOf(chunks: readonly Buffer[], bounds = usual): ReadEvent[] {
  const reader = createCommandReader(() => bounds)
  return chunks.flatMap(chunk => {
    reader.push(chunk)
    const events: ReadEvent[] = []
    for (let event = reader.next(); event !== null; event = reader.next()) events.push(event)
    return events
  })
}

const read = (text: string) => eventsOf([Buffer.from(text, 'latin1')])

/** What each event says, in short. */
const told = (text: string): string[] =>
  read(text).map(event => {
    if (event.kind === 'refused') return `${event.tag} ${event.reason}`
    if (event.kind !== 'command') return event.kind
    const parsed = parseCommand(event.command, { isUtf8: false })
    return parsed.kind === 'command' ? `${parsed.tag} ${parsed.command.name}` : `${parsed.tag} BAD`
  })

describe('the reader of commands', () => {
  it('gives the same commands wherever the octets are cut', () => {
    const text =
      'a LOGIN {3}\r\nb\r\n {4+}\r\n\r\nx\r\r\nc NOOP\r\nd APPEND x {5}\r\n12345 {0+}\r\n\r\ne LOGIN "a{3}\r\nf NOOP\r\n'
    const whole = read(text)
    expect(whole.filter(event => event.kind === 'command')).toHaveLength(5)
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), cuts => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length]
        const chunks = places
          .slice(1)
          .map((end, index) => Buffer.from(text.slice(places[index], end), 'latin1'))
        expect(eventsOf(chunks)).toEqual(whole)
      }),
    )
    expect(eventsOf([...text].map(char => Buffer.from(char, 'latin1')))).toEqual(whole)
  })

  it('takes nothing within a literal for a command', () => {
    expect(told('a APPEND x {12}\r\nz LOGOUT\r\n\r\n\r\nb NOOP\r\n')).toEqual([
      'awaited',
      'a append',
      'b noop',
    ])
  })

  it('refuses a literal that is too large, and goes on behind it', () => {
    expect(told('a LOGIN {2000000000}\r\nb NOOP\r\n')).toEqual(['a tooLarge', 'b noop'])
    expect(told(`a LOGIN {2000+}\r\n${'b NOOP\r\n'.repeat(250)} x\r\nc NOOP\r\n`)).toEqual([
      'a tooLarge',
      'c noop',
    ])
    expect(told('a LOGIN {2000000000+}\r\nb NOOP\r\n')).toEqual(['hopeless'])
    expect(told(`a LOGIN ${'{1+}\r\nx '.repeat(11)}y\r\nb NOOP\r\n`)).toEqual(['a tooManyLiterals', 'b noop'])
  })

  it('refuses a line that is too long, and keeps nothing of one that never ends', () => {
    expect(told(`a NOOP ${'x'.repeat(5_000)}\r\nb NOOP\r\n`)).toEqual(['a lineTooLong', 'b noop'])
    const endless = Array.from({ length: 30 }, () => Buffer.alloc(4_096, 'x'))
    expect(eventsOf(endless)).toEqual([{ kind: 'hopeless' }])
  })

  it('leaves what follows to others when it is told to', () => {
    const reader = createCommandReader(() => usual)
    reader.push(Buffer.from('a STARTTLS\r\nb LOGIN x y\r\nc'))
    expect(reader.next()?.kind).toBe('command')
    expect(reader.takeRest().toString()).toBe('b LOGIN x y\r\nc')
    expect(reader.next()).toBeNull()
    reader.push(Buffer.from('DO'))
    expect(reader.nextLine()).toBeNull()
    reader.push(Buffer.from('NE\r\nd NOOP\r\n'))
    expect(reader.nextLine()).toBe('DONE')
    expect(reader.next()?.kind).toBe('command')
  })

  it('never throws, and never keeps more than its bounds, whatever comes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a ',
        '\r\n',
        '{3}',
        '{3+}',
        '~{9}',
        '"',
        '\\',
        '(',
        ')',
        'FETCH',
        ' 1:*',
        'BODY[',
        '\0',
        'é',
      ),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        for (const event of eventsOf(pieces.map(text => Buffer.from(text, 'latin1')))) {
          if (event.kind !== 'command') continue
          expect(event.command.text.length).toBeLessThanOrEqual(usual.line + 2)
          parseCommand(event.command, { isUtf8: true })
        }
      }),
    )
  })
})
