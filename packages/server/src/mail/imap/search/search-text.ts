import { parseMailDay } from '../../mime/date.ts'
import { readHeaderBlock } from '../../mime/header-block.ts'
import { fieldValue } from '../../mime/header-text.ts'
import { defaultMimeLimits } from '../../mime/limits.ts'
import { decodeText } from '../../text/charset.ts'
import { decodeChunks } from '../../text/transfer-encoding.ts'
import { visibleText } from '../../visible/visible-text.ts'
import { scanShape } from '../structure/scan-shape.ts'
import type { ShapePart } from '../structure/shape.ts'
import { foldText, type SearchHeader } from './judge.ts'

/** Makes the text of a mail that is searched: decoded, folded, and bounded. */

/** The octets of text that are searched in one mail, and in one part of it. */
const [MAX_TEXT, MAX_PART] = [8_388_608, 4_194_304]

export function searchHeader(header: Buffer): SearchHeader {
  const block = readHeaderBlock(header, 0, defaultMimeLimits, () => false)
  const values = new Map<string, string[]>()
  const lines: string[] = []
  for (const field of block.fields) {
    const value = foldText(fieldValue(header, field, null))
    values.set(field.key, [...(values.get(field.key) ?? []), value])
    lines.push(`${field.key}: ${value}`)
  }
  const date = block.fields.find(field => field.key === 'date')
  return {
    fields: name => values.get(name) ?? [],
    text: lines.join('\n'),
    sentDay: date === undefined ? null : parseMailDay(fieldValue(header, date, null)),
  }
}

/** The words of the letter as people see them, with those of mails within it; files are left out. */
export function searchBody(raw: Buffer): string {
  const texts: string[] = []
  let room = MAX_TEXT
  for (const [index, part] of scanShape(raw).parts.entries()) {
    if (room <= 0) break
    const isMailWithin = index > 0 && part.envelope !== null
    const header = isMailWithin ? searchHeader(raw.subarray(part.head, part.start)).text : ''
    const text = part.kind === 'leaf' ? textOf(raw, part, Math.min(room, MAX_PART)) : ''
    room -= header.length + text.length
    texts.push(header, text)
  }
  return foldText(texts.join('\n'))
}

function textOf(raw: Buffer, { type, start, end, decoding }: ShapePart, room: number): string {
  if (!type.value.startsWith('text/')) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for (const chunk of decodeChunks(raw.subarray(start, end), decoding ?? 'identity')) {
    chunks.push(chunk.subarray(0, room - length))
    length += chunk.length
    if (length >= room) break
  }
  const { text } = decodeText(Buffer.concat(chunks), type.params.get('charset'))
  return type.value === 'text/html' ? visibleText(text).text : text
}
