/**
 * The data that travels with a message: the client that brought it, and the mailboxes of ours that it goes
 * to.
 */

export type EnvelopeRecipient = {
  /** The address as the client wrote it. */
  given: string
  /** The mailbox's own address. */
  address: string
  domainId: string
  /** Null when the mailbox is made on arrival (catch-all, postmaster). */
  mailboxId: string | null
  /** The account whose rules and webhooks apply: the owner of the mailbox, or of the domain that makes it. */
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

/** The "with" words of mail that was written in one of our mailboxes, and of mail that we forward. */
export const ownProtocol = 'LOCAL'
export const forwardedProtocol = 'FORWARD'

/** An RFC 5322 date in UTC. */
const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 255)

/**
 * Stands in place of a protocol: another server received this message, and the message already carries that
 * server's trace.
 */
export const importProtocol = 'import'

/**
 * Writes our own trace headers (RFC 5321 section 4.4), which go before the message when its source is shown.
 */
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
