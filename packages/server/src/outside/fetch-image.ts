/**
 * Fetches an image of a mail on the reader's behalf, so that the sender learns neither the reader's address nor
 * anything kept in the browser. Whether the reader may see that mail and whether the image is in it, the caller knows.
 */
import type { GuardedFetch } from './guarded-fetch.ts'
import { readImageHeader } from './image-header.ts'
import { OutsideError, type OutsideReason } from './outside-error.ts'

const maxBytes = 5 * 1024 * 1024
const timeoutMs = 10_000
const maxRedirects = 5
/** A few kilobytes can claim to be gigabytes of pixels; the reader's browser would try to unpack them. */
const maxPixels = 50_000_000

export type RemoteImage = { readonly contentType: string; readonly bytes: Buffer }

export type ImageFault = OutsideReason | 'status' | 'not-image' | 'too-many-pixels'

export class RemoteImageError extends Error {
  readonly reason: ImageFault
  constructor(reason: ImageFault, cause?: unknown) {
    super(`remote image refused: ${reason}`, { cause })
    this.reason = reason
  }
}

async function get(fetch: GuardedFetch, url: string) {
  try {
    const headers = { accept: 'image/*' }
    return await fetch({ url, method: 'GET', headers, maxBytes, timeoutMs, maxRedirects })
  } catch (cause) {
    if (cause instanceof OutsideError) throw new RemoteImageError(cause.reason, cause)
    throw cause
  }
}

export async function fetchRemoteImage(fetch: GuardedFetch, url: string): Promise<RemoteImage> {
  const { status, body } = await get(fetch, url)
  if (status !== 200) throw new RemoteImageError('status')
  const header = readImageHeader(body)
  if (!header || header.pixels === 0) throw new RemoteImageError('not-image')
  if (header.pixels > maxPixels) throw new RemoteImageError('too-many-pixels')
  return { contentType: header.contentType, bytes: body }
}
