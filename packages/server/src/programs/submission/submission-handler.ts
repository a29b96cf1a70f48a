/**
 * Submission (RFC 6409): what the listener on 587 and 465 asks. Only who signed in over TLS may speak, only as themselves,
 * within the same limits as on the page; a 250 means that the mail is in the queue.
 */

import type { BlobStore } from '../../blobs/blob-store.ts'
import { findDomain } from '../../domain/domains.ts'
import type { SmtpPath } from '../../inbound/receive/smtp/path.ts'
import { reply } from '../../inbound/receive/smtp/reply.ts'
import type { SmtpHandler, SmtpSession } from '../../inbound/receive/smtp/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { type SignInDeps, signInProgram } from '../../mailbox/login/sign-in-program.ts'
import { type ProgramLogIn, stillLoggedIn } from '../../mailbox/program/program-log-in.ts'
import { noteContacts } from '../../outbound/compose/contacts.ts'
import { dayLimits } from '../../outbound/compose/sender.ts'
import { countSends, dropLarge, enqueue, storeLarge } from '../../outbound/queue/enqueue.ts'
import { senderKey } from '../../outbound/stop/sender-key.ts'
import { findStop } from '../../outbound/stop/stops.ts'
import { replies } from './replies.ts'
import { readSubmitted } from './submitted-message.ts'
import { tellingRefusals } from './telling-refusals.ts'

export type SubmissionDeps = SignInDeps & {
  blobs: BlobStore
  site: SiteSettings
  log: Log
  hostname: () => string
  /** Looks at how a sender does, after it sent more. */
  watch(senderKey: string): Promise<void>
  kick(): void
  tellNew(outgoingId: string): Promise<void>
}

const megabyte = 1_048_576

export function createSubmissionHandler(deps: SubmissionDeps): SmtpHandler {
  const signedIn = new WeakMap<SmtpSession, ProgramLogIn>()

  /** Read anew each time: a right that was taken away is gone at once, and so is whoever came with an old password. */
  async function senderOf(session: SmtpSession): Promise<MailboxRow | null> {
    const logIn = session.user === null ? undefined : signedIn.get(session)
    const mailbox = logIn && (await stillLoggedIn(deps, logIn))
    // A name that nobody proves any more is not the mailbox's to speak for.
    return mailbox && (await findDomain(deps.db.query, mailbox.domain_id)) ? mailbox : null
  }

  const isTheirs = (mailbox: MailboxRow, path: SmtpPath): boolean =>
    normalAddress(path.address) === mailbox.address

  async function queue(
    session: SmtpSession,
    mailbox: MailboxRow,
    given: Buffer,
    recipients: readonly SmtpPath[],
    smtpUtf8: boolean,
  ) {
    const now = deps.clock.now()
    const id = newId(now)
    const read = readSubmitted(given, {
      address: mailbox.address,
      id,
      host: deps.hostname(),
      protocol: session.protocol,
      now,
    })
    if (!read.ok) return read.reason === 'notTheirs' ? replies.notYours : replies[read.reason]
    const { maxMessageMb } = await deps.site.read()
    if (read.raw.length > maxMessageMb * megabyte) return replies.tooBig
    const envelope = new Map(
      recipients.map(path => [
        path.address.toLowerCase(),
        { kind: 'to' as const, address: path.address, domain: path.asciiDomain },
      ]),
    )
    // A recipient that the headers do not name was meant to stay unknown to the others.
    const named = [...read.to, ...read.cc].join('\n').toLowerCase()
    const people = [...envelope.values()].map(one =>
      named.includes(one.address.toLowerCase()) ? one : { ...one, kind: 'bcc' as const },
    )
    const limits = await dayLimits(deps, mailbox, true)
    const blobKey = await storeLarge(deps, read.raw)
    try {
      await deps.db.transaction(async tx => {
        await countSends(tx, limits, people.length, now)
        await enqueue(tx, {
          ...read,
          id,
          kind: 'mail',
          mailbox,
          fromAddress: mailbox.address,
          smtpUtf8,
          blobKey,
          recipients: people,
          sendAt: null,
          holdMs: 0,
          now,
        })
        const contacts = people.map(({ address }) => ({ name: '', address }))
        await noteContacts(tx, `mailbox:${mailbox.id}`, contacts, now)
      })
    } catch (cause) {
      await dropLarge(deps, blobKey)
      if (cause instanceof AppError && cause.code === 'limitReached') return replies.limit
      deps.log.error({ err: cause }, 'submitted message not queued')
      return replies.busy
    }
    await deps.watch(senderKey(mailbox))
    deps.kick()
    await deps.tellNew(id)
    return reply(250, '2.0.0', `OK, queued as ${id}`)
  }

  return tellingRefusals(deps.log, {
    connect: () => null,

    async auth(session, _mechanism, credentials) {
      const found = await signInProgram(deps, 'submission', {
        ...credentials,
        client: session.remoteAddress,
      })
      switch (found.kind) {
        case 'mailbox':
          signedIn.set(session, found.logIn)
          return { ok: true, user: found.mailbox.address }
        case 'later':
          return { ok: false, reply: replies.later }
        case 'wrong':
          return { ok: false }
      }
    },

    async mail(session, from) {
      const mailbox = await senderOf(session)
      if (!mailbox) return replies.signIn
      if (mailbox.may_send === 0) return replies.mayNotSend
      if (!isTheirs(mailbox, from)) return replies.notYours
      return (await findStop(deps.db.query, senderKey(mailbox))) ? replies.stopped : null
    },

    rcpt: (_session, to) => (to.asciiDomain.includes('.') ? null : replies.noDomain),

    async data(session, { raw, envelope }) {
      const mailbox = await senderOf(session)
      if (!mailbox || !isTheirs(mailbox, envelope.from)) return replies.signIn
      if (mailbox.may_send === 0) return replies.mayNotSend
      return queue(session, mailbox, raw, envelope.recipients, envelope.smtpUtf8)
    },

    refused(_session, reason, details) {
      if (reason === 'handler-failed') deps.log.error({ err: details.error }, 'submission handler failed')
    },
  })
}
