import { ASTRING_CHARACTERS } from '../atom.ts'
import { createGrowing, createInput, type Growing } from './octet-input.ts'

/**
 * Cuts the octets of a connection into commands (RFC 9051, section 2.2; literals: section 4.3 and RFC 7888). A literal is
 * data whatever it holds, so that nothing within one is ever taken for a command. The reader keeps no more than its bounds
 * allow, however much is announced.
 */

export type Literal = { readonly octets: Buffer; readonly isBinary: boolean }

/** A command in octets, one character each; `LITERAL` stands where a literal was. */
export type CommandText = { readonly text: string; readonly literals: readonly Literal[] }

export const LITERAL = '\u0100'

/** A literal that a client has announced. */
export type AnnouncedLiteral = {
  /** The first words of the command in capitals, such as `APPEND` or `UID SEARCH`. */
  readonly command: string
  readonly octets: number
  /** The octets of the literals that the command already has. */
  readonly before: number
  /** False when the client sends it without waiting. */
  readonly isAwaited: boolean
}

export type ReaderBounds = {
  /** The octets of a command without its literals. */
  readonly line: number
  /** The number of literals in one command. */
  readonly literals: number
  /** How many octets that nobody wants are read and dropped before the connection has to end. */
  readonly dropped: number
  isTaken(literal: AnnouncedLiteral): boolean
}

/** `tooLarge` is answered by NO [TOOBIG], the others by BAD. */
export type Refused = 'lineTooLong' | 'tooManyLiterals' | 'tooLarge'

export type ReadEvent =
  | { readonly kind: 'command'; readonly command: CommandText }
  /** The client waits for `+` before it sends a literal. */
  | { readonly kind: 'awaited' }
  /** The command is over, and the connection goes on. */
  | { readonly kind: 'refused'; readonly tag: string | null; readonly reason: Refused }
  /** The client sends more than anybody reads: BYE. */
  | { readonly kind: 'hopeless' }

export type CommandReader = {
  push(chunk: Buffer): void
  /** Returns null until there is more to read. After `hopeless` there is nothing any more. */
  next(): ReadEvent | null
  /** Returns a line that is no command: an answer to AUTHENTICATE, or the end of IDLE. Null until it is complete. */
  nextLine(): string | 'tooLong' | null
  /** Takes what was not read yet: after STARTTLS and COMPRESS it is something else. */
  takeRest(): Buffer
}

type Announced = { octets: number; isAwaited: boolean; isBinary: boolean }
/** `kept` is null when nobody wants the octets. */
type Taking = Announced & { missing: number; kept: Growing | null }
/** The command that is being read. */
type Begun = { text: string; literals: Literal[]; held: number; refused: Refused | null; dropped: number }

const ANNOUNCED = /(~?)\{(\d{1,15})(\+?)\}$/
const TAG = new RegExp(`^[${ASTRING_CHARACTERS.replace('+', '')}]{1,200}$`)
/** A line that nobody wants counts as that many octets, so that empty ones end, too. */
const LINE_COST = 64

const begin = (): Begun => ({ text: '', literals: [], held: 0, refused: null, dropped: 0 })

export function createCommandReader(bounds: () => ReaderBounds): CommandReader {
  const input = createInput()
  let begun = begin()
  let taking: Taking | null = null
  let isHopeless = false

  const giveUp = (): ReadEvent => {
    isHopeless = true
    return { kind: 'hopeless' }
  }

  const finish = (): ReadEvent => {
    const { text, literals, refused } = begun
    begun = begin()
    if (refused === null) return { kind: 'command', command: { text, literals } }
    return { kind: 'refused', tag: tagOf(text), reason: refused }
  }

  /** Returns null when the client sends the literal without being told. */
  const announce = (literal: Announced): ReadEvent | null => {
    begun.refused ??= faultOf(literal, begun, bounds())
    if (begun.refused !== null && literal.isAwaited) return finish()
    if (begun.refused !== null) {
      begun.dropped += literal.octets
      if (begun.dropped > bounds().dropped) return giveUp()
    }
    const kept = begun.refused === null ? createGrowing(literal.octets) : null
    taking = { ...literal, missing: literal.octets, kept }
    return literal.isAwaited ? { kind: 'awaited' } : null
  }

  /** Returns false when more of the literal has to come. */
  const take = (literal: Taking): boolean => {
    while (literal.missing > 0) {
      const chunk = input.take(literal.missing)
      if (chunk === null) return false
      literal.missing -= chunk.length
      literal.kept?.append(chunk)
    }
    taking = null
    if (literal.kept === null) return true
    begun.literals.push({ octets: literal.kept.octets(), isBinary: literal.isBinary })
    begun.held += literal.octets
    begun.text += LITERAL
    return true
  }

  /** Returns null when there is no whole line, and `goOn` when a literal follows. */
  const readLine = (): ReadEvent | 'goOn' | null => {
    const line = input.line(Math.max(0, bounds().line - begun.text.length), bounds().dropped)
    if (line === null) return null
    if (line === 'endless') return giveUp()
    if (line.kind === 'cut') {
      if (begun.text === '') begun.text = line.head
      begun.refused ??= 'lineTooLong'
      begun.dropped += line.lost
    }
    if (begun.refused !== null) begun.dropped += LINE_COST
    if (begun.dropped > bounds().dropped) return giveUp()
    const end = line.kind === 'cut' ? line.tail : line.text
    // A quoted string ends on its line. What looks like a literal within one is part of the fault.
    const literal = line.kind === 'line' && endsQuoted(end) ? null : announcedBy(end)
    if (line.kind === 'line' && begun.refused === null)
      begun.text += literal === null ? end : end.replace(ANNOUNCED, '')
    return literal === null ? finish() : (announce(literal) ?? 'goOn')
  }

  return {
    push: input.push,
    next: () => {
      while (!isHopeless) {
        if (taking !== null && !take(taking)) return null
        const read = readLine()
        if (read !== 'goOn') return read
      }
      return null
    },
    nextLine: () => {
      const line = input.line(bounds().line, bounds().dropped)
      if (line === null) return null
      return line !== 'endless' && line.kind === 'line' ? line.text : 'tooLong'
    },
    takeRest: input.rest,
  }
}

function faultOf({ octets, isAwaited }: Announced, begun: Begun, bounds: ReaderBounds): Refused | null {
  if (begun.literals.length >= bounds.literals) return 'tooManyLiterals'
  const announced = { command: commandOf(begun.text), octets, before: begun.held, isAwaited }
  return bounds.isTaken(announced) ? null : 'tooLarge'
}

function announcedBy(line: string): Announced | null {
  const found = ANNOUNCED.exec(line)
  if (found === null) return null
  return { octets: Number(found[2]), isAwaited: found[3] === '', isBinary: found[1] === '~' }
}

/** True when a quoted string is open at the end of the line. */
function endsQuoted(line: string): boolean {
  let isOpen = false
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    if (!isOpen) isOpen = true
    else if (!isEscaped(line, at)) isOpen = false
  }
  return isOpen
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0
  while (line[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Returns the tag of a command, as far as there is one. */
export function tagOf(text: string): string | null {
  const end = text.slice(0, 256).search(/ |$/)
  const tag = text.slice(0, end)
  return TAG.test(tag) ? tag : null
}

function commandOf(text: string): string {
  const [, first = '', second = ''] = text.slice(0, 512).toUpperCase().split(' ')
  return first === 'UID' ? `${first} ${second}` : first
}
