import type { TransferEncoding } from '../../text/transfer-encoding.ts'
import type { Section } from './section.ts'
import type { MailShape, ShapePart } from './shape.ts'

/** Finds where a piece of a mail stands, so that nothing else needs to be read (RFC 9051, section 6.4.5). */

export type Stretch = { readonly start: number; readonly end: number }

/** `fields` is what has to be picked from the stretch by `pickFields`. */
export type LocatedSection = Stretch & {
  readonly fields: { readonly names: readonly string[]; readonly isNot: boolean } | null
}

export type LocatedBinary = Stretch & {
  /** Null for an encoding that nobody can decode: NO [UNKNOWN-CTE]. */
  readonly decoding: TransferEncoding | null
}

/** Returns null when the mail has no such part. */
export function locateSection(shape: MailShape, { part, text }: Section): LocatedSection | null {
  const [mail] = shape.parts
  if (mail === undefined) return null
  if (part.length === 0 && text === null) return { start: 0, end: shape.octets, fields: null }
  const found = part.length === 0 ? null : findPart(shape, part)
  if (part.length > 0 && found === null) return null
  if (found !== null && text === null) return { start: found.start, end: found.end, fields: null }
  if (found !== null && text?.kind === 'mime') return { start: found.head, end: found.start, fields: null }
  // Only mails have these: the mail itself, and those that parts hold.
  const holder =
    found === null ? mail : found.kind === 'message' ? shape.parts[found.children[0] ?? -1] : undefined
  if (holder === undefined || text === null) return null
  if (text.kind === 'text') return { start: holder.start, end: holder.end, fields: null }
  return { start: holder.head, end: holder.start, fields: text.kind === 'fields' ? text : null }
}

export function locateBinary(shape: MailShape, part: readonly number[]): LocatedBinary | null {
  if (part.length === 0) return { start: 0, end: shape.octets, decoding: 'identity' }
  const found = findPart(shape, part)
  if (found === null) return null
  const decoding = found.kind === 'leaf' ? found.decoding : 'identity'
  return { start: found.start, end: found.end, decoding }
}

/** Parts are numbered from 1; a mail that is no multipart has one part, its body. */
function findPart({ parts }: MailShape, numbers: readonly number[]): ShapePart | null {
  let within = parts[0]
  let isMail = true
  for (const number of numbers) {
    if (within?.kind === 'message' && !isMail) {
      within = parts[within.children[0] ?? -1]
      isMail = true
    }
    if (within?.kind === 'multipart') within = parts[within.children[number - 1] ?? -1]
    else within = isMail && number === 1 ? within : undefined
    isMail = false
  }
  return within ?? null
}
