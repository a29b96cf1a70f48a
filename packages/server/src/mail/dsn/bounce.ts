import { enhancedIn, replyCodeIn } from './reply-code.ts'

/** The statement of a bounce about one recipient. */
export type BounceEntry = {
  /** The address that could not be reached, as the report gives it, with its domain in lower case. */
  readonly recipient: string
  readonly action: 'failed' | 'delayed' | 'delivered'
  /** RFC 3463; null when the report gives no status and its words imply none. */
  readonly status: string | null
  /** Cleaned and bounded. */
  readonly diagnostic: string
  /** The id of the mail that the bounce is about, with its angle brackets. */
  readonly originalMessageId: string | null
  /** The address that the mail first went to, when the report tells it. */
  readonly originalRecipient: string | null
}

/** An entry before the mail that it is about is known. */
export type BounceFinding = Omit<BounceEntry, 'originalMessageId'>

export const maxEntries = 500
const maxDiagnostic = 500

export function cleanDiagnostic(text: string): string {
  const clean = text
    .slice(0, 8 * maxDiagnostic)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return clean.length <= maxDiagnostic ? clean : `${clean.slice(0, maxDiagnostic - 1).toWellFormed()}…`
}

/** Finds an address within the text around it; returns null when there is none. */
export function cleanRecipient(text: string): string | null {
  const [found] =
    /[^\s<>()[\]"',;:：；，（）]{1,64}@[a-z0-9\u0080-\uffff_-][a-z0-9\u0080-\uffff._-]{0,252}/iu.exec(
      text.slice(0, 1000),
    ) ?? []
  if (found === undefined) return null
  const at = found.lastIndexOf('@')
  return `${found.slice(0, at)}@${found
    .slice(at + 1)
    .replace(/\.+$/, '')
    .toLowerCase()}`
}

/** Returns the first enhanced code in the text, else the class of the first SMTP code. */
export function statusIn(text: string): string | null {
  const code = enhancedIn(text) ?? replyCodeIn(text)
  return code === null || code.includes('.') ? code : `${code[0]}.0.0`
}
