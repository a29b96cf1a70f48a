/** Classifies an attachment for the page: its short kind, and whether it has a preview. */
import type { AttachmentInfo, MailDetail } from '@yanshu/contract'
import { largestInvitation } from '@yanshu/contract/calendar/largest-invitation'
import { wantedImages } from './frame-document.ts'

export type Preview = 'image' | 'text' | 'pdf' | 'mail' | null

const IMAGES = /^image\/(?:png|jpe?g|gif|webp|bmp|avif)$/
const TEXTS =
  /^(?:text\/(?:plain|csv|calendar|markdown|x-log|vcard|rfc822-headers)|application\/json|message\/(?:rfc822|global|(?:global-)?delivery-status))$/
const MAILS = /^message\/(?:rfc822|global)$/
const MOST_IMAGE = 20 * 1024 * 1024
const MOST_PDF = 30 * 1024 * 1024
const MOST_TEXT = 2 * 1024 * 1024

/** The largest picture that is put into a letter. */
export const MOST_IN_LETTER = 8 * 1024 * 1024

/** Types without information; many programs send every file with one of them. */
const UNTOLD = /^(?:(?:application|binary)\/(?:octet-stream|x-download|force-download))?$/
const BY_ENDING: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  eml: 'message/rfc822',
}

/** Other names that programs have for a calendar. */
const CALENDARS = /^(?:application\/(?:x-)?i(?:cs|cal|calendar)|(?:text|application)\/x-vcalendar)$/

/** Returns the type of the file, or the type of its ending when the declared type has no information. */
export function typeOf({ filename, contentType }: Pick<AttachmentInfo, 'filename' | 'contentType'>): string {
  const type = contentType.toLowerCase()
  if (CALENDARS.test(type)) return 'text/calendar'
  if (!UNTOLD.test(type)) return type
  const ending = /\.([a-z]+)$/.exec(filename.toLowerCase())?.[1] ?? ''
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? type) : type
}

/** When the server cannot read an attached mail, its text is shown as it is. */
export function previewOf(
  file: Pick<AttachmentInfo, 'filename' | 'contentType' | 'size'>,
  readsMails = true,
): Preview {
  const type = typeOf(file)
  if (IMAGES.test(type)) return file.size <= MOST_IMAGE ? 'image' : null
  if (type === 'application/pdf' || type === 'application/x-pdf') return file.size <= MOST_PDF ? 'pdf' : null
  if (readsMails && MAILS.test(type)) return 'mail'
  if (TEXTS.test(type)) return file.size <= MOST_TEXT ? 'text' : null
  return null
}

/** Common names of kinds whose type has another name. */
const KINDS: Readonly<Record<string, string>> = {
  'text/plain': 'TXT',
  'text/markdown': 'MD',
  'text/calendar': 'ICS',
  'text/vcard': 'VCF',
  'text/x-vcard': 'VCF',
  'text/rfc822-headers': 'TXT',
  'text/javascript': 'JS',
  'message/rfc822': 'EML',
  'message/global': 'EML',
  'message/delivery-status': 'TXT',
  'message/disposition-notification': 'TXT',
  'image/jpeg': 'JPG',
  'image/svg+xml': 'SVG',
  'audio/mpeg': 'MP3',
  'video/quicktime': 'MOV',
  'application/gzip': 'GZ',
  'application/x-7z-compressed': '7Z',
  'application/x-rar-compressed': 'RAR',
  'application/vnd.rar': 'RAR',
  'application/msword': 'DOC',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.ms-powerpoint': 'PPT',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/pgp-signature': 'ASC',
  'application/pkcs7-signature': 'P7S',
}

/**
 * Returns the kind from the ending, else from the type. Digits alone, as in "report.2026", are not an ending.
 * A word is never cut.
 */
export function kindOf(file: Pick<AttachmentInfo, 'filename' | 'contentType'>): string {
  const ending = /\.(?![0-9]+$)([A-Za-z0-9]{1,5})$/.exec(file.filename)?.[1]
  if (ending !== undefined) return ending.toUpperCase()
  const type = file.contentType.toLowerCase()
  const short = /^[^/]+\/(?:x-)?([a-z0-9]{1,5})$/.exec(type)?.[1]
  return KINDS[type] ?? short?.toUpperCase() ?? '文件'
}

/** Returns the calendar that a mail is about, when it is small enough to be read without being asked for. */
export const calendarFile = (files: readonly AttachmentInfo[]): AttachmentInfo | undefined =>
  files.find(file => typeOf(file) === 'text/calendar' && file.size <= largestInvitation)

const SIGNATURES = { smime: /^application\/(?:x-)?pkcs7-signature$/, pgp: /^application\/pgp-signature$/ }
/** A signature of the letter has one of the usual names, or none; that of a file is named after the file. */
const SIGNATURE_NAMES =
  /^(?:smime\.p7s|pgp\.asc|(?:openpgp_)?(?:digital_)?signature(?:\.\w+)?|附件-\d+\.\w+)$/i

/** The notice above the letter speaks of its signature. */
export const isSignature = (
  { filename, contentType }: Pick<AttachmentInfo, 'filename' | 'contentType'>,
  seal: MailDetail['seal'],
): boolean =>
  seal?.signature != null &&
  SIGNATURES[seal.signature.by].test(contentType.toLowerCase()) &&
  SIGNATURE_NAMES.test(filename)

/** Files that the letter itself shows, and its signature, are not listed. */
export function listedFiles(
  files: readonly AttachmentInfo[],
  html: string | null,
  seal: MailDetail['seal'],
): AttachmentInfo[] {
  const inLetter = new Set(wantedImages(html ?? '').cids)
  const isShown = ({ inline, cid, contentType, size }: AttachmentInfo) =>
    inline &&
    cid !== null &&
    inLetter.has(cid) &&
    IMAGES.test(contentType.toLowerCase()) &&
    size <= MOST_IN_LETTER
  return files.filter(file => !isShown(file) && !isSignature(file, seal))
}
