import { readBytes } from './byte-reader.ts'
import {
  numberOf,
  type Properties,
  PropertyType,
  readProperties,
  textInPage,
  textOf,
} from './mapi-properties.ts'

/**
 * Reads the stream that Outlook puts around a mail and its files, known as winmail.dat (MS-OXTNEF). It copies
 * nothing and unpacks nothing; a stream whose sizes do not fit is refused as a whole.
 */

export type TnefMessage = {
  subject: string
  text: string | null
  html: { bytes: Buffer; codePage: number } | null
  /** Packed RTF (MS-OXRTFCP). */
  rtf: Buffer | null
  codePage: number
  files: TnefFile[]
}

export type TnefFile = {
  name: string | null
  contentType: string | null
  cid: string | null
  bytes: Buffer
  /** The bytes are a TNEF stream again, of a mail within the mail. */
  isMessage: boolean
}

const SIGNATURE = 0x223e9f78
const SMALLEST_ATTRIBUTE = 11
const MOST_FILES = 900
const DEFAULT_PAGE = 1_252

/** MS-OXTNEF, section 2.1.3.3. */
const Attribute = {
  subject: 0x00018004,
  body: 0x0002800c,
  codePage: 0x00069007,
  properties: 0x00069003,
  fileBegins: 0x00069002,
  fileData: 0x0006800f,
  fileTitle: 0x00018010,
  fileProperties: 0x00069005,
} as const

/** MS-OXPROPS. */
const Property = {
  subject: 0x0037,
  body: 0x1000,
  packedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  fileContent: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  fileType: 0x370e,
  contentId: 0x3712,
  contentPage: 0x3fde,
} as const

/** An object begins with the id of what it is. */
const MESSAGE_OBJECT = Buffer.from('0703020000000000c000000000000046', 'hex')

type RawFile = { title: Buffer | null; data: Buffer | null; properties: Properties }
type Stream = { codePage: number; attributes: Map<number, Buffer>; files: RawFile[] }

/** Throws a RangeError when the stream is broken. */
export function readTnef(bytes: Buffer): TnefMessage {
  const { codePage, attributes, files } = readStream(bytes)
  const own = attributes.get(Attribute.properties)
  const properties: Properties = own === undefined ? new Map() : readProperties(own)
  const attributeText = (id: number): string | null => {
    const value = attributes.get(id)
    return value === undefined ? null : textInPage(value, codePage)
  }
  const packed = properties.get(Property.packedRtf)
  return {
    subject: textOf(properties.get(Property.subject), codePage) ?? attributeText(Attribute.subject) ?? '',
    text: textOf(properties.get(Property.body), codePage) ?? attributeText(Attribute.body),
    html: htmlOf(properties, codePage),
    rtf: packed?.type === PropertyType.binary ? packed.value : null,
    codePage,
    files: files.flatMap(file => describe(file, codePage) ?? []),
  }
}

function readStream(bytes: Buffer): Stream {
  const reader = readBytes(bytes)
  if (reader.u32() !== SIGNATURE) throw new RangeError('this is no TNEF stream')
  reader.u16()
  const stream: Stream = { codePage: DEFAULT_PAGE, attributes: new Map(), files: [] }
  // A rest too short for an attribute was added on the way.
  while (reader.left() >= SMALLEST_ATTRIBUTE) {
    const level = reader.u8()
    if (level !== 1 && level !== 2) throw new RangeError('an attribute belongs to nothing')
    const id = reader.u32()
    const value = reader.take(reader.u32())
    // The sum after it is wrong in the streams of several programs, and sizes tell more.
    reader.u16()
    if (level === 2) addToFile(stream.files, id, value)
    else if (id === Attribute.codePage && value.length >= 4) stream.codePage = value.readUInt32LE(0)
    else if (!stream.attributes.has(id)) stream.attributes.set(id, value)
  }
  return stream
}

function addToFile(files: RawFile[], id: number, value: Buffer): void {
  if (id === Attribute.fileBegins) {
    if (files.length === MOST_FILES) throw new RangeError('too many files')
    files.push({ title: null, data: null, properties: new Map() })
  }
  const file = files.at(-1)
  if (file === undefined) throw new RangeError('an attribute comes before the file that it belongs to')
  if (id === Attribute.fileTitle) file.title ??= value
  if (id === Attribute.fileData) file.data ??= value
  if (id === Attribute.fileProperties) file.properties = readProperties(value)
}

function htmlOf(properties: Properties, codePage: number): TnefMessage['html'] {
  const html = properties.get(Property.html)
  if (html === undefined) return null
  if (html.type === PropertyType.unicode)
    return { bytes: Buffer.from(textOf(html, codePage) ?? ''), codePage: 65_001 }
  if (html.type !== PropertyType.binary && html.type !== PropertyType.string8) return null
  const end = html.value.at(-1) === 0 ? -1 : html.value.length
  const page = numberOf(properties.get(Property.contentPage)) ?? codePage
  return { bytes: html.value.subarray(0, end), codePage: page }
}

function describe({ title, data, properties }: RawFile, codePage: number): TnefFile | null {
  const text = (id: number): string | null => textOf(properties.get(id), codePage)?.trim() || null
  const content = properties.get(Property.fileContent)
  const isMessage =
    content?.type === PropertyType.object && content.value.subarray(0, 16).equals(MESSAGE_OBJECT)
  const own = content?.type === PropertyType.binary ? content.value : null
  const bytes = isMessage ? content.value.subarray(16) : (data ?? own)
  if (bytes === null) return null
  const named = isMessage ? null : (text(Property.longFileName) ?? text(Property.fileName))
  const titled = title === null ? null : textInPage(title, codePage).trim() || null
  return {
    name: named ?? titled ?? text(Property.displayName),
    contentType: text(Property.fileType),
    cid: text(Property.contentId),
    bytes,
    isMessage,
  }
}
