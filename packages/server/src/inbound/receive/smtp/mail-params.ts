/** Parameters of MAIL: SIZE (RFC 1870), BODY (RFC 6152), SMTPUTF8 (RFC 6531), AUTH (RFC 4954 section 5). */
import { replies, type SmtpReply } from './reply.ts'
import type { BodyType, MailParams, RefusedReason } from './types.ts'

export type ParamsResult =
  | { ok: true; params: MailParams }
  | { ok: false; reason: RefusedReason; reply: SmtpReply }

const PARAMETER = /^([A-Za-z0-9][A-Za-z0-9-]*)(?:=([!-<>-~]+))?$/
const MAX_SIZE_DIGITS = 20

/** `text` begins with a space or is empty. Each parameter may stand once (RFC 5321 section 4.1.1.11: unknown ones get 555). */
export function parseMailParams(text: string, offersAuth: boolean): ParamsResult {
  const params: MailParams = { size: null, body: null, smtpUtf8: false }
  const seen = new Set<string>()
  for (const word of text.split(' ')) {
    if (word === '') continue
    const match = PARAMETER.exec(word)
    const keyword = match?.[1]?.toUpperCase()
    if (keyword === undefined || seen.has(keyword)) return malformed()
    seen.add(keyword)
    const value = match?.[2]
    if (keyword === 'SIZE') {
      const size = readSize(value)
      if (size === null) return malformed()
      params.size = size
    } else if (keyword === 'BODY') {
      const body = readBody(value)
      if (body === null) return value === undefined ? malformed() : unknown()
      params.body = body
    } else if (keyword === 'SMTPUTF8') {
      if (value !== undefined) return malformed()
      params.smtpUtf8 = true
    } else if (keyword === 'AUTH' && offersAuth) {
      // The original submitter is of no use without a trusted relay, so the value is accepted and dropped.
      if (value === undefined) return malformed()
    } else {
      return unknown()
    }
  }
  return { ok: true, params }
}

function readSize(value: string | undefined): number | null {
  if (value === undefined || value.length > MAX_SIZE_DIGITS || !/^[0-9]+$/.test(value)) return null
  return Number(value)
}

/** BINARYMIME (RFC 3030) is not offered: a message here is lines. */
function readBody(value: string | undefined): BodyType | null {
  const body = value?.toUpperCase()
  return body === '7BIT' || body === '8BITMIME' ? body : null
}

function malformed(): ParamsResult {
  return { ok: false, reason: 'syntax', reply: replies.badParameter }
}

function unknown(): ParamsResult {
  return { ok: false, reason: 'unsupported-parameter', reply: replies.unknownParameter }
}
