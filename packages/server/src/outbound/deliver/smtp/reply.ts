/**
 * Replies of a mail server (RFC 5321, section 4.2), read by one who trusts it with nothing: lines and replies have an end
 * after which we stop listening, and what is shown of them is cleaned.
 */
import type { DeliveryOutcome } from '../delivery.ts'

export type Reply = {
  readonly code: number
  /** The text of each line, without code. */
  readonly lines: readonly string[]
  /** RFC 2034, when it agrees with the code. */
  readonly status: string | null
}

/** RFC 5321 allows 512 octets a line; honest servers with long links exceed it. */
export const maxReplyLine = 4096
export const maxReplyLines = 256
export const maxReplyBytes = 64 * 1024
const maxAnswer = 500

export type ReplyLine = { readonly code: number; readonly isLast: boolean; readonly text: string }

/** Null for what is no line of a reply. */
export function parseReplyLine(line: Buffer): ReplyLine | null {
  const head = /^([2-5]\d\d)(?:([ -])|$)/.exec(line.toString('latin1', 0, 4))
  if (head === null) return null
  return { code: Number(head[1]), isLast: head[2] !== '-', text: decode(line.subarray(4)) }
}

/** UTF-8 where it is (RFC 6531, section 3.7.4.2), one character an octet where it is not. */
function decode(octets: Buffer): string {
  const text = octets.toString('utf8')
  return text.includes('\ufffd') ? octets.toString('latin1') : text
}

export function finishReply(lines: readonly ReplyLine[]): Reply {
  const code = lines.at(-1)?.code ?? 0
  const found = lines.map(line => /^([245]\.\d{1,3}\.\d{1,3})(?= |$)/.exec(line.text)?.[1]).find(Boolean)
  const agrees = found !== undefined && Number(found.slice(0, 1)) === Math.floor(code / 100)
  return { code, lines: lines.map(line => line.text), status: agrees ? found : null }
}

/** One line for people: no control or direction characters, no repeated status, bounded. */
export function answerText(reply: Reply): string {
  const texts = reply.lines.map((line, index) =>
    index > 0 && reply.status !== null && line.startsWith(reply.status)
      ? line.slice(reply.status.length)
      : line,
  )
  return cleanAnswer(`${reply.code} ${texts.join(' ')}`)
}

export function cleanAnswer(text: string): string {
  const clean = text
    .slice(0, 8 * maxAnswer)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return clean.length <= maxAnswer ? clean : `${clean.slice(0, maxAnswer - 1).toWellFormed()}…`
}

/** What a reply that is no success means for whom it concerns; null for codes that have no place here. */
export function refusal(reply: Reply): Exclude<DeliveryOutcome, 'delivered'> | null {
  if (reply.code >= 500) return 'failed'
  return reply.code >= 400 ? 'deferred' : null
}
