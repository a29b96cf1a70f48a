/** What was typed as recipients, read: who stands in To and Cc, and to whom the mail really goes. */
import { AppError } from '../../app-error.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { type Mailbox, parseAddressList } from '../../mail/address/parse-address-list.ts'
import type { NewRecipient } from '../queue/enqueue.ts'

export const maxRecipients = 100

export type Typed = {
  to: readonly string[]
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
}

export type ReadRecipients = {
  to: Mailbox[]
  cc: Mailbox[]
  /** Each address once; for one that is named twice the first place counts. */
  envelope: NewRecipient[]
  /** Name and address as one typed them, for the next time. */
  people: Mailbox[]
  needsSmtpUtf8: boolean
}

const kinds = ['to', 'cc', 'bcc'] as const

function readOne(text: string): { person: Mailbox; domain: string; utf8: boolean } | null {
  // One address, and not what a reader of headers would make of several lines or of a group.
  if (/[\p{Cc}:;]/u.test(text)) return null
  const list = parseAddressList(text, 2)
  const [person] = list
  if (!person || list.length !== 1 || person.address === '') return null
  const read = readEnvelopeAddress(person.address)
  if (read === null || !read.domain.includes('.')) return null
  return {
    person: { name: person.name, address: read.address },
    domain: read.domain,
    utf8: read.needsSmtpUtf8,
  }
}

export function readRecipients(typed: Typed): ReadRecipients {
  const fields: Record<string, string> = {}
  const found: Record<(typeof kinds)[number], Mailbox[]> = { to: [], cc: [], bcc: [] }
  const envelope = new Map<string, NewRecipient>()
  let needsSmtpUtf8 = false
  for (const kind of kinds) {
    for (const [index, text] of (typed[kind] ?? []).entries()) {
      const one = readOne(text)
      if (one === null) {
        fields[`${kind}.${index}`] = '地址格式不对'
        continue
      }
      needsSmtpUtf8 ||= one.utf8
      found[kind].push(one.person)
      const { address } = one.person
      const key = address.toLowerCase()
      if (!envelope.has(key)) envelope.set(key, { kind, address, domain: one.domain })
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
  if (envelope.size === 0) throw new AppError('invalidInput', { fields: { to: '请填写收件人' } })
  if (envelope.size > maxRecipients)
    throw new AppError('invalidInput', { fields: { to: `一封信最多 ${maxRecipients} 个收件人` } })
  return {
    to: found.to,
    cc: found.cc,
    envelope: [...envelope.values()],
    people: [...found.to, ...found.cc, ...found.bcc],
    needsSmtpUtf8,
  }
}

/** As a list shows them. */
export const shownPerson = ({ name, address }: Mailbox): string =>
  name === '' || name === address ? address : `${name} <${address}>`
