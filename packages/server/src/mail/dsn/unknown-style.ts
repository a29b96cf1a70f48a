/**
 * Reads bounces of no known make by what all of them have: an address that stands alone, beside a name such as
 * "recipient", or beside the reply of a server; else the recipient of the returned mail.
 */
import { type BounceFinding, cleanDiagnostic, cleanRecipient, maxEntries, statusIn } from './bounce.ts'
import { failed, says } from './bounce-signs.ts'
import { judgeFailure } from './judge-failure.ts'
import { enhancedIn, replyCodeIn } from './reply-code.ts'

/** Names that stand before the address of the one who could not be reached. */
const named =
  /(?:recipient|rcpt to|addressed to|failed address|deliver(?:ed|y)? (?:message |mail )?to|message to|mail to|unknown user|user unknown|invalid (?:user|recipient|address)|e-?mail address|^\s{0,8}(?:to|an|para|à|a|кому)|收件人|收件地址|收信人|接收|发往|送达|宛先|あて先|送信先|수신자|받는|empf[aä]nger|destinataires?|destinatari[oa]s?|получател\S{0,2}|адрес\S{0,2})[^@\n]{0,60}$/i

/** Names that stand before other addresses: those of the sender, or of people who help. */
const others =
  /(?:mail from|from|sender|reply-to|contact|support|postmaster|abuse|envelope-from|发件人|寄件人|差出人|送信元|보낸|absender|exp[eé]diteur|remitente|remetente|mittente|отправител\S{0,2}|help|questions?)[^@\n]{0,40}$/i

const alone =
  /^\s*(?:>>>\s)?[<'"[]?(?:mailto:)?[^\s<>()[\]:;,'"]{1,64}@[^\s<>()[\]:;,'"]{1,253}[>'"\]]?\s*(?:[,:;([<#=-].*|\.\.\..*)?$/

/** The reason stands near the beginning; what follows is about the mail and the help. */
const maxParagraphs = 60
const maxLines = 200

function paragraphsOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let last: string[] = []
  for (const line of [...lines.slice(0, maxLines), '']) {
    if (line.trim() !== '') last.push(line.trim())
    else if (last.length > 0) {
      paragraphs.push(last.join(' '))
      last = []
    }
    if (paragraphs.length >= maxParagraphs) break
  }
  return paragraphs
}

/** Tells how much words say about the reason: a reply that is understood says most. */
function weight(words: string): number {
  const isReply = enhancedIn(words) !== null || replyCodeIn(words) !== null
  const isClear = judgeFailure({ status: null, text: words }).failure !== 'other'
  return (isClear ? 2 : 0) + (isReply ? 2 : 0) + (says(failed, words) ? 1 : 0)
}

/** Returns those of the words that say most about the reason; the first of equals. */
export function clearest(candidates: readonly string[]): string {
  let best = ''
  let most = -1
  for (const words of candidates) {
    const told = words.trim() === '' ? -1 : weight(words)
    if (told > most) {
      best = words
      most = told
    }
  }
  return best
}

/** Returns the line that says most, with the lines that continue it, instead of the whole text around it. */
export function reasonOf(lines: readonly string[]): string {
  const paragraph = clearest(paragraphsOf(lines))
  if (paragraph.length <= 400) return paragraph
  const line = clearest(lines.slice(0, maxLines))
  const from = paragraph.indexOf(line.trim())
  return paragraph.slice(Math.max(0, from))
}

function recipientsIn(lines: readonly string[], notThese: ReadonlySet<string>): string[] {
  const found = new Map<string, number>()
  for (const line of lines) {
    let rest = line
    for (let times = 0; times < 4; times++) {
      const recipient = cleanRecipient(rest)
      if (recipient === null) break
      const at = rest.toLowerCase().indexOf(recipient.toLowerCase())
      const before = rest.slice(0, Math.max(0, at))
      rest = rest.slice(Math.max(0, at) + recipient.length)
      if (notThese.has(recipient.toLowerCase()) || (others.test(before) && !named.test(before))) continue
      const isBesideReply = replyCodeIn(line) !== null || enhancedIn(line) !== null
      const score = named.test(before) ? 3 : alone.test(line) ? 3 : isBesideReply ? 2 : 1
      if (found.size < maxEntries) found.set(recipient, Math.max(score, found.get(recipient) ?? 0))
    }
  }
  const most = Math.max(0, ...found.values())
  return [...found].filter(([, score]) => score === most).map(([recipient]) => recipient)
}

export type UnknownStyle = {
  readonly lines: readonly string[]
  readonly failedRecipients: readonly string[]
  /** The recipients of the returned mail. */
  readonly originalTo: readonly string[]
  /** Addresses of the bounce itself. */
  readonly notThese: ReadonlySet<string>
  readonly isLate: boolean
}

export function readUnknownStyle(bounce: UnknownStyle): BounceFinding[] {
  const { lines, failedRecipients, originalTo, notThese, isLate } = bounce
  const said = recipientsIn(lines, notThese)
  const original = originalTo.length === 1 ? originalTo : []
  const recipients = [failedRecipients, said, original].find(list => list.length > 0) ?? []
  const reason = reasonOf(lines)
  const status = statusIn(reason) ?? statusIn(lines.join('\n').slice(0, 8000))
  return recipients.map(recipient => ({
    recipient,
    action: isLate ? 'delayed' : 'failed',
    status,
    diagnostic: cleanDiagnostic(reason),
    originalRecipient: null,
  }))
}
