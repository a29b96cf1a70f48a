/** Fetches the pictures of a mail for its frame with the login of the page, and turns them into data. */
import { useQuery } from '@tanstack/react-query'
import type { MailDetail } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { useMemo } from 'react'
import type { FetchBytes } from '../../api/index.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import { MOST_IN_LETTER } from './attachment-kind.ts'
import type { FileCall } from './file-call.ts'
import { type FrameImages, wantedImages } from './frame-document.ts'

const TYPES = /^image\/(?:png|jpe?g|gif|webp|bmp|avif)$/
const MAX_IMAGES = 80
const AT_ONCE = 6

export function dataOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}

/**
 * Returns the picture as data, or null: a picture that fails leaves its place empty and stops nothing else.
 */
async function fetchImage(
  fetchBytes: FetchBytes,
  request: ReturnType<typeof wireRequest>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const blob = await fetchBytes(request, signal)
    const type = blob.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!TYPES.test(type) || blob.size > MOST_IN_LETTER) return null
    return await dataOf(blob.slice(0, blob.size, type))
  } catch {
    return null
  }
}

async function fetchAll(
  keys: readonly string[],
  fetchOne: (key: string) => Promise<string | null>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const left = keys.slice(0, MAX_IMAGES)
  const work = async () => {
    for (let key = left.shift(); key !== undefined; key = left.shift()) {
      const data = await fetchOne(key)
      if (data !== null) found.set(key, data)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

const nothing: ReadonlyMap<string, string> = new Map()

type Found = {
  images: FrameImages
  fetching: boolean
  /** True when at least one picture on the web can be fetched. */
  fetchable: boolean
  /** The number of pictures on the web that could not be fetched. */
  missing: number
}

/** A letter with the mail that holds it: as its text, or attached to it. */
export type FramedLetter = Pick<MailDetail, 'id' | 'html' | 'attachments'> & {
  /** The number of the attachment, if the letter is attached. */
  attachedAs?: string
}

/** Pictures in the mail load by themselves; those on the web only with consent. */
export function useFrameImages(
  mail: FramedLetter,
  consent: boolean,
  call: FileCall = routes.getAttachment,
): Found {
  const { key, fetchBytes } = useMailSource()
  const { attachedAs } = mail
  const wanted = useMemo(() => wantedImages(mail.html ?? ''), [mail.html])
  const cids = useQuery({
    queryKey: mailKeys.pictures(key, mail.id, attachedAs, 'cids'),
    queryFn: ({ signal }) =>
      fetchAll(wanted.cids, async cid => {
        const part = mail.attachments.find(one => one.cid === cid)
        if (!part) return null
        const params = { id: mail.id, attachmentId: part.id }
        return fetchImage(fetchBytes, wireRequest(call, { params }), signal)
      }),
    enabled: wanted.cids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const remote = useQuery({
    queryKey: mailKeys.pictures(key, mail.id, attachedAs, 'remote'),
    queryFn: ({ signal }) =>
      fetchAll(wanted.remote, url =>
        fetchImage(
          fetchBytes,
          wireRequest(routes.getImage, {
            params: { id: mail.id },
            query: { url, ...(attachedAs !== undefined && { attachmentId: attachedAs }) },
          }),
          signal,
        ),
      ),
    enabled: consent && wanted.remote.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const images = useMemo<FrameImages>(
    () => ({ cids: cids.data ?? nothing, remote: (consent && remote.data) || nothing }),
    [cids.data, remote.data, consent],
  )
  const missing = consent && remote.data ? Math.max(0, wanted.remote.length - remote.data.size) : 0
  return {
    images,
    fetching: consent && remote.isFetching,
    fetchable: wanted.remote.length > 0,
    missing,
  }
}
