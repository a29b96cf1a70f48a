/** Writes one item of a FETCH answer. What goes out as a literal is read piece by piece, as fast as the client takes it. */
import type { FetchItem } from '../../../mail/imap/command/command.ts'
import { writeDateTime } from '../../../mail/imap/date-time.ts'
import { writeEnvelope } from '../../../mail/imap/structure/envelope.ts'
import { locateBinary, locateSection } from '../../../mail/imap/structure/locate.ts'
import { decodeBinary, pickFields, withinPartial } from '../../../mail/imap/structure/read-section.ts'
import { scanEnvelope } from '../../../mail/imap/structure/scan-shape.ts'
import { type Partial, type Section, writeSection } from '../../../mail/imap/structure/section.ts'
import { writeStructure } from '../../../mail/imap/structure/write-structure.ts'
import { literalHead, writeNtext } from '../../../mail/imap/write.ts'
import type { MessageFacts } from '../../imap/types.ts'
import type { MessageReader } from '../session/message-reader.ts'
import type { SelectedFolder } from '../session/selected-folder.ts'
import { type ImapSession, isUtf8Session, sendOctets } from '../session/session.ts'

export type FetchState = { isGone: boolean; unknownEncoding: boolean }

/** The message was removed while it was told. */
export class MessageGone extends Error {}

export type Fetched = {
  readonly selected: SelectedFolder
  readonly index: number
  /** Null when no item needs them. */
  readonly facts: MessageFacts | null
  readonly reader: MessageReader | null
  readonly state: FetchState
  isFirst: boolean
}

const piece = 64 * 1024

function put(s: ImapSession, fetched: Fetched, text: string): void {
  s.held += fetched.isFirst ? text : ` ${text}`
  fetched.isFirst = false
}

export async function tellItem(s: ImapSession, fetched: Fetched, item: FetchItem): Promise<void> {
  const { selected, index, facts, reader } = fetched
  switch (item.item) {
    case 'UID':
      return put(s, fetched, `UID ${selected.uids[index]}`)
    case 'FLAGS':
      return put(s, fetched, `FLAGS (${(selected.flags[index] ?? []).join(' ')})`)
    case 'MODSEQ':
      return put(s, fetched, `MODSEQ (${selected.modseqs[index]})`)
  }
  if (facts === null || reader === null) return
  switch (item.item) {
    case 'INTERNALDATE':
      return put(s, fetched, `INTERNALDATE ${writeDateTime(facts.internalDate)}`)
    case 'SAVEDATE':
      return put(s, fetched, `SAVEDATE ${writeDateTime(facts.savedAt)}`)
    case 'RFC822.SIZE':
      return put(s, fetched, `RFC822.SIZE ${facts.octets}`)
    case 'EMAILID':
      return put(s, fetched, `EMAILID (${facts.emailId})`)
    case 'THREADID':
      return put(s, fetched, `THREADID ${facts.threadId === null ? 'NIL' : `(${facts.threadId})`}`)
    case 'PREVIEW':
      return put(s, fetched, `PREVIEW ${writeNtext(facts.preview, isUtf8Session(s))}`)
    case 'ENVELOPE': {
      const header = await reader.header()
      if (header === null) throw new MessageGone()
      return put(s, fetched, `ENVELOPE ${writeEnvelope(scanEnvelope(header), isUtf8Session(s))}`)
    }
    case 'BODY':
    case 'BODYSTRUCTURE': {
      const shape = await reader.shape()
      if (shape === null) throw new MessageGone()
      const form = { isExtended: item.item === 'BODYSTRUCTURE', isUtf8: isUtf8Session(s) }
      return put(s, fetched, `${item.item} ${writeStructure(shape, form)}`)
    }
    case 'SECTION':
      return tellSection(s, fetched, reader, item)
    case 'BINARY':
    case 'BINARY.SIZE':
      return tellBinary(s, fetched, reader, item)
  }
}

type SectionItem = FetchItem & { item: 'SECTION' }

const offset = (partial: Partial | null): string => (partial === null ? '' : `<${partial.from}>`)

async function tellSection(
  s: ImapSession,
  fetched: Fetched,
  reader: MessageReader,
  { as, section, partial }: SectionItem,
): Promise<void> {
  const name = as === 'BODY' ? `BODY[${writeSection(section)}]${offset(partial)}` : as
  const found = await locate(reader, section)
  if (found === 'gone') throw new MessageGone()
  if (found === null) return put(s, fetched, `${name} NIL`)
  if (Buffer.isBuffer(found)) {
    const { start, end } = withinPartial({ start: 0, end: found.length }, partial)
    put(s, fetched, `${name} ${literalHead(end - start)}`)
    s.held += found.toString('latin1', start, end)
    return
  }
  const { start, end } = withinPartial(found, partial)
  put(s, fetched, `${name} ${literalHead(end - start)}`)
  await sendStretch(s, reader, start, end)
}

/** Returns the octets where they are at hand, else their place; null when the message has no such section. */
async function locate(
  reader: MessageReader,
  section: Section,
): Promise<Buffer | { start: number; end: number } | null | 'gone'> {
  const { part, text } = section
  if (part.length === 0 && text === null) return { start: 0, end: reader.octets }
  if (part.length === 0 && (text?.kind === 'header' || text?.kind === 'fields')) {
    const header = await reader.header()
    if (header === null) return 'gone'
    return text.kind === 'fields' ? pickFields(header, text.names, text.isNot) : header
  }
  const shape = await reader.shape()
  if (shape === null) return 'gone'
  const found = locateSection(shape, section)
  if (found === null || found.fields === null) return found
  const { start, end, fields } = found
  const header = await reader.piece(start, end - start)
  return header === null ? 'gone' : pickFields(header, fields.names, fields.isNot)
}

async function sendStretch(s: ImapSession, reader: MessageReader, start: number, end: number): Promise<void> {
  for (let at = start; at < end && !s.over; ) {
    const octets = await reader.piece(at, Math.min(piece, end - at))
    if (octets === null || octets.length === 0) throw new MessageGone()
    at += octets.length
    if (octets.length < 1024) s.held += octets.toString('latin1')
    else await sendOctets(s, octets)
  }
}

type BinaryItem = FetchItem & { item: 'BINARY' | 'BINARY.SIZE' }

async function tellBinary(
  s: ImapSession,
  fetched: Fetched,
  reader: MessageReader,
  item: BinaryItem,
): Promise<void> {
  const partial = item.item === 'BINARY' ? item.partial : null
  const name = `${item.item}[${item.part.join('.')}]${offset(partial)}`
  const shape = await reader.shape()
  if (shape === null) throw new MessageGone()
  const found = locateBinary(shape, item.part)
  if (found === null) return put(s, fetched, item.item === 'BINARY' ? `${name} NIL` : `${name} 0`)
  if (found.decoding === null) {
    fetched.state.unknownEncoding = true
    return put(s, fetched, item.item === 'BINARY' ? `${name} NIL` : `${name} 0`)
  }
  const raw = await reader.whole()
  if (raw === null) throw new MessageGone()
  const octets = decodeBinary(raw.subarray(found.start, found.end), found.decoding, partial)
  if (item.item === 'BINARY.SIZE') return put(s, fetched, `${name} ${octets.length}`)
  put(s, fetched, `${name} ${literalHead(octets.length, octets.includes(0))}`)
  for (let at = 0; at < octets.length && !s.over; at += piece)
    await sendOctets(s, octets.subarray(at, at + piece))
}
