import type { Attachment } from '../mime/parsed-mail.ts'

/** Bitmaps that browsers show without running anything. SVG is a document, so it is not listed. */
const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
])

/**
 * Resolves `cid:` references (RFC 2392) to images of the same mail, and to nothing else. Content ids are only
 * looked up: `urlOf` makes the address from the attachment, so the mail cannot influence it.
 */
export function inlineImageUrls(
  attachments: readonly Pick<Attachment, 'id' | 'cid' | 'contentType'>[],
  urlOf: (attachmentId: string) => string,
): (cid: string) => string | null {
  const ids = new Map<string, string>()
  for (const { id, cid, contentType } of attachments) {
    if (cid !== null && IMAGE_TYPES.has(contentType) && !ids.has(cid)) ids.set(cid, id)
  }
  return cid => {
    const id = ids.get(cid)
    return id === undefined ? null : urlOf(id)
  }
}
