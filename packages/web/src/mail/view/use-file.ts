/** Fetches a file of a mail once, for its preview and for what the page says of it. */
import { useQuery } from '@tanstack/react-query'
import type { AttachmentInfo } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { textOf } from '../../ui/text-of.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import { previewOf } from './attachment-kind.ts'
import type { FileCall } from './file-call.ts'

export const fileRequest = (call: FileCall, mailId: string, file: AttachmentInfo) =>
  wireRequest(call, { params: { id: mailId, attachmentId: file.id } })

export const previewBy = (call: FileCall, file: AttachmentInfo) =>
  previewOf(file, call === routes.getAttachment)

export function useFile(call: FileCall, mailId: string, file: AttachmentInfo) {
  const { key, fetchBytes } = useMailSource()
  return useQuery({
    queryKey: mailKeys.file(key, mailId, file.id),
    queryFn: async ({ signal }) => {
      const blob = await fetchBytes(fileRequest(call, mailId, file), signal)
      return previewBy(call, file) === 'text'
        ? { text: textOf(new Uint8Array(await blob.arrayBuffer())) }
        : { blob }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
