/**
 * Reads bounces that were written only for people. Every mail system has its own words (`bounce-words.ts`).
 * All patterns are bounded, and the text is read line by line.
 */
import { type BounceFinding, cleanDiagnostic, cleanRecipient, maxEntries, statusIn } from './bounce.ts'
import { delayedWords, finalWords, returned, type Style, styles } from './bounce-words.ts'

export type BounceText = {
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** The value of the header X-Failed-Recipients of Exim and Gmail. */
  readonly failedRecipients: string
  readonly maxLength: number
}

/**
 * Matches a line that holds an address and perhaps a remark, for systems that do not keep to their own form.
 */
const loneAddress = /^\s*[<'"]?([^\s<>():;,'"]{1,64}@[^\s<>():;,'"]{1,253})[>'"]?\s*(?:[,:;(-].*)?$/

/**
 * Turns tags into line ends or nothing, and entities into characters: enough to read addresses and reasons.
 */
function htmlLines(html: string): string {
  return html
    .replace(/<(?:style|script|title)\b[^>]{0,500}>[^<]{0,20000}/gi, '')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d|\/table|p|div|tr)\b[^<>]{0,1000}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

function ownLines(text: string, style: Style): string[] {
  const lines = text.split('\n').map(line => line.slice(0, 1000))
  const end = lines.findIndex(line => returned.test(line) || (style.end?.test(line) ?? false))
  return end < 0 ? lines : lines.slice(0, end)
}

/** Splits the lines into blocks: a recipient and the lines up to the next one. */
function blocks(lines: readonly string[], style: Style): { recipient: string; words: string }[] {
  const found: { recipient: string; words: string[] }[] = []
  for (const line of lines) {
    const recipient = cleanRecipient(style.recipient.exec(line)?.[1] ?? '')
    if (recipient !== null && found.length < maxEntries) {
      const rest = line.slice(line.lastIndexOf(recipient.slice(recipient.lastIndexOf('@'))) + 1)
      found.push({ recipient, words: /[:：]/.test(rest) ? [rest.replace(/^[^:：]*[:：]/, '')] : [] })
    } else {
      const last = found.at(-1)
      if (last !== undefined && last.words.length < 40) last.words.push(line)
    }
  }
  return found.map(({ recipient, words }) => ({ recipient, words: words.join('\n') }))
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

function styleOf(subject: string, text: string): Style | undefined {
  const opening = text.slice(0, 3000)
  return styles.find(({ sign }) => sign.test(opening)) ?? styles.find(({ sign }) => sign.test(subject))
}

export function readBounceText(bounce: BounceText): BounceFinding[] {
  const plain = bounce.text?.trim()
    ? bounce.text
    : htmlLines((bounce.html ?? '').slice(0, 2 * bounce.maxLength))
  const text = plain.slice(0, bounce.maxLength)
  const style = styleOf(bounce.subject, text)
  if (style === undefined) return []
  const lines = ownLines(text, style)
  const own = lines.join('\n')
  const isDelay =
    delayedWords.test(`${bounce.subject}\n${own.slice(0, 3000)}`) && !finalWords.test(own.slice(0, 3000))
  const general = reasonIn(lines, style)

  const finding = (recipient: string, words: string): BounceFinding => {
    const diagnostic = general ?? firstParagraph(words)
    const said = statusIn(general ?? words) ?? statusIn(words)

    return {
      recipient,
      action: isDelay ? 'delayed' : 'failed',
      status: said,
      diagnostic: cleanDiagnostic(diagnostic),
      originalRecipient: null,
    }
  }
  const formal = blocks(lines, style)
  if (formal.length > 0) return formal.map(({ recipient, words }) => finding(recipient, words))
  const named = bounce.failedRecipients
    .split(',')
    .map(cleanRecipient)
    .filter(recipient => recipient !== null)
  if (named.length > 0) return named.slice(0, maxEntries).map(recipient => finding(recipient, own))
  const lone = blocks(lines, { ...style, recipient: loneAddress })
  return lone.map(({ recipient, words }) => finding(recipient, words))
}
