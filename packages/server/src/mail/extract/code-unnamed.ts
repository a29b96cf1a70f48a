import { fillsCell, fillsLine, isAnnounced, namesCode, near, type Place, speaksOfCode } from './code-place.ts'
import { type CodeVerdict, isAgainst, NO, unnamed } from './code-verdict.ts'
import {
  isDirect,
  isGermanIn,
  isKindOf,
  isPointing,
  isTellingOn,
  isTellingThis,
  isTight,
  isToldAfter,
} from './glue.ts'

/** Judges codes without a name: the mail tells the reader to type them in, or is about nothing else. */

/** The distance before a number in which pointing words are searched. */
const LAST_WORDS = 60
/** A mail with so few lines is about one thing only. */
const BARE_MAIL = 8

/** Accepts a number without a name when the mail tells the reader to type it in and for what purpose. */
export function fromPurpose(place: Place): CodeVerdict {
  const { reading, line, token, from, to } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const verb = reading
    .find('type', line)
    .findLast(
      one => one.start >= from && one.end <= token.start && !isKindOf(one.word, plain.slice(from, one.start)),
    )
  const after = plain.slice(token.end)
  const told =
    (verb !== undefined && (isTight(plain.slice(verb.end, token.start)) || isGermanIn(after))) ||
    isToldAfter(after)
  if (!told || token.shape === 'letters' || near(reading, 'venue', line, 0)) return NO
  if (reading.has('venue', 0) && !reading.has('auth', 0)) return NO
  if (reading.has('auth', line, from, to)) return unnamed(0.75, line)
  if (isAnnounced(reading) && !reading.has('venue', 0)) return unnamed(0.7, line)
  const beside = reading.has('auth', line - 1) || reading.has('auth', line + 1)
  if (beside && !near(reading, 'venue', line, 1)) return unnamed(0.65, line)
  if (token.shape !== 'digits') return NO
  const short = near(reading, 'brief', line, 2) || near(reading, 'minutes', line, 2)
  if (reading.has('auth', line) && short) return unnamed(0.7, line)
  const named = [line - 1, line + 1, line + 2].some(at => namesCode(reading, at))
  return named ? unnamed(0.7, line) : NO
}

/**
 * Accepts a number with "Use this one:", "请改用这组新的：" or "Enter this to continue." on its line or a line beside
 * it.
 */
export function fromPointer(place: Place, lone: boolean): CodeVerdict {
  const { reading, line, token } = place
  if (token.shape === 'letters' || line === 0) return NO
  const told = lone ? isPointedAt(place) : isPointedAtWithin(place)
  if (!told || [0, line - 1, line, line + 1].some(at => reading.has('venue', at))) return NO
  return unnamed(lone ? 0.65 : 0.7, line)
}

/** "The old code is void. Use this new one: 833915" */
function isPointedAtWithin(place: Place): boolean {
  const { reading, line, token, from, to } = place
  const before = (reading.lines[line]?.plain() ?? '').slice(0, token.start).slice(-LAST_WORDS)
  if (!/\p{L}/u.test(before) || !(speaksOfCode(reading, 0) || speaksOfCode(reading, line))) return false
  const asked = /:\s*$/.test(before) && reading.has('auth', line, from, to) && reading.has('type', line)
  return asked || isPointing(before)
}

/** True when the line above or below points at a number that has its line to itself. */
function isPointedAt(place: Place): boolean {
  const { reading, line } = place
  const above = reading.lines[line - 1]?.plain() ?? ''
  const below = reading.lines[line + 1]?.plain() ?? ''
  const name = reading.labels(line - 1).at(-1)
  if (name !== undefined && isAgainst(name) && isDirect(above.slice(name.end))) return false
  if (!isPointing(above) && !isTellingThis(above) && !isTellingThis(below) && !isTellingOn(below))
    return false
  const short = near(reading, 'brief', line, 3) || near(reading, 'minutes', line, 3)
  const about = reading.has('auth', line - 1) || reading.has('auth', line + 1)
  return short || about || speaksOfCode(reading, 0) || reading.lines.length <= BARE_MAIL
}

