/**
 * Makes the first content of a mail: empty, with the signature, or with the mail that it answers or forwards.
 */
import type { AnswerOf, Calls, Draft, MailDetail, Person } from '@yanshu/contract'
import dayjs from 'dayjs'
import { addTo, textOf, without } from './addresses.ts'
import { QUOTE_CLASS } from './editor/quote-class.ts'

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

/** Turns plain text into paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map(part => `<p>${lines(part)}</p>`)
    .join('')
}

/**
 * Matches the line that separates a signature from the letter, so that a signature which already has one does
 * not get a second.
 */
const SEPARATOR = /^--[ \t]*(?:\r\n|\r|\n|$)/

function signatureHtml(signature: string): string {
  const own = signature.trim().replace(SEPARATOR, '').trim()
  return own === '' ? '<p></p>' : `<p></p><p>--<br>${lines(own)}</p>`
}

export function newContent({ list, name, signature }: Senders, mailboxId: string | null): Content {
  const sender = list.find(one => one.mailboxId === mailboxId) ?? list[0]
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

function quoted(kind: AnswerKind, mail: MailDetail, original: string): string {
  const tag = kind === 'forward' ? 'div' : 'blockquote'
  const head =
    kind === 'forward'
      ? `<p>———— 转发的邮件 ————<br>发件人：${people([mail.from])}<br>时间：${timeOf(mail)}<br>主题：${escaped(mail.subject)}<br>收件人：${people(mail.to)}</p>`
      : `<p>${people([mail.from])} 在 ${timeOf(mail)} 写道：</p>`
  return `${head}<${tag} class="${QUOTE_CLASS} mail-html">${original}</${tag}>`
}

/** `original` is the text of the answered mail as HTML. */
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
