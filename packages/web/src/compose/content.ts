/** What a mail begins with: empty, with the signature, or with the mail it answers or passes on. */
import type { AnswerOf, Calls, Draft, MailDetail, Person } from '@yanshu/contract'
import dayjs from 'dayjs'
import { addTo, textOf, without } from './addresses.ts'

export type Content = Pick<
  Draft,
  'from' | 'fromName' | 'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'inReplyTo'
>

export type Senders = AnswerOf<Calls['getSenders']>

export type AnswerKind = 'reply' | 'replyAll' | 'forward'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const lines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(escaped)
    .join('<br>')

/** Plain text as paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map(part => `<p>${lines(part)}</p>`)
    .join('')
}

/** The line that parts a signature from the letter; whoever writes one into the signature does not get a second. */
const SEPARATOR = /^--[ \t]*(?:\r\n|\r|\n|$)/

function signatureHtml(signature: string): string {
  const own = signature.trim().replace(SEPARATOR, '').trim()
  return own === '' ? '<p></p>' : `<p></p><p>--<br>${lines(own)}</p>`
}

export function newContent({ list, name, signature }: Senders, mailboxId: string | null): Content {
  const sender = list.find(one => one.mailboxId === mailboxId) ?? list.find(one => one.own)
  return {
    from: sender?.address ?? '',
    fromName: name,
    to: [],
    cc: [],
    bcc: [],
    subject: '',
    html: signatureHtml(signature),
    inReplyTo: null,
  }
}

const prefixes = {
  reply: { word: '回复：', known: /^(?:re|回复|答复)\s*[:：]\s*/iu },
  forward: { word: '转发：', known: /^(?:fwd?|转发)\s*[:：]\s*/iu },
} as const

export function subjectOf(kind: AnswerKind, subject: string): string {
  const { word, known } = prefixes[kind === 'forward' ? 'forward' : 'reply']
  return known.test(subject) ? subject : `${word}${subject}`.slice(0, 500)
}

const people = (list: readonly Person[]): string => list.map(one => escaped(textOf(one))).join('，')

const timeOf = (mail: MailDetail): string => dayjs(mail.date ?? mail.receivedAt).format('YYYY年M月D日 HH:mm')

/** The mark by which an original is known again. Begins as the names in cleaned mail do, so that it stays as it is. */
export const QUOTE_CLASS = 'm-yanshu-quote'

function quoted(kind: AnswerKind, mail: MailDetail, original: string): string {
  const tag = kind === 'forward' ? 'div' : 'blockquote'
  const head =
    kind === 'forward'
      ? `<p>———— 转发的邮件 ————<br>发件人：${people([mail.from])}<br>时间：${timeOf(mail)}<br>主题：${escaped(mail.subject)}<br>收件人：${people(mail.to)}</p>`
      : `<p>${people([mail.from])} 在 ${timeOf(mail)} 写道：</p>`
  return `${head}<${tag} class="${QUOTE_CLASS} mail-html">${original}</${tag}>`
}

/** `original` is the mail's own text as HTML. */
export function answerContent(
  kind: AnswerKind,
  mail: MailDetail,
  senders: Senders,
  original: string,
): Content {
  const start = newContent(senders, mail.mailboxId)
  const own = [...senders.list.map(one => one.address), start.from]
  const back = mail.replyTo.length > 0 ? mail.replyTo : [mail.from]
  const others = without([...mail.to, ...mail.cc].map(textOf), own)
  const to = kind === 'forward' ? [] : back.map(textOf)
  return {
    ...start,
    to,
    cc: kind === 'replyAll' ? without(addTo([], others), to) : [],
    subject: subjectOf(kind, mail.subject),
    html: `${start.html}${quoted(kind, mail, original)}`,
    inReplyTo: mail.id,
  }
}
