import { fillsLine, isAnnounced, namesCode, near, type Place, speaksOfCode } from './code-place.ts'
import { isAgainst, NO, unnamed, type Verdict } from './code-verdict.ts'
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

/** Codes that nobody calls by a name: the reader is told to type them in, or the mail is about nothing else. */

/** How far before a number words that point at it are looked for. */
const LAST_WORDS = 60
/** A mail of so few lines is about nothing else. */
const BARE_MAIL = 8

/** No name, but the reader is told to type it in, and what for. */
export function fromDeed(place: Place): Verdict {
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

/** "Use this one:", "请改用这组新的：", "Enter this to continue." on the line of the number or one beside it. */
export function fromPointer(place: Place, lone: boolean): Verdict {
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

/** The line above or below points at a number that has its line to itself. */
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

/** A number set apart at an end of a subject about signing in, when the mail goes on about a code. */
export function fromSubject(place: Place): Verdict {
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

/** No name anywhere: a lone number in a mail about signing in, that lives for minutes. */
export function fromTopic(place: Place): Verdict {
  const { reading, line, token } = place
  if (namesCode(reading, 0) && line > 0) return unnamed(0.8, 0)
  if (token.shape === 'letters' || reading.has('venue', 0)) return NO
  if (near(reading, 'bargain', line, 2) || near(reading, 'handover', line, 1)) return NO
  const short = near(reading, 'brief', line, 4) || near(reading, 'minutes', line, 4)
  const guarded = near(reading, 'guard', line, 6)
  const spoken = reading.has('auth', 0) || reading.labels(0).some(label => label.kind === 'maybe')
  if (spoken) return short || guarded ? unnamed(0.65, 0) : NO
  // A subject that says nothing: the line above tells of signing in, and the number is both short-lived and secret.
  if (token.shape !== 'digits' || line < 2 || near(reading, 'venue', line, 2)) return NO
  const told = reading.has('auth', line - 1) && short && guarded
  return told ? unnamed(0.65, line - 1) : NO
}
