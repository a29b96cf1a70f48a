/**
 * Lists how long other people's servers may take. Code that goes outside names a row, and an operator finds
 * every time limit of the program here. All figures are milliseconds.
 */
import { minute, second } from '../kernel/clock.ts'

/**
 * The limits for one question to the name system: each try at each server, the number of rounds over all
 * servers, everything together, and the longest time to remember an answer.
 */
export type DnsPatience = {
  readonly tryMs: number
  readonly tries: number
  readonly wholeMs: number
  readonly rememberMs: number
}

export const dnsPatience = {
  /**
   * A mail without an answer waits anyway, so this may take its time. A full queue asks the same again and
   * again.
   */
  delivery: { tryMs: 3 * second, tries: 2, wholeMs: 15 * second, rememberMs: minute },
  /** Hosts of requests; the request's own time-out is the tighter limit. */
  host: { tryMs: 2 * second, tries: 2, wholeMs: 15 * second, rememberMs: 0 },
  /** Records of our own domains, for which somebody waits on a page. */
  check: { tryMs: 2 * second, tries: 2, wholeMs: 4 * second, rememberMs: 0 },
  /**
   * A verification code must not wait for the name system. Its answers are remembered beside the verdicts.
   */
  sender: { tryMs: 1200, tries: 1, wholeMs: 2400, rememberMs: 0 },
  doctor: { tryMs: 3 * second, tries: 2, wholeMs: 15 * second, rememberMs: 0 },
} as const satisfies Record<string, DnsPatience>

export const timeOuts = {
  /** The limit for one of several addresses before the next is tried. */
  address: 2 * second,
  /** No request takes longer, whatever it asks for. */
  request: minute,
  image: 10 * second,
  webhook: 10 * second,
  push: 15 * second,
  /** Fetches the policy with which a domain requires encryption (RFC 8461). */
  mtaSts: 15 * second,
  dnsProvider: 15 * second,
  /** One request to an authority that signs certificates. */
  authority: 20 * second,
  /** The limit for all messages of one look at a name server, or of one change (RFC 2136). */
  dnsUpdate: 20 * second,
  epay: 10 * second,
  stripe: 15 * second,
  rspamd: 2 * second,
  clamav: 3 * second,
  /** Looks up a host while somebody saves its name. */
  savedHost: 3 * second,
  /** Opens a connection only to see who answers. */
  probe: 6 * second,
  doctor: 5 * second,
  testMail: 10 * second,
} as const

/** The steps of sending a mail (RFC 5321, section 4.5.3.2). */
export const smtpTimeOuts = {
  connectMs: 30 * second,
  handshakeMs: minute,
  bannerMs: 5 * minute,
  commandMs: 5 * minute,
  mailMs: 5 * minute,
  rcptMs: 5 * minute,
  dataMs: 2 * minute,
  blockMs: 3 * minute,
  dotMs: 10 * minute,
  quitMs: 2 * second,
} as const

/**
 * Returns the remaining part of a time that begins now, for the steps that share it. It is at least 1,
 * because timers need that.
 */
export function countdown(ms: number): () => number {
  const until = performance.now() + ms
  return () => Math.max(1, Math.ceil(until - performance.now()))
}
