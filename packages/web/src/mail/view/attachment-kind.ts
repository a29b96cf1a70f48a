/** What an attachment is, as far as the page must know: its short kind, and whether it can be looked at here. */
import type { AttachmentInfo } from '@yanshu/contract'

export type Preview = 'image' | 'text' | 'pdf' | null

const IMAGES = /^image\/(?:png|jpe?g|gif|webp|bmp|avif)$/
const TEXTS =
  /^(?:text\/(?:plain|csv|calendar|markdown|x-log|vcard)|application\/json|message\/(?:rfc822|delivery-status))$/
const MOST_IMAGE = 20 * 1024 * 1024
const MOST_PDF = 30 * 1024 * 1024
const MOST_TEXT = 2 * 1024 * 1024

export function previewOf(file: Pick<AttachmentInfo, 'contentType' | 'size'>): Preview {
  const type = file.contentType.toLowerCase()
  if (IMAGES.test(type)) return file.size <= MOST_IMAGE ? 'image' : null
  if (type === 'application/pdf' || type === 'application/x-pdf') return file.size <= MOST_PDF ? 'pdf' : null
  if (TEXTS.test(type)) return file.size <= MOST_TEXT ? 'text' : null
  return null
}

export function kindOf(file: Pick<AttachmentInfo, 'filename' | 'contentType'>): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(file.filename)?.[1]
  return (ending ?? file.contentType.split('/')[1]?.replace(/^x-/, '').slice(0, 4) ?? '?').toUpperCase()
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Those that are shown inside the letter need no place in the list. */
export function listedFiles(files: readonly AttachmentInfo[], html: string | null): AttachmentInfo[] {
  return files.filter(file => !(file.inline && file.cid !== null && html?.includes(' data-cid="')))
}
