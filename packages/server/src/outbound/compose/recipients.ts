/** Reads typed recipients: the people in To and Cc, and the addresses that receive the mail. */
import { AppError } from '../../kernel/app-error.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { type Mailbox, parseAddressList } from '../../mail/address/parse-address-list.ts'
import type { NewRecipient } from '../queue/enqueue.ts'
import { outboundWords } from '../words/words.ts'

export const maxRecipients = 100

export type Typed = {
  to: readonly string[]
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
}

export type ReadRecipients = {
  to: Mailbox[]
  cc: Mailbox[]
  /** Each address once; for an address named twice the first place counts. */
  envelope: NewRecipient[]
  /** Names and addresses as typed, for later suggestions. */
  people: Mailbox[]
  needsSmtpUtf8: boolean
}

const kinds = ['to', 'cc', 'bcc'] as const

function readOne(text: string): { person: Mailbox; domain: string; utf8: boolean } | null {
  // The text must be one address, and not several lines or a group as a header reader would accept.
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

export const isAddressable = (text: string): boolean => readOne(text) !== null

export function readRecipients(typed: Typed): ReadRecipients {
  const fields: Record<string, string> = {}
  const found: Record<(typeof kinds)[number], Mailbox[]> = { to: [], cc: [], bcc: [] }
  const envelope = new Map<string, NewRecipient>()
  let needsSmtpUtf8 = false
  for (const kind of kinds) {
    for (const [index, text] of (typed[kind] ?? []).entries()) {
      const one = readOne(text)
      if (one === null) {
        fields[`${kind}.${index}`] = outboundWords.badAddress
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
  if (envelope.size === 0) throw new AppError('invalidInput', { fields: { to: outboundWords.noRecipient } })
  if (envelope.size > maxRecipients)
    throw new AppError('invalidInput', { fields: { to: outboundWords.tooManyRecipients(maxRecipients) } })
  return {
    to: found.to,
    cc: found.cc,
    envelope: [...envelope.values()],
    people: [...found.to, ...found.cc, ...found.bcc],
    needsSmtpUtf8,
  }
}

/** Does the same for one person whose address is known; null when nobody can write to it. */
export function readRecipient({ name, address }: Mailbox): ReadRecipients | null {
  const read = readEnvelopeAddress(address)
  if (read === null || !read.domain.includes('.')) return null
  const person = { name, address: read.address }
  return {
    to: [person],
    cc: [],
    envelope: [{ kind: 'to', address: read.address, domain: read.domain }],
    people: [person],
    needsSmtpUtf8: read.needsSmtpUtf8,
  }
}

/** Returns a person as a list shows them. */
export const shownPerson = ({ name, address }: Mailbox): string =>
  name === '' || name === address ? address : `${name} <${address}>`
