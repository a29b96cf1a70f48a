/**
 * Reads bounces that were written only for people. Many mail systems have their own words (`bounce-words.ts`);
 * those of no known make are read by what all bounces have (`unknown-style.ts`). All patterns are bounded, and
 * the text is read line by line.
 */
import { type BounceFinding, cleanDiagnostic, cleanRecipient, maxEntries, statusIn } from './bounce.ts'
import { failed, final, late, says } from './bounce-signs.ts'
import { returned, type Style, styles } from './bounce-words.ts'
import { judgeFailure } from './judge-failure.ts'
import { clearest, readUnknownStyle, reasonOf } from './unknown-style.ts'

export type BounceText = {
  readonly subject: string
  /** The text before the returned mail; see `ownLines`. */
  readonly lines: readonly string[]
  /** The value of the header X-Failed-Recipients of Exim and Gmail. */
  readonly failedRecipients: string
  readonly originalTo: readonly string[]
  readonly notThese: ReadonlySet<string>
}

const maxOpening = 3000

/** Matches a line that holds an address and perhaps a remark, for systems that do not keep to their own form. */
const loneAddress = /^\s*[<'"]?([^\s<>():;,'"]{1,64}@[^\s<>():;,'"]{1,253})[>'"]?\s*(?:[,:;(-].*)?$/

/** Returns the lines before the returned mail. */
export function ownLines(text: string): string[] {
  const lines = text.split('\n').map(line => line.slice(0, 1000))
  const end = lines.findIndex(line => returned.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

/** True for a notice that more attempts follow. */
export function isLate(subject: string, lines: readonly string[]): boolean {
  const opening = lines.join('\n').slice(0, maxOpening)
  return says(late, `${subject}\n${opening}`) && !says(final, opening)
}

/** Splits the lines into blocks: a recipient and the lines up to the next one. */
function blocks(lines: readonly string[], style: Style): { recipient: string; words: string[] }[] {
  const found: { recipient: string; words: string[] }[] = []
  for (const line of lines) {
    const recipient = cleanRecipient(style.recipient.exec(line)?.[1] ?? '')
    if (recipient !== null && found.length < maxEntries) {
      const rest = line.slice(line.lastIndexOf(recipient.slice(recipient.lastIndexOf('@'))) + 1)
      const words = /[:：]/.test(rest) ? [rest.replace(/^[^:：]*[:：]/, '')] : []
      found.push({ recipient, words })
    } else {
      const last = found.at(-1)
      if (last !== undefined && last.words.length < 40) last.words.push(line)
    }
  }
  return found
}

/** Takes the text up to the first empty line after some content; "because:" alone is not content. */
function firstParagraph(words: string): string {
  const paragraphs = words.trim().split(/\n\s*\n/, 2)
  return paragraphs.find(paragraph => !/^\S{1,20}[:：]$/.test(paragraph.trim())) ?? ''
}

function reasonIn(lines: readonly string[], style: Style): string | null {
  if (style.reason === undefined) return null
  for (const [index, line] of lines.entries()) {
    const found = style.reason.exec(line)
    if (found === null) continue
    const words = (found[1] ?? '').trim()
    return words === '' ? (lines.slice(index + 1).find(next => next.trim() !== '') ?? null) : words
  }
  return null
}

function styleOf(subject: string, opening: string): Style | undefined {
  return styles.find(({ sign }) => sign.test(opening)) ?? styles.find(({ sign }) => sign.test(subject))
}

const isSilent = (words: string): boolean =>
  words.trim() === '' || judgeFailure({ status: null, text: words }).failure === 'other'

function readStyle(style: Style, bounce: BounceText, isDelay: boolean): BounceFinding[] {
  const { lines: all } = bounce
  const end = style.end === undefined ? -1 : all.findIndex(line => style.end?.test(line))
  const lines = end < 0 ? all : all.slice(0, end)
  const general = reasonIn(lines, style)

  const finding = (recipient: string, block: readonly string[], isOnly: boolean): BounceFinding => {
    const words = block.join('\n')
    const first = general ?? firstParagraph(words)
    const fuller = isSilent(first) ? clearest([first, reasonOf(block)]) : first
    // Some systems name the reason before the recipient.
    const diagnostic = isOnly && isSilent(fuller) ? clearest([fuller, reasonOf(lines)]) : fuller
    return {
      recipient,
      action: isDelay ? 'delayed' : 'failed',
      status: statusIn(diagnostic) ?? statusIn(words),
      diagnostic: cleanDiagnostic(diagnostic),
      originalRecipient: null,
    }
  }
  const found = (list: readonly { recipient: string; words: string[] }[]) =>
    list.map(({ recipient, words }, _, { length }) => finding(recipient, words, length === 1))

  const formal = found(blocks(lines, style))
  if (formal.length > 0) return formal
  const named = namedIn(bounce.failedRecipients)
  if (named.length > 0) return named.map(recipient => finding(recipient, lines, true))
  const lone = blocks(lines, { ...style, recipient: loneAddress })
  return found(lone.filter(({ recipient }) => !bounce.notThese.has(recipient.toLowerCase())))
}

const namedIn = (failedRecipients: string): string[] =>
  failedRecipients
    .split(',')
    .slice(0, maxEntries)
    .map(cleanRecipient)
    .filter(recipient => recipient !== null)

export function readBounceText(bounce: BounceText): BounceFinding[] {
  const opening = bounce.lines.join('\n').slice(0, maxOpening)
  const whole = `${bounce.subject}\n${opening}`
  const style = styleOf(bounce.subject, opening)
  const isDelay = isLate(bounce.subject, bounce.lines)
  const found = style === undefined ? [] : readStyle(style, bounce, isDelay)
  if (found.length > 0 || (style === undefined && !says(failed, whole) && !isDelay)) return found
  return readUnknownStyle({
    lines: bounce.lines,
    failedRecipients: namedIn(bounce.failedRecipients),
    originalTo: bounce.originalTo,
    notThese: bounce.notThese,
    isLate: isDelay,
  })
}
