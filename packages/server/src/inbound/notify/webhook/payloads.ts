/**
 * The request that tells one kind of receiver about a mail. Pure. A mail is written by strangers, so every part of it
 * is cleaned for the format it goes into: it can neither add lines of its own nor mark-up, nor call people by name.
 *
 * `generic` gets the whole notice as JSON and a signature: HMAC-SHA256, in hex, of "<timestamp>.<body>" with the hook's
 * secret (the text as it was shown) as the key. A receiver compares it in constant time and refuses timestamps that
 * are some minutes off. The others are chat robots and push services: their URL is the credential, they take no
 * signature, and a DingTalk robot is set to a keyword that every message to it has.
 */
import { createHmac } from 'node:crypto'
import type { WebhookKind } from '@yanshu/contract'
import { inboundWords, type NoticeLabel } from '../../words/words.ts'
import type { Notice } from './webhook.ts'

export type Target = { readonly kind: WebhookKind; readonly url: string; readonly chatId: string }

export type Signing = {
  readonly secret: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly deliveryId: string
}

export type HookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Controls, separators of lines and paragraphs, and what turns the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu

/** One line of plain text. */
export const oneLine = (text: string): string => text.toWellFormed().replace(unprintable, ' ').trim()

/** Feishu and WeCom read `<at …>`, `<@…>` and `<a …>` in plain text too, and know no escape for it. */
const withoutTags = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞')

/** CommonMark, section 2.4: any ASCII punctuation can be escaped; "<" and "&" besides as HTML. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, mark => (mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`))

/** CommonMark, section 6.5: an autolink holds no spaces and no angle brackets. */
const autolink = (url: string): string => `<${url.replace(/[\s<>\\]/g, part => encodeURIComponent(part))}>`

/** Cuts text to so many bytes of UTF-8 without splitting a character. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

const isWebLink = (link: string | null): link is string => link !== null && /^https?:\/\//i.test(link)

type Line = readonly [label: NoticeLabel, value: string]

const subjectOf = (notice: Notice): string => oneLine(notice.subject) || inboundWords.noSubject

/** The headlines of notices that are not about a mail and carry an explanation. */
const headlines: Readonly<Partial<Record<Notice['event'], string>>> = {
  order: inboundWords.shopHeadline,
  site: inboundWords.siteHeadline,
}

/** The parts worth telling, each on one line, the code first. */
function linesOf(notice: Notice): Line[] {
  if (notice.event in headlines)
    return [
      ['matter', oneLine(notice.subject)],
      ['explanation', oneLine(notice.preview)],
    ]
  const sender = [oneLine(notice.from.name), oneLine(notice.from.address)].filter(part => part !== '')
  const lines: (Line | null)[] = [
    notice.code === null ? null : ['code', oneLine(notice.code)],
    ['subject', subjectOf(notice)],
    ['sender', sender.join(' · ')],
    ['mailbox', oneLine(notice.mailbox)],
    isWebLink(notice.link) ? ['link', oneLine(notice.link)] : null,
    ['text', oneLine(notice.preview)],
  ]
  return lines.filter((line): line is Line => line !== null && line[1] !== '')
}

/** A robot's keyword is in every message, whatever it is about. */
const headlineOf = (notice: Notice): string => headlines[notice.event] ?? inboundWords.newMail

const titleOf = (notice: Notice): string =>
  notice.code === null
    ? inboundWords.titleWithSubject(headlineOf(notice), subjectOf(notice))
    : inboundWords.titleWithCode(headlineOf(notice), oneLine(notice.code))

const plainText = (notice: Notice): string =>
  [headlineOf(notice), ...linesOf(notice).map(line => inboundWords.noticeLine(...line))].join('\n')

const markdown = (notice: Notice): string =>
  linesOf(notice)
    .map(([label, value]) =>
      inboundWords.noticeLine(label, label === 'link' ? autolink(value) : escapeMarkdown(value)),
    )
    .join('\n\n')

/** Limits as the services state them. */
const wecomBytes = 2048
const dingtalkBytes = 15_000
const feishuBytes = 15_000
const barkTitleBytes = 300
const barkBytes = 3000
const serverchanTitleLetters = 32
const telegramLetters = 4000

function bodyFor(target: Target, notice: Notice): unknown {
  switch (target.kind) {
    case 'generic':
      return notice
    case 'wecom':
      return { msgtype: 'text', text: { content: cutBytes(withoutTags(plainText(notice)), wecomBytes) } }
    case 'dingtalk':
      return {
        msgtype: 'text',
        text: { content: cutBytes(plainText(notice), dingtalkBytes) },
        at: { isAtAll: false },
      }
    case 'feishu':
      return { msg_type: 'text', content: { text: cutBytes(withoutTags(plainText(notice)), feishuBytes) } }
    case 'bark':
      return {
        title: cutBytes(titleOf(notice), barkTitleBytes),
        body: cutBytes(plainText(notice), barkBytes),
        group: inboundWords.product,
        ...(notice.code === null ? {} : { copy: oneLine(notice.code) }),
      }
    case 'serverchan':
      return {
        title: [...titleOf(notice)].slice(0, serverchanTitleLetters).join(''),
        desp: markdown(notice),
      }
    case 'telegram':
      // Without a parse mode the text is taken literally.
      return {
        chat_id: target.chatId,
        text: [...plainText(notice)].slice(0, telegramLetters).join(''),
        link_preview_options: { is_disabled: true },
      }
  }
}

export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

export function hookRequest(target: Target, notice: Notice, signing: Signing): HookRequest {
  const body = JSON.stringify(bodyFor(target, notice))
  const json = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }
  const signed = {
    'yanshu-timestamp': String(signing.timestamp),
    'yanshu-signature': signatureOf(signing.secret, signing.timestamp, body),
    'yanshu-delivery': signing.deliveryId,
  }
  return { url: target.url, headers: target.kind === 'generic' ? { ...json, ...signed } : json, body }
}
