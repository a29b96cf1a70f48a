import { type Mailbox, parseAddressList } from '../../address/parse-address-list.ts'
import { encodedWords } from '../../compose/encode-words.ts'
import type { HeaderBlock } from '../../mime/header-block.ts'
import { fieldSource } from '../../mime/header-text.ts'
import { decodeEncodedWords } from '../../text/encoded-word.ts'
import { writeNstring, writeNtext } from '../write.ts'

/** The envelope of a mail (RFC 9051, section 7.5.2): its chief headers, read for the client. */

/** A group has a name and no mailbox of its own; `null` ends it. */
type Addressee = Mailbox | { readonly group: string } | null

export type Envelope = {
  readonly date: string | null
  readonly subject: string | null
  readonly from: readonly Addressee[]
  readonly sender: readonly Addressee[]
  readonly replyTo: readonly Addressee[]
  readonly to: readonly Addressee[]
  readonly cc: readonly Addressee[]
  readonly bcc: readonly Addressee[]
  readonly inReplyTo: string | null
  readonly messageId: string | null
}

const MAX_ADDRESSES = 1_000

/** `charset` is the best guess for octets above 0x7F. */
export function envelopeOf(raw: Buffer, block: HeaderBlock, charset: string | null): Envelope {
  const text = (key: string): string | null => {
    const field = block.fields.find(candidate => candidate.key === key)
    return field === undefined ? null : fieldSource(raw, field, charset)
  }
  const people = (key: string): Addressee[] => readPeople(text(key) ?? '')
  const from = people('from')
  const orFrom = (list: Addressee[]) => (list.length > 0 ? list : from)
  return {
    date: text('date'),
    subject: text('subject'),
    from,
    sender: orFrom(people('sender')),
    replyTo: orFrom(people('reply-to')),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    inReplyTo: text('in-reply-to'),
    messageId: text('message-id'),
  }
}

/** Groups are told by their beginning and their end (RFC 5322, section 3.4); the mailboxes stand between. */
function readPeople(value: string): Addressee[] {
  if (!value.includes(':')) return parseAddressList(value, MAX_ADDRESSES)
  const people: Addressee[] = []
  let isOpen = false
  for (const { text, end } of piecesOf(value)) {
    if (people.length > MAX_ADDRESSES) break
    if (end === ':' && !isOpen) {
      const comma = text.lastIndexOf(',')
      people.push(...parseAddressList(text.slice(0, Math.max(0, comma))), {
        group: groupName(text.slice(comma + 1)),
      })
      isOpen = true
    } else {
      people.push(...parseAddressList(text, MAX_ADDRESSES))
      if (isOpen) people.push(null)
      isOpen = false
    }
  }
  if (isOpen) people.push(null)
  return people
}

function groupName(text: string): string {
  const name = decodeEncodedWords(text)
  return name.startsWith('"') ? unquoted(name) : name.replace(/\([^()]*\)/g, '').trim()
}

const unquoted = (text: string): string =>
  /^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text

/** Cuts at colons and semicolons outside of quoted strings, comments and angles. */
function piecesOf(value: string): { text: string; end: string }[] {
  const pieces: { text: string; end: string }[] = []
  let from = 0
  const add = (to: number) => {
    pieces.push({ text: value.slice(from, to), end: value.charAt(to) })
    from = to + 1
  }
  let [isQuoted, isAngle, comments] = [false, false, 0]
  for (let at = 0; at < value.length; at++) {
    const char = value.charAt(at)
    if (char === '\\') at++
    else if (char === '"' && comments === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '(') comments++
    else if (char === ')') comments = Math.max(0, comments - 1)
    else if (comments > 0) continue
    else if (char === '<') isAngle = true
    else if (char === '>') isAngle = false
    else if (!isAngle && (char === ':' || char === ';')) add(at)
  }
  if (value.slice(from).trim() !== '') add(value.length)
  return pieces
}

export function writeEnvelope(envelope: Envelope, isUtf8: boolean): string {
  const people = (list: readonly Addressee[]) =>
    list.length === 0 ? 'NIL' : `(${list.map(one => writeAddressee(one, isUtf8)).join('')})`
  return `(${[
    writeHeaderText(envelope.date, isUtf8),
    writeHeaderText(envelope.subject, isUtf8),
    people(envelope.from),
    people(envelope.sender),
    people(envelope.replyTo),
    people(envelope.to),
    people(envelope.cc),
    people(envelope.bcc),
    writeHeaderText(envelope.inReplyTo, isUtf8),
    writeHeaderText(envelope.messageId, isUtf8),
  ].join(' ')})`
}

function writeAddressee(one: Addressee, isUtf8: boolean): string {
  if (one === null) return '(NIL NIL NIL NIL)'
  if ('group' in one) return `(NIL NIL ${writeHeaderText(one.group || ' ', isUtf8)} NIL)`
  const sign = one.address.lastIndexOf('@')
  // A host of NIL would say that this is a group.
  const [local, host] =
    sign < 0 ? [one.address, ''] : [one.address.slice(0, sign), one.address.slice(sign + 1)]
  const name = one.name === '' ? 'NIL' : writeHeaderText(one.name, isUtf8)
  return `(${name} NIL ${writeNtext(unquoted(local), isUtf8)} ${writeNtext(host, isUtf8)})`
}

/**
 * Header text goes out as it stands in the mail. Letters that stand there without being encoded are encoded for clients
 * that know no UTF-8.
 */
export function writeHeaderText(text: string | null, isUtf8: boolean): string {
  if (text === null || /^[\x20-\x7e]*$/.test(text)) return writeNstring(text)
  const clean = decodeEncodedWords(text)
  return isUtf8 ? writeNtext(clean, true) : writeNstring(encodedWords(clean).replaceAll('\r\n ', ' '))
}
