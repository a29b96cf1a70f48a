/**
 * Pictures that are shown to everybody: the logo and avatars. What a file is is told by its first bytes alone; documents
 * that can run something, such as SVG and HTML, are none of the kinds. Pure rules.
 */
import type { PictureUse } from '@yanshu/contract'
import { readImageHeader } from '../../outside/image-header.ts'

export const maxPictureBytes = 512 * 1024
/** Larger ones cost whoever looks at a page more than they show. */
const maxPixels = 4_000_000

const kinds = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export type Judged = { contentType: string } | { wrong: string }

export function judgePicture(bytes: Buffer): Judged {
  if (bytes.length > maxPictureBytes) return { wrong: `图片太大，最多 ${maxPictureBytes / 1024} KB` }
  const header = readImageHeader(bytes)
  if (header === null || !kinds.has(header.contentType))
    return { wrong: '只能用 PNG、JPEG、WebP 或 GIF 图片' }
  if (header.pixels === 0) return { wrong: '图片不完整' }
  if (header.pixels > maxPixels) return { wrong: '图片的尺寸太大，最多 400 万像素' }
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

export const pictureNames: Readonly<Record<PictureUse, string>> = { logo: '站点图标', avatar: '头像' }
