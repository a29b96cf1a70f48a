/**
 * Pictures that everybody sees: the logo and avatars. Only the first bytes of a file decide its kind;
 * documents that can run code, such as SVG and HTML, are not among the kinds. Pure rules.
 */
import { readImageHeader } from '../../outside/image-header.ts'
import { operateWords } from '../words/words.ts'

const says = operateWords.picture

export const maxPictureBytes = 512 * 1024
/** Larger ones cost whoever looks at a page more than they show. */
const maxPixels = 4_000_000

const kinds = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export type Judged = { contentType: string } | { wrong: string }

export function judgePicture(bytes: Buffer): Judged {
  if (bytes.length > maxPictureBytes) return { wrong: says.tooLarge(maxPictureBytes) }
  const header = readImageHeader(bytes)
  if (header === null || !kinds.has(header.contentType)) return { wrong: says.wrongKind }
  if (header.pixels === 0) return { wrong: says.incomplete }
  if (header.pixels > maxPixels) return { wrong: says.tooManyPixels(maxPixels) }
  return { contentType: header.contentType }
}

export const pictureUrl = (id: string | undefined): string =>
  id === undefined ? '' : `/api/getPicture/${id}`

export const logoKey = 'site'

/** Headers of a picture: no type is ever guessed, and whoever opens it by itself opens it without rights. */
export const pictureHeaders = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
})
