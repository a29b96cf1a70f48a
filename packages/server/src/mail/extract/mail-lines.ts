import { lazily } from '../lazily.ts'
import type { Block } from '../visible/line-writer.ts'
import { addressSpans, type Span } from './addresses.ts'
import { cleanAndFold, cleanText, foldText, plainText } from './fold.ts'
import { paragraphsOf } from './paragraphs.ts'

/**
 * Turns a mail into lines for searching. Each line has three aligned forms: as shown, folded to ASCII, and
 * plain for looking up words. It also marks text that is quoted, struck out or set large.
 */

export type Line = {
  where: 'subject' | 'text' | 'html'
  shown: string
  folded: string
  quoted: boolean
  strong: boolean
  struck: [number, number][]
  /** The form for looking up words, with addresses blotted out. */
  plain: () => string
  /** The places of web and mail addresses. */
  addresses: () => readonly Span[]
  /** Sentences as [from, to). */
  sentences: () => readonly Span[]
}

/** The length of plain text that is read: its beginning and a little of its end. */
const MAX_HEAD = 24_576
const MAX_TAIL = 4_096
const MAX_LINE = 2_000
const MAX_SUBJECT = 1_000
const BLOT = '\u0001'

const ORIGINAL =
  /^[-_ ]{2,60}\s?(?:original message|original-nachricht|ursprüngliche nachricht|message d'origine|mensaje original|mensagem original|messaggio originale|исходное сообщение|原始邮件|原始郵件|原邮件|元のメッセージ|original appointment|원본 메시지|oorspronkelijk bericht)/i
const WROTE =
  /(?:写道|寫道|wrote|schrieb|a écrit|escribió|escreveu|ha scritto|пишет|написал|написал\(а\)|のメール|님이 작성|schreef|napisał|napisał\(a\)|님이 씀|skrev|napsal|napsala|napsal\(a\)|írta|kirjoitti|a scris|έγραψε|написа|написала|пише|написав|yazdı|đã viết|menulis|ने लिखा|เขียนว่า|כתב|כתבה|كتب|كتبت)\s?:\s?$/i
/** "tir. 13. feb. 2024 kl. 19:22 skrev Anna:": a date, the verb, and who wrote. */
const WROTE_BY =
  /\d{2}.*\s(?:skrev|schreef|schrieb|napsal|napsala|napisał|napisała|írta|kirjoitti|wrote|написал|написала|написав|كتب|כתב|έγραψε|escribió|escreveu|ha scritto|a écrit)\s[^:]{1,80}:\s?$/i
const FORWARDED =
  /forwarded message|begin forwarded|转发的邮件|转发邮件|轉寄的郵件|轉寄郵件|weitergeleitete nachricht|message transféré|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|пересылаемое сообщение|переслан|пересил|препратен|přeposlan|przekazan|továbbított|välitetty|mesaj redirecționat|vidarebefordrat|videresendt|doorgestuurd|iletilen|chuyển tiếp|pesan terusan|diteruskan|ส่งต่อ|अग्रेषित|معاد توجيه|שהועברה|προωθ|転送メッセージ|전달된 메일/i
const FORWARD_SUBJECT =
  /^\s?(?:fwd?|转发|轉寄|wg|tr|rv|enc|i|пересл?|転送|전달|vs|vb|vl|pd|přep|tovább|edelleen|ilt|ynt|fs|přeposl|przekaż|пересл|пересил|препр|הועבר|إعادة توجيه|تحويل|ส่งต่อ|chuyển tiếp|trs|προωθ|doorst|fw)\s?:/i

const END = /[。!?;]|\.(?=\s|$)/g

function isEnd(text: string, at: number): boolean {
  // A single letter before the stop is an abbreviation.
  return text[at] !== '.' || !/(?:^|[^\p{L}\p{N}])\p{L}$/u.test(text.slice(Math.max(0, at - 2), at))
}

function sentencesOf(folded: string): [number, number][] {
  const sentences: [number, number][] = []
  let from = 0
  for (const { index } of folded.matchAll(END)) {
    if (!isEnd(folded, index)) continue
    sentences.push([from, index + 1])
    from = index + 1
  }
  if (from < folded.length || sentences.length === 0) sentences.push([from, folded.length])
  return sentences
}

/** Returns the form for looking up words, with addresses blotted out. */
function wordsOf(folded: string, addresses: readonly Span[]): string {
  if (addresses.length === 0) return plainText(folded)
  let out = ''
  let at = 0
  for (const [from, to] of addresses) {
    out += folded.slice(at, from) + BLOT.repeat(to - from)
    at = to
  }
  return plainText(out + folded.slice(at))
}

/** Blanks out struck text, so that it does not separate a name from its number. */
function withoutStruck(folded: string, struck: readonly Span[]): string {
  let out = folded
  for (const [from, to] of struck) out = out.slice(0, from) + ' '.repeat(to - from) + out.slice(to)
  return out
}

export function makeLine(
  where: Line['where'],
  text: string,
  more: { quoted: boolean; strong: boolean; struck: [number, number][] },
): Line {
  const { shown, folded } = cleanAndFold(text)
  const cleaned = (at: number) => cleanText(text.slice(0, at)).length
  const struck =
    shown === text
      ? more.struck
      : more.struck.map(([from, to]): [number, number] => [cleaned(from), cleaned(to)])
  const addresses = lazily(() => addressSpans(folded))
  const plain = lazily(() => wordsOf(withoutStruck(folded, struck), addresses()))
  const sentences = lazily(() => sentencesOf(folded))
  return { where, shown, folded, ...more, struck, plain, addresses, sentences }
}

/** Header lines that begin an old mail when it is quoted without any mark. */
const HEAD_FROM =
  /^\s?\*{0,2}(?:发件人|寄件者|寄件人|from|von|de|da|от|кому|差出人|送信者|보낸 ?사람|van|od|kimden|fra|från|lähettäjä|feladó|de la|від|από|từ|dari|จาก|प्रेषक|من|מאת)\s?:/i
const HEAD_SENT =
  /^\s?\*{0,2}(?:发送时间|发送日期|日期|時間|寄件日期|傳送時間|sent|date|gesendet|datum|envoye|envoyé|date d'envoi|enviado|fecha|inviato|data|дата|отправлено|送信日時|日時|보낸 ?날짜|날짜|verzonden|wysłano|gönderildi|sendt|skickat|dato|lähetetty|elküldve|dátum|odesláno|trimis|надіслано|изпратено|στάλθηκε|ημερομηνία|đã gửi|ngày|tarih|dikirim|tanggal|วันที่|ส่ง|दिनांक|भेजा|التاريخ|أرسلت|תאריך|נשלח)\s?:/i
const HEAD_LINES = 4

const isHeading = (lines: readonly Line[], at: number): boolean =>
  HEAD_FROM.test(lines[at]?.folded ?? '') &&
  lines.slice(at + 1, at + HEAD_LINES).some(line => HEAD_SENT.test(line.folded))

function beginsQuotation(lines: readonly Line[], at: number): boolean {
  const folded = lines[at]?.folded ?? ''
  if (ORIGINAL.test(folded) || (at > 0 && isHeading(lines, at))) return true
  return (
    folded.length < 200 && /:\s?$/.test(folded.slice(-2)) && (WROTE.test(folded) || WROTE_BY.test(folded))
  )
}

/** Marks older text as quoted: everything after the mark of a quotation is old. */
function markQuoted(lines: Line[], forwarded: boolean): Line[] {
  let old = false
  for (const [at, line] of lines.entries()) {
    const begins = !forwarded && beginsQuotation(lines, at)
    if (old || begins) old = !FORWARDED.test(line.folded)
    line.quoted ||= old
  }
  return lines
}

/** A line that may be a part of a code: one character, two or three with a digit, or a row of such cells. */
const PART = /^\s?(?:[0-9A-Z]|(?=\D{0,2}\d)[0-9A-Za-z]{2,3}|[0-9A-Z](?:\t[0-9A-Z]){1,4})\s?$/
const MAX_PART = 10

/** Returns the parts as one text if together they are a code, or null. */
function joinParts(parts: readonly string[]): string | null {
  const text = parts.join('\t')
  const { length } = text.replaceAll('\t', '')
  const [first = ''] = parts
  if (length < 4 || length > 10 || parts.some(part => part.length !== first.length)) return null
  if (first.length === 1) return /^[01]\t[12]\t[23]\t[34]/.test(text) ? null : text
  if (first.includes('\t')) return text
  if (parts.length < 3) return null
  return /[A-Za-z]/.test(text) ? parts.join('') : text
}

/** Joins digits or groups that each have a line of their own into one line. */
function joinSingles(lines: Line[]): Line[] {
  const out: Line[] = []
  let parts: Line[] = []
  const settle = () => {
    const [first] = parts
    const text = parts.length < 2 ? null : joinParts(parts.map(line => line.shown.trim()))
    if (first !== undefined && text !== null) {
      out.push(makeLine(first.where, text, { quoted: first.quoted, strong: true, struck: [] }))
    } else out.push(...parts)
    parts = []
  }
  for (const line of lines) {
    if (line.folded.length <= MAX_PART && PART.test(line.folded) && line.struck.length === 0) parts.push(line)
    else {
      settle()
      out.push(line)
    }
  }
  settle()
  return out
}

/** A row of a table that is drawn with signs. */
const DRAWN_ROW = /^\s*\|.*\|\s*$/

/** Returns the row of a drawn table as rows of HTML are: its cells separated by tabs. */
function withCells(text: string): string {
  if (!text.includes('|') || !DRAWN_ROW.test(text)) return text
  const cells = text.trim().slice(1, -1).split('|')
  return cells.map(cell => cell.trim()).join('\t')
}

export function isForwarded(subject: string): boolean {
  return FORWARD_SUBJECT.test(foldText(subject))
}

export function subjectLine(subject: string): Line {
  return makeLine('subject', subject.slice(0, MAX_SUBJECT), { quoted: false, strong: false, struck: [] })
}

export function linesOfBlocks(blocks: Block[], forwarded: boolean): Line[] {
  let total = 0
  const looked = blocks.filter(block => {
    total += block.text.length
    return total <= MAX_HEAD
  })
  const lines = looked.map(block =>
    makeLine('html', block.text, {
      quoted: block.quoted && !forwarded,
      strong: block.strong || block.size >= 20,
      struck: block.struck,
    }),
  )
  return joinSingles(markQuoted(lines, forwarded))
}

export function linesOfText(text: string, forwarded: boolean): Line[] {
  const cut =
    text.length > MAX_HEAD + MAX_TAIL ? `${text.slice(0, MAX_HEAD)}\n${text.slice(-MAX_TAIL)}` : text
  const lines: Line[] = []
  for (const { text, quoted } of paragraphsOf(cut, forwarded)) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const laid = withCells(text)
    for (let at = 0; at < laid.length; at += MAX_LINE) {
      const part = laid.slice(at, at + MAX_LINE)
      lines.push(makeLine('text', part, { quoted, strong: false, struck: [] }))
    }
  }
  return joinSingles(markQuoted(lines, forwarded))
}
