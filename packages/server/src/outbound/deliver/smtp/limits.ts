import { smtpTimeOuts } from '../../../outside/time-outs.ts'

/** The time limit of each step (RFC 5321, section 4.5.3.2) and the limits of sizes. */
export type SmtpClientLimits = {
  readonly connectMs: number
  readonly handshakeMs: number
  readonly bannerMs: number
  /** The limit for EHLO, AUTH, STARTTLS and RSET. */
  readonly commandMs: number
  readonly mailMs: number
  readonly rcptMs: number
  readonly dataMs: number
  /** The limit for the server to take one block of the message. */
  readonly blockMs: number
  readonly dotMs: number
  readonly quitMs: number
  /** The recipients of one transaction; every server takes 100 (RFC 5321, section 4.5.3.1.8). */
  readonly recipients: number
}

export const defaultSmtpClientLimits: SmtpClientLimits = { ...smtpTimeOuts, recipients: 100 }
