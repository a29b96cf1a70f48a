/** The named limits of the IMAP listener; none can be switched off. */
export type ImapLimits = {
  /** Connections open at once. Phones stay connected, so there are many. */
  connections: number
  /** Connections open at once from one IPv4 address or one IPv6 /64. */
  connectionsPerAddress: number
  /** Octets of a command without its literals. */
  commandBytes: number
  /** The same for one who has not signed in. */
  strangersBytes: number
  /** Literals of one command, other than the messages of APPEND. */
  literals: number
  /** Octets of such literals together. */
  literalBytes: number
  /** How much that nobody wants is read and dropped before the connection is cut. */
  discardBytes: number
  /** Octets of the messages of one APPEND. */
  appendBytes: number
  /** Commands of one who has not signed in. */
  strangersCommands: number
  /** Wrong commands in a row. */
  errorsInARow: number
  authFailures: number
  /** Octets of all literals and answers that are in memory at once, over all connections. */
  heldBytes: number
  /** Messages that one session may have before it. */
  messages: number
  /** To sign in: from the start of waiting for a command to its end. */
  strangerMs: number
  /** The longest silence; at least thirty minutes (RFC 9051 section 5.4). */
  idleMs: number
  /** How often an idle session looks whether its log-in still holds. */
  lookMs: number
  /** In which a client must take what it is sent, piece by piece. */
  pieceMs: number
  handshakeMs: number
  lingerMs: number
}

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE
const MINUTE_MS = 60_000

export const defaultImapLimits: ImapLimits = {
  connections: 5000,
  connectionsPerAddress: 100,
  commandBytes: 256 * KILOBYTE,
  strangersBytes: 16 * KILOBYTE,
  literals: 200,
  literalBytes: 256 * KILOBYTE,
  discardBytes: 64 * MEGABYTE,
  appendBytes: 64 * MEGABYTE,
  strangersCommands: 50,
  errorsInARow: 50,
  authFailures: 3,
  heldBytes: 256 * MEGABYTE,
  messages: 1_000_000,
  strangerMs: MINUTE_MS,
  idleMs: 31 * MINUTE_MS,
  lookMs: MINUTE_MS / 3,
  pieceMs: 2 * MINUTE_MS,
  handshakeMs: MINUTE_MS / 2,
  lingerMs: 2000,
}
