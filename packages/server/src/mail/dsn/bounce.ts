/** What a bounce says about one recipient. */
export type BounceEntry = {
  /** The address that could not be reached, as the report gives it; lower-case domain. */
  readonly recipient: string
  readonly action: 'failed' | 'delayed' | 'delivered'
  /** RFC 3463; null when none was given and none follows from the words. */
  readonly status: string | null
  /** Cleaned and bounded. */
  readonly diagnostic: string
  /** Of the mail this is about, with its angle brackets. */
  readonly originalMessageId: string | null
  /** Where it was sent to first, when the report says so. */
  readonly originalRecipient: string | null
}

/** An entry before it is known which mail it is about. */
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

/** An address out of whatever surrounds it; null when there is none. */
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

/** The first enhanced code that the words hold; else the class of the first SMTP code. */
export function statusIn(text: string): string | null {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1]
  if (enhanced !== undefined) return enhanced
  const code = /(?:^|[\s#(:'"-])([45])\d\d(?=[\s-])/.exec(text)?.[1]
  return code === undefined ? null : `${code}.0.0`
}
