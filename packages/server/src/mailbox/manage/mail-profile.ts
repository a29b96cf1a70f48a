/**
 * The configuration profile with which an iPhone, iPad or Mac sets up a mailbox (Apple, "Device Management": Mail), and
 * the ticket with which a phone that is not logged in may fetch it. It holds nothing secret: the device asks for the password.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { minute } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { mailboxWords } from '../words/words.ts'
import type { ProgramServer } from './program-servers.ts'

const ticketMs = 30 * minute

/** Cut to 128 bits, so that the QR code of the link stays easy to scan. */
const signed = (secrets: Secrets, text: string): Buffer =>
  createHmac('sha256', secrets.derive('mail-profile')).update(text).digest().subarray(0, 16)

export function newTicket(secrets: Secrets, mailboxId: string, now: number): string {
  const text = `${mailboxId}.${(now + ticketMs).toString(36)}`
  return `${text}.${signed(secrets, text).toString('base64url')}`
}

/** The mailbox a ticket is for; null when it is not ours, or too old. */
export function readTicket(secrets: Secrets, ticket: string, now: number): string | null {
  const [id = '', until = '', signature = '', ...more] = ticket.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signed(secrets, `${id}.${until}`)
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null
  return Number.parseInt(until, 36) > now ? id : null
}

/** The same for the same thing each time (RFC 9562 section 5.8): a profile that is installed again replaces itself. */
function stableUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex').toUpperCase()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Value = string | number | boolean | readonly Dictionary[]
type Dictionary = { readonly [key: string]: Value }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function valueXml(value: Value): string {
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  return `<array>\n${value.map(dictionaryXml).join('\n')}\n</array>`
}

function dictionaryXml(dictionary: Dictionary): string {
  const entries = Object.entries(dictionary).map(([key, value]) => `<key>${key}</key>\n${valueXml(value)}`)
  return `<dict>\n${entries.join('\n')}\n</dict>`
}

function serverEntries(way: 'Incoming' | 'Outgoing', server: ProgramServer, address: string): Dictionary {
  return {
    [`${way}MailServerAuthentication`]: 'EmailAuthPassword',
    [`${way}MailServerHostName`]: server.host,
    [`${way}MailServerPortNumber`]: server.ports[0].port,
    [`${way}MailServerUseSSL`]: true,
    [`${way}MailServerUsername`]: address,
  }
}

export function mailProfile(setting: {
  address: string
  siteName: string
  kind: 'IMAP' | 'POP'
  incoming: ProgramServer
  outgoing: ProgramServer
}): string {
  const { address, siteName, kind, incoming, outgoing } = setting
  const uuid = stableUuid(`profile ${incoming.host} ${address}`)
  const reversed = incoming.host.split('.').reverse().join('.')
  const identifier = `${reversed}.mail.${uuid.toLowerCase()}`
  const account: Dictionary = {
    PayloadType: 'com.apple.mail.managed',
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.account`,
    PayloadUUID: stableUuid(`account ${incoming.host} ${address}`),
    PayloadDisplayName: address,
    EmailAccountType: `EmailType${kind}`,
    EmailAccountDescription: `${siteName} ${address}`,
    EmailAddress: address,
    ...serverEntries('Incoming', incoming, address),
    ...serverEntries('Outgoing', outgoing, address),
    OutgoingPasswordSameAsIncomingPassword: true,
  }
  const profile: Dictionary = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: uuid,
    PayloadDisplayName: mailboxWords.profileName(siteName, address),
    PayloadDescription: mailboxWords.profileText(address),
    PayloadOrganization: siteName,
    PayloadRemovalDisallowed: false,
    PayloadContent: [account],
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<plist version="1.0">\n${dictionaryXml(profile)}\n</plist>`,
    '',
  ].join('\n')
}
