/**
 * Finds OpenPGP within the text of a letter (RFC 9580, sections 6 and 7), where old programs put it. Lines of a
 * signature are for programs, so that people get the letter without them. Nothing is checked.
 */

export type Armour = {
  /** The text without the lines around what is signed. */
  text: string
  isEncrypted: boolean
  /** Null when nothing is signed; `part` when there are words outside of what is signed. */
  signed: 'whole' | 'part' | null
}

const SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----'
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----'
const SIGNATURE_END = '-----END PGP SIGNATURE-----'
const MESSAGE = '-----BEGIN PGP MESSAGE-----'
const MESSAGE_END = '-----END PGP MESSAGE-----'

export function readArmour(text: string): Armour {
  if (!text.includes('-----BEGIN PGP ')) return { text, isEncrypted: false, signed: null }
  const lines = text.split('\n')
  const kept: string[] = []
  let from = 0
  let outside = ''
  let isSigned = false
  for (;;) {
    const block = nextSigned(lines, from)
    const before = lines.slice(from, block?.start)
    for (const line of before) kept.push(line)
    outside ||= before.join('').trim()
    if (block === null) break
    isSigned = true
    for (const line of lines.slice(block.textStart, block.textEnd)) kept.push(line.replace(/^- /, ''))
    from = block.end
  }
  const signed = !isSigned ? null : outside === '' ? 'whole' : 'part'
  return { text: isSigned ? kept.join('\n') : text, isEncrypted: hasMessage(lines), signed }
}

type Block = { start: number; textStart: number; textEnd: number; end: number }

/** A block without its end is left as it is. */
function nextSigned(lines: readonly string[], from: number): Block | null {
  const start = lineOf(lines, SIGNED, from)
  const textEnd = start < 0 ? -1 : lineOf(lines, SIGNATURE, start)
  const last = textEnd < 0 ? -1 : lineOf(lines, SIGNATURE_END, textEnd)
  if (last < 0) return null
  // Names of digests, up to an empty line.
  let textStart = start + 1
  while (textStart < textEnd && /^[A-Za-z]{1,20}:/.test(lines[textStart] ?? '')) textStart++
  if (lines[textStart]?.trim() === '') textStart++
  return { start, textStart: Math.min(textStart, textEnd), textEnd, end: last + 1 }
}

function hasMessage(lines: readonly string[]): boolean {
  const start = lineOf(lines, MESSAGE, 0)
  return start >= 0 && lineOf(lines, MESSAGE_END, start) >= 0
}

const lineOf = (lines: readonly string[], mark: string, from: number): number => {
  for (let at = from; at < lines.length; at++) if (lines[at]?.trimEnd() === mark) return at
  return -1
}
