import { createHash } from 'node:crypto'
import { typeOfName } from '../file-types.ts'
import { charsetOfPage } from './code-page.ts'
import { readTnef, type TnefFile, type TnefMessage } from './read-tnef.ts'
import { letterOfRtf, type RtfLetter } from './rtf-letter.ts'
import { unpackRtf } from './unpack-rtf.ts'
import { fieldText, writeEntity, writeMultipart, writeParameter } from './write-entity.ts'

/** Writes the mail that a TNEF stream holds as MIME: its letter, and its files. */

/** Mails within the mail are opened so far; deeper ones stay the streams that they are. */
const MAX_DEPTH = 3
const UTF_8 = 65_001
const MIME_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/i

/** The bytes of RTF that are unpacked in one stream, mails within the mail included. */
const MOST_RTF = 16 * 1024 * 1024

type Work = { depth: number; room: { rtf: number } }

/** Throws when the stream is broken. */
export const mailOfTnef = (bytes: Buffer): Buffer =>
  writeMail(bytes, readTnef(bytes), {}, { depth: 1, room: { rtf: MOST_RTF } })

function writeMail(
  bytes: Buffer,
  message: TnefMessage,
  fields: Readonly<Record<string, string>>,
  work: Work,
): Buffer {
  // Nothing can contain its own digest, so that no line of the content ends a part too early.
  const boundary = `tnef-${createHash('sha256').update(bytes).digest('hex')}`
  const letter = letterOf(message, work)
  const files = message.files.map(file => writeFile(file, letter, work))
  return writeMultipart('mixed', boundary, [...writeLetter(letter, `${boundary}-letter`), ...files], fields)
}

type Letter = Pick<TnefMessage, 'text' | 'html'>

/** RTF counts where the sender's program has left out the form that people read. */
function letterOf({ text, html, rtf, codePage }: TnefMessage, { room }: Work): Letter {
  if (html !== null || rtf === null) return { text, html }
  const letter = readRtf(rtf, codePage, room)
  if (letter?.html) return { text, html: { bytes: Buffer.from(letter.html), codePage: UTF_8 } }
  return { text: text?.trim() ? text : (letter?.text ?? text), html }
}

/** A letter that cannot be unpacked must not keep the files from the reader. */
function readRtf(packed: Buffer, codePage: number, room: Work['room']): RtfLetter | null {
  try {
    const rtf = unpackRtf(packed, room.rtf)
    room.rtf -= rtf.length
    return letterOfRtf(rtf, codePage)
  } catch {
    return null
  }
}

function writeLetter({ text, html }: Letter, boundary: string): Buffer[] {
  const forms: Buffer[] = []
  if (text?.trim()) forms.push(writeText('plain', Buffer.from(text), 'utf-8'))
  if (html !== null) forms.push(writeText('html', html.bytes, charsetOfPage(html.codePage)))
  if (forms.length > 1) return [writeMultipart('alternative', boundary, forms)]
  return forms.length > 0 ? forms : [writeText('plain', Buffer.alloc(0), 'utf-8')]
}

const writeText = (type: string, content: Buffer, charset: string): Buffer =>
  writeEntity({ 'Content-Type': `text/${type}; charset=${charset}` }, content)

function writeFile(file: TnefFile, letter: Letter, work: Work): Buffer {
  const { name, cid, bytes } = file
  if (file.isMessage && work.depth < MAX_DEPTH) {
    const inner = readTnef(bytes)
    const subject = fieldText(inner.subject || name || '')
    const content = writeMail(bytes, inner, { Subject: subject }, { ...work, depth: work.depth + 1 })
    return writeEntity({ 'Content-Type': 'message/rfc822' }, content)
  }
  const type = file.isMessage ? 'application/ms-tnef' : (declaredType(file) ?? typeOfName(name ?? ''))
  const isPicture = cid !== null && type.startsWith('image/')
  const isInPlace = isPicture && (letter.html?.bytes.includes(`cid:${cid}`) ?? false)
  const named = name === null ? '' : `; ${writeParameter('filename', name)}`
  return writeEntity(
    {
      'Content-Type': type,
      'Content-Disposition': `${isInPlace ? 'inline' : 'attachment'}${named}`,
      ...(cid !== null && { 'Content-ID': `<${fieldText(cid)}>` }),
    },
    bytes,
  )
}

/** A file is never taken apart, whatever it is called. */
function declaredType({ contentType }: TnefFile): string | null {
  if (contentType === null || !MIME_TYPE.test(contentType)) return null
  const type = contentType.toLowerCase()
  return type.startsWith('multipart/') || type === 'application/octet-stream' ? null : type
}