/** Accepts a number set apart at an end of a subject about signing in, when the text goes on about a code. */
export function fromSubject(place: Place): CodeVerdict {
  const { reading, line, token } = place
  if (line !== 0 || token.shape === 'letters' || reading.has('venue', 0)) return NO
  // "Type the five characters that stand in the subject.", "Your code is the subject line."
  const whole = fillsLine(place)
  const meant = [1, 2, 3, 4].some(
    at =>
      reading.has('subject', at) && (near(reading, 'type', at, 1) || (whole && speaksOfCode(reading, at))),
  )
  if (meant && !reading.labels(0).some(isAgainst)) return unnamed(0.7, 0)
  if (token.shape !== 'digits' || !reading.has('auth', 0)) return NO
  const text = reading.lines[0]?.plain() ?? ''
  const apart = /[:|\-([]\s{0,2}$/.test(text.slice(0, token.start)) || token.start === 0
  const outer = /^[\s)\].!]{0,3}$/.test(text.slice(token.end)) || token.start === 0
  const named = [1, 2, 3, 4, 5, 6].some(at => speaksOfCode(reading, at))
  return apart && outer && named ? unnamed(0.7, 0) : NO
}

/** Accepts a lone number without any name in a mail about signing in, if it is valid for minutes. */
export function fromTopic(place: Place): CodeVerdict {
  const { reading, line, token } = place
  if (namesCode(reading, 0) && line > 0) return unnamed(0.8, 0)
  if (token.shape === 'letters' || reading.has('venue', 0)) return NO
  if (near(reading, 'bargain', line, 2) || near(reading, 'handover', line, 1)) return NO
  const short = near(reading, 'brief', line, 4) || near(reading, 'minutes', line, 4)
  const guarded = near(reading, 'guard', line, 6)
  const spoken = reading.has('auth', 0) || reading.labels(0).some(label => label.kind === 'maybe')
  if (spoken) return short || guarded ? unnamed(0.65, 0) : NO
  // When the subject tells nothing, the line above must mention signing in, and the number must be both
  // short-lived and secret.
  if (token.shape !== 'digits' || line < 2 || near(reading, 'venue', line, 2)) return NO
  const told = reading.has('auth', line - 1) && short && guarded
  return told ? unnamed(0.65, line - 1) : NO
}

/** One character at a time, with blanks, signs or cells between. */
const SPELLED = /^[0-9A-Z](?:[ \t]{0,3}[ \t·|.-][ \t]{0,3}[0-9A-Z]){3,}$/
const SPOKEN = ['auth', 'type', 'brief', 'minutes', 'screen', 'figures', 'guard'] as const

/** True for "4 8 2 9 1 3" and digits in cells of their own: hardly anything but a code is written so. */
export function isSpelled({ reading, line, token }: Place): boolean {
  return SPELLED.test((reading.lines[line]?.folded ?? '').slice(token.start, token.end))
}

/** Accepts a number that is spelled out on a line of its own, beside words that stand around codes. */
export function fromSpelled(place: Place): CodeVerdict {
  const { reading, line } = place
  if (!isSpelled(place) || !(fillsLine(place) || fillsCell(place))) return NO
  if (near(reading, 'venue', line, 1) || near(reading, 'bargain', line, 2)) return NO
  return SPOKEN.some(kind => near(reading, kind, line, 2)) ? unnamed(0.65, line) : NO
}

/** The number of lines around in which a struck number makes this one its successor. */
const STRUCK_NEAR = 3

/** Accepts a number beside a struck one of the same length: the old code and the new one. */
export function fromStruck({ reading, line, token }: Place): CodeVerdict {
  const length = (token.value ?? '').replace(/\W/g, '').length
  for (let at = Math.max(0, line - STRUCK_NEAR); at <= line + STRUCK_NEAR; at++) {
    const { folded = '', struck = [] } = reading.lines[at] ?? {}
    if (struck.some(([from, to]) => (folded.slice(from, to).match(/[0-9A-Za-z]/g)?.length ?? 0) === length))
      return unnamed(0.65, line)
  }
  return NO
}
