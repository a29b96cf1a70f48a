/**
 * A message from a mail program, made fit to leave (RFC 6409 section 8): what must be there is added, what must not be
 * seen is taken out, and its From must be the one who signed in. The rest is not touched.
 */
import { parseAddressList } from '../../mail/address/parse-address-list.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { previewText } from '../../mail/mime/preview.ts'

export type Submitted =
  | {
      ok: true
      raw: Buffer
      fromName: string
      to: string[]
      cc: string[]
      subject: string
      preview: string
      messageId: string
      attachmentCount: number
    }
  | { ok: false; reason: 'noFrom' | 'notTheirs' | 'severalFrom' }

type Context = {
  /** The user who signed in. */
  address: string
  id: string
  host: string
  protocol: string
  now: number
}

/** Never leave: blind copies, who sent it (the one author did), what only the last server writes, and signatures that we make ourselves. */
const dropped = /^(?:bcc|resent-bcc|sender|return-path|dkim-signature|x-originating-ip)$/i

const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

/** Headers that say who sent it, beside the author; nobody but who signed in may stand there. */
const senderFields = ['sender', 'resent-from', 'resent-sender']

/** Header lines with their continuations, and the rest of the message from the empty line on. */
function split(raw: Buffer): { fields: string[]; rest: Buffer } {
  const startsEmpty = raw.subarray(0, 2).equals(Buffer.from('\r\n'))
  const blank = startsEmpty ? 0 : raw.indexOf('\r\n\r\n')
  const end = startsEmpty ? 0 : blank < 0 ? raw.length : blank + 2
  const fields: string[] = []
  for (const line of raw.toString('latin1', 0, end).split(/(?<=\r\n)/)) {
    const last = fields.length - 1
    if (/^[ \t]/.test(line) && last >= 0) fields[last] += line
    else if (line !== '') fields.push(line)
  }
  return { fields, rest: blank < 0 ? Buffer.from('\r\n') : raw.subarray(end) }
}

const nameOf = (field: string): string =>
  field
    .slice(0, Math.max(0, field.indexOf(':')))
    .trimEnd()
    .toLowerCase()

const withoutTag = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@')

const peopleIn = (field: string) => parseAddressList(field.slice(field.indexOf(':') + 1).replace(/\r\n/g, ''))

export function readSubmitted(given: Buffer, context: Context): Submitted {
  const { fields, rest } = split(given)
  const senders = fields.filter(field => nameOf(field) === 'from')
  const [from] = senders
  if (from === undefined) return { ok: false, reason: 'noFrom' }
  const authors = peopleIn(from)
  if (senders.length > 1 || authors.length !== 1) return { ok: false, reason: 'severalFrom' }
  const isTheirs = ({ address }: { address: string }) => withoutTag(address) === context.address
  const others = fields.filter(field => senderFields.includes(nameOf(field)))
  if (![...authors, ...others.flatMap(peopleIn)].every(isTheirs)) return { ok: false, reason: 'notTheirs' }
  const kept = fields.filter(field => !dropped.test(nameOf(field)))
  const has = (name: string) => kept.some(field => nameOf(field) === name)
  const domain = context.address.slice(context.address.lastIndexOf('@') + 1)
  const added = [
    // Where somebody writes from, and what their machine is called, is nobody's business but ours.
    `Received: by ${context.host} with ${context.protocol} id ${context.id};\r\n\t${mailDate(context.now)}\r\n`,
    ...(has('date') ? [] : [`Date: ${mailDate(context.now)}\r\n`]),
    ...(has('message-id') ? [] : [`Message-ID: <${context.id}@${domain}>\r\n`]),
  ]
  const [received = '', ...more] = added
  const raw = Buffer.concat([Buffer.from([received, ...kept, ...more].join(''), 'latin1'), rest])
  const mail = parseMail(raw)
  const shown = ({ name, address }: { name: string; address: string }) =>
    name === '' ? address : `${name} <${address}>`
  return {
    ok: true,
    raw,
    fromName: mail.from?.name ?? '',
    to: mail.to.slice(0, 100).map(shown),
    cc: mail.cc.slice(0, 100).map(shown),
    subject: mail.subject.slice(0, 500),
    preview: previewText(mail.text ?? ''),
    messageId: mail.messageId ?? `<${context.id}@${domain}>`,
    attachmentCount: mail.attachments.filter(part => !part.inline).length,
  }
}
