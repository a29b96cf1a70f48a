/**
 * Reads replies of a mail server (RFC 5321, section 4.2) without trusting it: lines and replies have a
 * maximum length, and the shown text is cleaned.
 */
export type Reply = {
  readonly code: number
  /** The text of each line without the code. */
  readonly lines: readonly string[]
  /** The status of RFC 2034, if it agrees with the code. */
  readonly status: string | null
}

/** RFC 5321 allows 512 octets a line; honest servers with long links exceed it. */
export const maxReplyLine = 4096
/** As much as is kept; of what comes after it only the code counts. */
export const maxKeptLines = 256
export const maxKeptBytes = 64 * 1024
/** A server that explains itself at length is heard out up to here. */
export const maxReplyBytes = 512 * 1024
const maxAnswer = 500

export type ReplyLine = { readonly code: number; readonly isLast: boolean; readonly text: string }

/** Returns null for text that is not a line of a reply. */
export function parseReplyLine(line: Buffer): ReplyLine | null {
  const head = /^([2-5]\d\d)(?:([ -])|$)/.exec(line.toString('latin1', 0, 4))
  if (head === null) return null
  return { code: Number(head[1]), isLast: head[2] !== '-', text: decode(line.subarray(4)) }
}

/** Decodes UTF-8 if it is valid (RFC 6531, section 3.7.4.2), and otherwise one character per octet. */
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

/**
 * Returns one bounded line for people, without control or direction characters and without a repeated status.
 */
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

/**
 * Returns the meaning of an unsuccessful reply for its recipients; null for codes that do not belong here.
 */
export function refusal(reply: Reply): 'deferred' | 'failed' | null {
  if (reply.code >= 500) return 'failed'
  return reply.code >= 400 ? 'deferred' : null
}
