/**
 * Recognises the type of a file by its content. The name and the client's claim do not count, unless only the
 * ending can tell a container or a text apart. Markup is always reported as markup, so that nothing ever
 * shows it on our origin.
 */

const at = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.length >= offset + text.length && bytes.toString('latin1', offset, offset + text.length) === text

type Mark = { type: string; is(bytes: Buffer): boolean }

const marks: readonly Mark[] = [
  { type: 'image/png', is: b => at(b, 0, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', is: b => at(b, 0, '\xff\xd8\xff') },
  { type: 'image/gif', is: b => at(b, 0, 'GIF87a') || at(b, 0, 'GIF89a') },
  { type: 'image/webp', is: b => at(b, 0, 'RIFF') && at(b, 8, 'WEBP') },
  { type: 'image/bmp', is: b => at(b, 0, 'BM') && b.length > 26 && b.readUInt32LE(6) === 0 },
  { type: 'image/x-icon', is: b => at(b, 0, '\0\0\x01\0') },
  { type: 'image/avif', is: b => at(b, 4, 'ftypavif') },
  { type: 'image/heic', is: b => at(b, 4, 'ftyphei') || at(b, 4, 'ftypmif1') },
  { type: 'image/tiff', is: b => at(b, 0, 'II*\0') || at(b, 0, 'MM\0*') },
  { type: 'application/pdf', is: b => at(b, 0, '%PDF-') },
  { type: 'application/zip', is: b => at(b, 0, 'PK\x03\x04') || at(b, 0, 'PK\x05\x06') },
  { type: 'application/gzip', is: b => at(b, 0, '\x1f\x8b') },
  { type: 'application/x-7z-compressed', is: b => at(b, 0, "7z\xbc\xaf'\x1c") },
  { type: 'application/vnd.rar', is: b => at(b, 0, 'Rar!\x1a\x07') },
  { type: 'application/x-ole-storage', is: b => at(b, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { type: 'application/x-msdownload', is: b => at(b, 0, 'MZ') },
  { type: 'application/x-executable', is: b => at(b, 0, '\x7fELF') },
  { type: 'audio/mpeg', is: b => at(b, 0, 'ID3') || at(b, 0, '\xff\xfb') },
  { type: 'audio/wav', is: b => at(b, 0, 'RIFF') && at(b, 8, 'WAVE') },
  { type: 'audio/ogg', is: b => at(b, 0, 'OggS') },
  { type: 'video/mp4', is: b => at(b, 4, 'ftyp') },
  { type: 'video/webm', is: b => at(b, 0, '\x1aE\xdf\xa3') },
]

const office = 'application/vnd.openxmlformats-officedocument.'
const open = 'application/vnd.oasis.opendocument.'
const inContainer: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: `${office}wordprocessingml.document`,
    xlsx: `${office}spreadsheetml.sheet`,
    pptx: `${office}presentationml.presentation`,
    odt: `${open}text`,
    ods: `${open}spreadsheet`,
    odp: `${open}presentation`,
    epub: 'application/epub+zip',
    apk: 'application/vnd.android.package-archive',
  },
  'application/x-ole-storage': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    msg: 'application/vnd.ms-outlook',
  },
  'text/plain': {
    csv: 'text/csv',
    ics: 'text/calendar',
    vcf: 'text/vcard',
    json: 'application/json',
    eml: 'message/rfc822',
    md: 'text/markdown',
  },
}

/** The number of bytes that are read. */
export const sniffedBytes = 4096

function textType(head: Buffer): string | null {
  if (head.includes(0)) return null
  const text = new TextDecoder('utf-8').decode(head).replace(/^\ufeff/, '')
  // The end may cut a character in two; a broken character anywhere else means that this is not UTF-8 text.
  const start = text.slice(0, 2048).toLowerCase()
  if (/<svg[\s>]/.test(start)) return 'image/svg+xml'
  if (/<(?:!doctype html|html|head|body|script|iframe|img|a|div|table|style|meta)[\s>]/.test(start))
    return 'text/html'
  if (/^\s*<\?xml/.test(start)) return 'application/xml'
  return /\ufffd/.test(text.slice(0, -1)) ? null : 'text/plain'
}

export function fileType(head: Buffer, filename: string): string {
  const type = marks.find(mark => mark.is(head))?.type ?? textType(head) ?? 'application/octet-stream'
  const ending = /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  const inside = inContainer[type]
  return inside !== undefined && Object.hasOwn(inside, ending) ? (inside[ending] ?? type) : type
}
