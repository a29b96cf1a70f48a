/**
 * Bounces that only people were meant to read. Every mail system has its own words; each has an entry here with how one
 * knows it and how its blocks are cut. All patterns are bounded, and the text is looked at line by line.
 */
import { type BounceFinding, cleanDiagnostic, cleanRecipient, maxEntries, statusIn } from './bounce.ts'

export type BounceText = {
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** The header X-Failed-Recipients of Exim and Gmail. */
  readonly failedRecipients: string
  readonly maxLength: number
}

type Style = {
  /** In subject or text. */
  readonly sign: RegExp
  /** A line that names a recipient. */
  readonly recipient: RegExp
  /** From here on it is the mail that came back. */
  readonly end?: RegExp
  /** Where the reason stands, if not in the lines that follow the recipient. */
  readonly reason?: RegExp
}

const returned =
  /^\s*-{2,}\s*(?:below this line is a copy|this is a copy of|the header of the original|original message|undelivered message|returned (?:message|mail)|forwarded message|the body of the message|message headers? follow|原始邮件|原邮件)/i

const styles: readonly Style[] = [
  // qmail, and what was made out of it (RFC-less "QSBMF").
  {
    sign: /^Hi\. This is the (?:qmail-send|deliver) program|^I'm afraid I wasn't able to deliver/m,
    recipient: /^\s*<([^<>\s]{3,320})>:\s*$/,
  },
  // Postfix and Sendmail, when their report was stripped off.
  {
    sign: /This is the (?:Postfix program|mail system) at host|Undelivered Mail Returned to Sender/i,
    recipient: /^\s*<([^<>\s]{3,320})>(?:\s\(expanded from [^)]{0,320}\))?:/,
  },
  {
    sign: /The following addresses? had (?:permanent|transient non-?fatal|permanent fatal|delivery) (?:errors|problems)|Transcript of session follows/i,
    recipient: /^\s*<([^<>\s]{3,320})>\s*(?:\.\.\.|$)/,
  },
  // Exim.
  {
    sign: /This message was created automatically by mail delivery software/i,
    recipient: /^\s{1,8}([^\s<>():]{1,64}@[^\s<>():]{1,253}):?\s*$/,
  },
  // Gmail before it wrote reports, and its newer words.
  {
    sign: /Delivery to the following recipients? (?:failed|has been delayed)|Delivery Status Notification \((?:Failure|Delay)\)|Your message wasn't delivered to|Address not found|Message not delivered/i,
    recipient:
      /(?:^\s{2,}|wasn't delivered to |problem delivering your message to )\*{0,2}([^\s<>():*]{1,64}@[^\s<>():*]{1,253})/,
  },
  // Exchange and Outlook.
  {
    sign: /did not reach (?:some or all of )?the (?:following|intended) recipients?|Delivery has failed to these recipients or groups|couldn't be delivered|The following recipient\(s\) (?:could not|cannot) be reached|无法将邮件传递给以下收件人|传递到以下收件人或组时失败|未能送达/i,
    recipient:
      /^\s*(?:'|[^<>\n]{0,80}[<(])?([^\s<>()':;]{1,64}@[^\s<>()':;]{1,253})(?:'|[>)])?(?:\s*\((?:mailto:)?[^)]{0,320}\))?(?:\s{1,4}(?:on|#)\s.{0,200})?\s*$/,
  },
  // QQ and Tencent Exmail.
  {
    sign: /来自\s?[a-z.]{0,40}\s?的退信|(?:QQ邮箱|腾讯企业邮).{0,20}退信|邮件无法送达|无法发送到/i,
    recipient:
      /(?:无法发送到|邮件地址|收件人|发往|投递到)[^\n@]{0,30}?([^\s<>()（），,:：]{1,64}@[^\s<>()（），,:：]{1,253})/,
    reason: /^(?:.{0,10}(?:退信原因|出错原因|错误信息|详细信息))\s*[:：]?\s*(.*)$/,
    end: /^\s*(?:您退信的邮件内容如下|以下是原邮件)/,
  },
  // 163, 126 and everything that runs Coremail.
  {
    sign: /系统退信|您的邮件被退回来了|您的邮件未能投递成功|投递失败通知|邮件投递失败|退信通知|邮件未能到达/,
    recipient:
      /(?:收件人|收件地址|接收地址|目标地址|以下地址|无法投递到)[^\n@]{0,20}?([^\s<>()（），,;；:：]{1,64}@[^\s<>()（），,;；:：]{1,253})/,
    reason: /^.{0,10}(?:英文说明|退信原因|失败原因|错误原因|原因|服务器返回)\s*[:：]\s*(.*)$/,
  },
  // Others, with the words that most share.
  {
    sign: /(?:Undeliverable|Undelivered|Mail delivery failed|Delivery failure|Delivery Status Notification|Returned mail|failure notice|Mail System Error|Non-?delivery)/i,
    recipient:
      /^\s*(?:<|(?:Final-)?Recipients?(?: address)?:?\s{0,9}(?:rfc822;)?\s{0,9}<?|To:\s{0,9}<?|Failed (?:address|recipient):\s{0,9}<?)([^\s<>():;]{1,64}@[^\s<>():;]{1,253})>?:?/i,
  },
]

/** Where a system does not keep to its own form: a line that is an address and perhaps a remark about it. */
const loneAddress = /^\s*[<'"]?([^\s<>():;,'"]{1,64}@[^\s<>():;,'"]{1,253})[>'"]?\s*(?:[,:;(-].*)?$/

const delayedWords =
  /\b(?:delayed|warning: message|could not be delivered for|still being retried|will (?:be retried|continue to try|keep trying)|temporary (?:failure|problem)|no action is required|do not need to resend)\b|延迟|暂未送达|继续尝试|稍后重试/i
const finalWords =
  /\b(?:permanent(?:ly)?|gave up|giving up|given up|will not be retried|has been stopped)\b|退信|退回/i

/** Tags become line ends or nothing, entities their characters: enough to read addresses and reasons. */
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

/** A recipient and the lines up to the next one. */
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

/** Up to the first empty line after something was said; "because:" alone says nothing. */
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
