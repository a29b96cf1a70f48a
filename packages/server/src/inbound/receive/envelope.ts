/** What travels around a message: who brought it, and to which of our mailboxes it goes. */

export type EnvelopeRecipient = {
  /** As the client named it. */
  given: string
  /** The mailbox's own address. */
  address: string
  domainId: string
  /** Null where the mailbox is made on arrival: catch-all, postmaster. */
  mailboxId: string | null
  /** Whose rules and webhooks are in force: the owner of the mailbox, or of the domain that makes it. */
  ownerId: string | null
}

export type Envelope = {
  id: string
  /** Empty for the null sender. */
  from: string
  client: string
  helo: string
  /** The "with" word of the Received header (RFC 3848). */
  protocol: string
  host: string
  recipients: EnvelopeRecipient[]
}

/** An RFC 5322 date in UTC. */
const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 255)

/** Instead of a protocol: the message was not received by us, and carries the trace of whoever did. */
export const importProtocol = 'import'

/** Our own trace headers (RFC 5321 section 4.4), put before the message when its source is shown. */
export function traceHeaders(envelope: Envelope, receivedAt: number): string {
  const { from, client, helo, protocol, host, id } = envelope
  if (protocol === importProtocol) return ''
  return (
    `Return-Path: <${printable(from)}>\r\n` +
    `Received: from ${printable(helo) || 'unknown'} ([${printable(client)}])\r\n` +
    `\tby ${printable(host)} with ${printable(protocol)} id ${id};\r\n` +
    `\t${mailDate(receivedAt)}\r\n`
  )
}
