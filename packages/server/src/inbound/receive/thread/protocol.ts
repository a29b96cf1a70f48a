/**
 * The words that the thread of the SMTP port and the program exchange. They are plain data and always go several at a
 * time. Every question stands for itself, so that the program keeps nothing about a connection between two of them.
 */
import type { CertificateSetup } from '../../../certificate/present/certificate.ts'
import type { HeldCertificate } from '../../../certificate/present/held-certificate.ts'
import type { LiveLimits, SmtpLimits } from '../smtp/limits.ts'
import type { MailRoomFacts } from '../smtp/mail-room.ts'
import type { SmtpPath } from '../smtp/path.ts'
import type { SmtpReply } from '../smtp/reply.ts'
import type { MailParams, RefusedReason, SmtpSession, Transaction } from '../smtp/types.ts'

export type ThreadSetup = {
  hostname: string
  limits: SmtpLimits
  certificate: CertificateSetup
  /** For how long one who was let pass is let pass again without asking. */
  welcomeMs: number
  /** How many connections are open, in its only place. */
  open: Int32Array
  room?: MailRoomFacts
  /** Networks whose connections begin with a PROXY header. */
  proxies?: readonly string[]
}

/** What may change while the port is open. Every answer to a new connection tells it. */
export type LiveFacts = { limits: LiveLimits; hostname: string }

type Sender = { session: SmtpSession; from: SmtpPath; params: MailParams }

export type Question =
  | { what: 'connect'; session: SmtpSession }
  | ({ what: 'mail' } & Sender)
  | ({ what: 'rcpt'; to: SmtpPath } & Sender)
  /** `senderAsked` as in a received message. */
  | ({ what: 'data'; recipients: SmtpPath[]; raw: Uint8Array; senderAsked: boolean } & Sender)

export type FromThread =
  | { kind: 'listening'; port: number }
  | { kind: 'deaf'; fault: { message: string; code: string | undefined; port: number } }
  | { kind: 'ask'; id: number; question: Question }
  | {
      kind: 'refused'
      session: SmtpSession
      reason: RefusedReason
      reply: SmtpReply | null
      text: string | undefined
      transaction: Transaction | undefined
      error: unknown
    }
  | { kind: 'unsecured'; cause: unknown }
  | { kind: 'closed' }

export type ToThread =
  | { kind: 'listen'; port: number; host: string }
  | { kind: 'answer'; id: number; answer: SmtpReply | null; live?: LiveFacts }
  | { kind: 'failed'; id: number; error: unknown }
  /** Decisions of a moment ago may be different now. */
  | { kind: 'forget' }
  /** Certificates from an authority, in place of those before. */
  | { kind: 'certificates'; held: readonly HeldCertificate[] }
  | { kind: 'close'; graceMs: number }
