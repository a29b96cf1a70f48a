/**
 * Makes the manifest with which a browser installs the pages: the name of the site, and its logo if that can
 * be an icon. Otherwise the default icons stay. The logo and ours do not mix, because Android prefers an icon
 * made for its mask and would show ours for the operator's site. Pure rules.
 */
import { readImageHeader } from '../../outside/image-header.ts'
import { pictureUrl } from './picture.ts'
import type { PictureRow } from './repository.ts'

export type Manifest = Readonly<Record<string, unknown>>

/** The least that Chromium installs with. */
const leastSide = 144
/** Those that browsers take for an icon of an app. */
const iconTypes = new Set(['image/png', 'image/webp'])

export type AppIcon = { src: string; sizes: string; type: string; purpose: 'any' }

/** Null where the logo is not square, too small, or of a kind that browsers do not install with. */
export function iconFrom(logo: Pick<PictureRow, 'id' | 'bytes'>): AppIcon | null {
  const header = readImageHeader(Buffer.from(logo.bytes))
  if (header === null || !iconTypes.has(header.contentType)) return null
  const { width, height, contentType: type } = header
  if (width !== height || width < leastSide) return null
  return { src: pictureUrl(logo.id), sizes: `${width}x${height}`, type, purpose: 'any' }
}

export function manifestFor(
  ours: Manifest,
  site: { name: string; logo: Pick<PictureRow, 'id' | 'bytes'> | undefined },
): Manifest {
  const icon = site.logo && iconFrom(site.logo)
  return { ...ours, name: site.name, short_name: site.name, ...(icon ? { icons: [icon] } : {}) }
}
