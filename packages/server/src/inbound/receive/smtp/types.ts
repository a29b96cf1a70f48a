/**
 * The seam between the SMTP listener and whoever decides about mail: what a handler is told, what it may answer,
 * and which limits hold. Nothing here knows of mailboxes, a database or a configuration file.
 */
import type { SmtpPath } from './path.ts'
import type { SmtpReply } from './reply.ts'

/** The client's name from EHLO, HELO or LHLO; it is never verified. */
export type Greeting = { verb: 'EHLO' | 'HELO' | 'LHLO'; name: string }

export type TlsFacts = { protocol: string; cipher: string; servername: string | null }

/** One connection as the handler sees it, at the moment of the call. */
export type SmtpSession = {
  readonly id: number
  /** The client's address; behind a trusted proxy, the one from the PROXY header. IPv4-mapped IPv6 is written as IPv4. */
  readonly remoteAddress: string
  readonly remotePort: number
  readonly localPort: number
  readonly greeting: Greeting | null
  readonly tls: TlsFacts | null
  /** The user who signed in with AUTH, as named by the handler. */
  readonly user: string | null
  /** The "with" word for a Received header (RFC 3848, RFC 6531 section 4.3), for the running transaction. */
  readonly protocol: string
}

/** How a message came that was handed in over HTTP, where a Received header would have the protocol. */
export const ingestProtocol = 'HTTP'

export type BodyType = '7BIT' | '8BITMIME'

export type MailParams = { size: number | null; body: BodyType | null; smtpUtf8: boolean }

export type Transaction = {
  readonly from: SmtpPath
  readonly params: MailParams
  /** Accepted so far, in order; the very objects that were passed to `rcpt`, so a handler may keep its notes by them. */
  readonly recipients: readonly SmtpPath[]
}

export type ReceivedMessage = {
  /** The message without dot-stuffing and terminator. Every line ends in CRLF, no NUL; the last may be unended after BDAT. */
  raw: Buffer
  envelope: { from: SmtpPath; recipients: SmtpPath[]; smtpUtf8: boolean; body8bit: boolean; size: number }
  /** Whether `mail` was asked about this very message; else its sender was welcome a moment ago. */
  senderAsked: boolean
}

export type AuthMechanism = 'PLAIN' | 'LOGIN'
export type AuthVerdict = { ok: true; user: string } | { ok: false; reply?: SmtpReply }

/** Why the listener itself refused something. Refusals by the handler are not repeated here. */
export type RefusedReason =
  | 'too-many-connections'
  | 'too-many-from-address'
  | 'proxy-header'
  | 'early-talker'
  | 'not-smtp'
  | 'forbidden-command'
  | 'unknown-command'
  | 'syntax'
  | 'sequence'
  | 'unsupported-parameter'
  | 'utf8-not-announced'
  | 'command-too-long'
  | 'command-timeout'
  | 'too-many-commands'
  | 'too-many-errors'
  | 'too-many-idle-commands'
  | 'too-many-unknown-recipients'
  | 'too-many-recipients'
  | 'unauthorised-pipelining'
  | 'message-too-big'
  | 'bare-cr'
  | 'bare-lf'
  | 'nul-octet'
  | 'line-too-long'
  | 'out-of-memory-budget'
  | 'data-timeout'
  | 'client-gone'
  | 'client-not-reading'
  | 'tls-unavailable'
  | 'tls-handshake'
  | 'tls-injection'
  | 'auth-without-tls'
  | 'auth-syntax'
  | 'auth-identity'
  | 'too-many-auth-failures'
  | 'shutting-down'
  | 'handler-failed'
  | 'recipient-left'

export type RefusedDetails = {
  /** The reply to the client, or null when no reply was possible any more. */
  reply: SmtpReply | null
  /** The offending text, printable and shortened. Never holds credentials. */
  text?: string
  /** The transaction that was open, when there was one. */
  transaction?: Transaction
  /** The error of a failing handler. */
  error?: unknown
}

export type MaybePromise<T> = T | Promise<T>

/**
 * Decides about each step. A reply below 400 or null means "go on"; 4xx and 5xx refuse; 421 also closes the
 * connection. A call that throws is answered with 451 4.3.0 and reported as `handler-failed`.
 */
export type SmtpHandler = {
  /** Before the banner. Any refusal closes the connection. */
  connect(session: SmtpSession): MaybePromise<SmtpReply | null>
  mail(session: SmtpSession, from: SmtpPath, params: MailParams): MaybePromise<SmtpReply | null>
  rcpt(session: SmtpSession, to: SmtpPath, transaction: Transaction): MaybePromise<SmtpReply | null>
  /**
   * A whole, well-formed message. A 2xx reply promises that it is durable. Under LMTP an array answers each recipient
   * in order; a single reply then counts for all. Under SMTP an array is a fault of the handler.
   */
  data(session: SmtpSession, message: ReceivedMessage): Promise<SmtpReply | SmtpReply[]>
  /** Present: AUTH PLAIN and LOGIN are offered, over TLS only (RFC 4954). */
  auth?(
    session: SmtpSession,
    mechanism: AuthMechanism,
    credentials: { username: string; password: string },
  ): Promise<AuthVerdict>
  /** The connection is over; nothing more is asked for it. */
  left?(session: SmtpSession): void
  /** Every refusal by the listener, for the trace. Must not throw. */
  refused(session: SmtpSession, reason: RefusedReason, details: RefusedDetails): void
}
