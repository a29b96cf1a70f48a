/**
 * Prepares the part of a message that mailauth gets: exactly the header that we read, and no more work than
 * an honest mail needs. If mailauth could read another header than we do, it would vouch for one author while
 * we show another.
 */
import { parseAddressList } from '../../mail/address/parse-address-list.ts'
import {
  type HeaderBlock,
  type HeaderField,
  rawValue,
  readHeaderBlock,
  unfold,
} from '../../mail/mime/header-block.ts'
import { defaultMimeLimits } from '../../mail/mime/limits.ts'

/** Every signature may have mailauth go through the body once more, and look up a key. */
export const maxSignatures = 8
/** Those with a length of their own always do; the others share what was gone through. */
export const maxPartialSignatures = 2
/**
 * Three of them make a link of the chain, which has 50 at the most (RFC 8617, section 4.2.1). One more is kept, so
 * that a longer chain is seen to be too long.
 */
export const maxArcFields = 3 * 50 + 1
/** The time that mailauth takes grows with the square of these. */
const maxLines = 10_000
const maxFieldBytes = 4096

/** The checks that have a field longer than we let mailauth read. */
export type Unread = Readonly<Record<'dkim' | 'arc', boolean>>

export type Judgeable =
  | { readonly bytes: Buffer; readonly unread: Unread }
  /** The header can be read in several ways: all that can be judged is the author whom we show. */
  | { readonly author: string }

const LF = 0x0a
const lengthTag = /(?:^|;)[^a-z0-9=;]*l[^a-z0-9=;]*=/i

const isArc = ({ key }: HeaderField): boolean => key.startsWith('arc-')
const isSignature = (field: HeaderField): boolean => field.key === 'dkim-signature' || isArc(field)
const isTooLong = ({ start, end }: HeaderField): boolean => end - start > maxFieldBytes

const lineStart = (raw: Buffer, { start }: HeaderField): number => raw.lastIndexOf(LF, start - 1) + 1

function nextLine(raw: Buffer, { end }: HeaderField): number {
  const newline = raw.indexOf(LF, end)
  return newline === -1 ? raw.length : newline + 1
}

function hasTooManyLines(raw: Buffer, end: number): boolean {
  if (end <= maxLines) return false
  let lines = 0
  for (let at = raw.indexOf(LF); at !== -1 && at < end; at = raw.indexOf(LF, at + 1)) lines++
  return lines > maxLines
}

/** Returns the signatures beyond the first few of each kind. */
function surplus(raw: Buffer, signatures: readonly HeaderField[]): HeaderField[] {
  let [arc, dkim, partial] = [0, 0, 0]
  return signatures.filter(field => {
    if (isTooLong(field)) return true
    if (isArc(field)) return ++arc > maxArcFields
    if (lengthTag.test(rawValue(raw, field)) && ++partial > maxPartialSignatures) return true
    return ++dkim > maxSignatures
  })
}

function without(raw: Buffer, from: number, fields: readonly HeaderField[]): Buffer {
  const pieces: Buffer[] = []
  let at = from
  for (const field of fields) {
    pieces.push(raw.subarray(at, lineStart(raw, field)))
    at = nextLine(raw, field)
  }
  return Buffer.concat([...pieces, raw.subarray(at)])
}

function isReadByAllAlike(raw: Buffer, { fields, bodyStart, malformed, truncated }: HeaderBlock): boolean {
  if (malformed || truncated || hasTooManyLines(raw, bodyStart)) return false
  return fields.every(field => field.key !== 'from' || !isTooLong(field))
}

export function judgeableMessage(raw: Buffer): Judgeable {
  const block = readHeaderBlock(raw, 0, defaultMimeLimits, () => false)
  const [first] = block.fields
  if (first === undefined || !isReadByAllAlike(raw, block)) {
    const from = block.fields.find(({ key }) => key === 'from')
    const [author] = from === undefined ? [] : parseAddressList(unfold(rawValue(raw, from)), 1)
    return { author: author?.address ?? '' }
  }
  // Text before the first field, such as the line of an mbox file, is not a field here.
  const begin = lineStart(raw, first)
  const signatures = block.fields.filter(isSignature)
  const tooLong = signatures.filter(isTooLong)
  const unread = { dkim: tooLong.some(field => !isArc(field)), arc: tooLong.some(isArc) }
  // For a message without signatures only the header is judged, so its body is left out.
  if (signatures.length === 0) return { bytes: raw.subarray(begin, block.bodyStart), unread }
  const tooMany = surplus(raw, signatures)
  return { bytes: tooMany.length === 0 ? raw.subarray(begin) : without(raw, begin, tooMany), unread }
}
