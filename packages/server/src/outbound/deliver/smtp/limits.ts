import { minute, second } from '../../../clock.ts'

/** How long each step may take (RFC 5321, section 4.5.3.2) and how much of everything there may be. */
export type SmtpClientLimits = {
  readonly connectMs: number
  readonly handshakeMs: number
  readonly bannerMs: number
  /** EHLO, AUTH, STARTTLS, RSET. */
  readonly commandMs: number
  readonly mailMs: number
  readonly rcptMs: number
  readonly dataMs: number
  /** For each block of the message to be taken. */
  readonly blockMs: number
  readonly dotMs: number
  readonly quitMs: number
  /** Recipients of one transaction; every server takes 100 (RFC 5321, section 4.5.3.1.8). */
  readonly recipients: number
}

export const defaultSmtpClientLimits: SmtpClientLimits = {
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
  recipients: 100,
}
