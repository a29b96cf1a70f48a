/** The named limits of the listener. Every one has a reply and a `refused` reason; none can be switched off. */
export type SmtpLimits = {
  /** Connections open at once. */
  connections: number
  /** Connections open at once from one IPv4 address or one IPv6 /64. */
  connectionsPerAddress: number
  /** Octets of a message, as announced with SIZE (RFC 1870). */
  messageBytes: number
  /** How far beyond `messageBytes` a message is still swallowed to be answered politely; then the connection is cut. */
  swallowBytes: number
  /** Octets of all messages held in memory at once, over all connections. */
  bufferedBytes: number
  /** Recipients of one message; at least 100 (RFC 5321 section 4.5.3.1.8). */
  recipients: number
  /** Octets of a command line without CRLF (RFC 5321 section 4.5.3.1.4 asks for 512 plus extensions). */
  commandBytes: number
  /** Octets of a base64 line during AUTH (RFC 4954 section 4.3 asks for 12288). */
  authLineBytes: number
  /** How much of an over-long line is thrown away while looking for its end, before the connection is cut. */
  discardBytes: number
  /** Octets of one line of a message; far above the 998 of the standard, because real senders do not keep to it. */
  messageLineBytes: number
  commandsPerConnection: number
  /** Protocol errors of one connection. */
  errorsPerConnection: number
  /** NOOP, RSET, VRFY, EXPN, HELP and repeated greetings since the last accepted message. */
  idleCommands: number
  /** Recipients refused for good by the handler on one connection. */
  unknownRecipients: number
  authFailures: number
  /** From the start of waiting for a command to its CRLF; single octets do not extend it (RFC 5321 section 4.5.3.2.7). */
  commandMs: number
  /** Between two pieces of a message (RFC 5321 section 4.5.3.2.5). */
  dataPauseMs: number
  /** For one whole message. */
  dataTotalMs: number
  handshakeMs: number
  /** For any wait while places are short, instead of the times above. */
  pressedMs: number
  /** How long a closed connection may take to fetch its last reply. */
  lingerMs: number
}

/** The limits that may change while the port is open. Every answer to a new connection tells them. */
export type LiveLimits = Pick<SmtpLimits, 'messageBytes' | 'recipients'>

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000

export const defaultSmtpLimits: SmtpLimits = {
  connections: 1000,
  connectionsPerAddress: 50,
  messageBytes: 25 * MEGABYTE,
  swallowBytes: 50 * MEGABYTE,
  bufferedBytes: 256 * MEGABYTE,
  recipients: 100,
  commandBytes: 2048,
  authLineBytes: 12_288,
  discardBytes: 2 * MEGABYTE,
  messageLineBytes: MEGABYTE,
  commandsPerConnection: 100_000,
  errorsPerConnection: 20,
  idleCommands: 100,
  unknownRecipients: 50,
  authFailures: 5,
  commandMs: 5 * MINUTE_MS,
  dataPauseMs: 3 * MINUTE_MS,
  dataTotalMs: 15 * MINUTE_MS,
  handshakeMs: MINUTE_MS / 2,
  pressedMs: MINUTE_MS / 2,
  lingerMs: 2000,
}
