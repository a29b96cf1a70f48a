/**
 * Fetches an image of a mail on the reader's behalf, so that the sender learns neither the reader's address
 * nor anything stored in the browser. The caller checks that the reader may see the mail and that the image
 * is in it.
 */
import type { GuardedFetch } from './guarded-fetch.ts'
import { readImageHeader } from './image-header.ts'
import { OutsideError } from './outside-error.ts'
import type { OutsideReason } from './outside-reason.ts'
import { timeOuts } from './time-outs.ts'

const maxBytes = 5 * 1024 * 1024
const maxRedirects = 5
/** A few kilobytes can claim to be gigabytes of pixels, and the reader's browser would try to unpack them. */
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
    const timeoutMs = timeOuts.image
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
