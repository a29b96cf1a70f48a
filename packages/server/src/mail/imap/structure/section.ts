/** The words in which a client asks for pieces of a mail (RFC 9051, section 6.4.5). */

export type SectionText =
  | { readonly kind: 'header' | 'text' | 'mime' }
  | { readonly kind: 'fields'; readonly names: readonly string[]; readonly isNot: boolean }

export type Section = {
  /** `[]` is the mail itself. */
  readonly part: readonly number[]
  readonly text: SectionText | null
}

/** The octets from an offset, at most so many. */
export type Partial = { readonly from: number; readonly most: number }

/** Returns the section as it stands between the brackets of request and answer. */
export function writeSection({ part, text }: Section): string {
  return [...part.map(String), ...(text === null ? [] : [writeText(text)])].join('.')
}

function writeText(text: SectionText): string {
  if (text.kind !== 'fields') return text.kind.toUpperCase()
  // A name of a field is printable and has no blank, so that quotation marks are needed only for what atoms lack.
  const names = text.names.map(name =>
    /^[^(){%*"\\\]]+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`,
  )
  return `HEADER.FIELDS${text.isNot ? '.NOT' : ''} (${names.join(' ')})`
}
