/** The named limits of the POP3 listener; none can be switched off. */
export type Pop3Limits = {
  /** Connections open at once. */
  connections: number
  /** Connections open at once from one IPv4 address or one IPv6 /64. */
  connectionsPerAddress: number
  /** Octets of a command line without CRLF (RFC 2449 section 4 asks for 255 with it; addresses may be longer). */
  commandBytes: number
  /** Octets of a line that may hold a base64 answer (RFC 5034 section 4 follows the mechanism, which has no limit). */
  authLineBytes: number
  /** How much of an over-long line is thrown away while looking for its end, before the connection is cut. */
  discardBytes: number
  commandsPerConnection: number
  /** Commands of one who has not signed in. */
  strangersCommands: number
  errorsPerConnection: number
  authFailures: number
  /** Octets of all messages being sent at once, over all connections. */
  heldBytes: number
  /** To sign in: from the start of waiting for a command to its CRLF. */
  strangerMs: number
  /** The longest silence; at least ten minutes (RFC 1939 section 3). */
  idleMs: number
  /** In which a client must take what it is sent, piece by piece. */
  pieceMs: number
  handshakeMs: number
  lingerMs: number
}

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000

export const defaultPop3Limits: Pop3Limits = {
  connections: 500,
  connectionsPerAddress: 50,
  commandBytes: 512,
  authLineBytes: 12_288,
  discardBytes: MEGABYTE,
  commandsPerConnection: 100_000,
  strangersCommands: 50,
  errorsPerConnection: 20,
  authFailures: 3,
  heldBytes: 256 * MEGABYTE,
  strangerMs: MINUTE_MS,
  idleMs: 10 * MINUTE_MS,
  pieceMs: 2 * MINUTE_MS,
  handshakeMs: MINUTE_MS / 2,
  lingerMs: 2000,
}
