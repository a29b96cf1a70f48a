/** The report to a sender whose mail did not arrive: written once, into the sender's own mailbox, from nobody. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import { findMailbox } from '../../identity/email-account/repository.ts'
import { newId } from '../../ids.ts'
import { messageBytes } from '../../inbound/mailbox/message-bytes.ts'
import type { LocalAcceptance } from '../../inbound/receive/accept-local.ts'
import { writeDsn } from '../../mail/dsn/write-dsn.ts'
import { reasonWords } from '../queue/queue.ts'
import { findOutgoing, type RecipientRow } from '../queue/repository.ts'

export type ReportDeps = {
  clock: Clock
  blobs: BlobStore
  local: LocalAcceptance
  hostname: () => string
}

const nothing = (): void => undefined

export async function reportFailure(
  deps: ReportDeps,
  tx: Tx,
  outgoingId: string,
  failed: readonly RecipientRow[],
): Promise<() => void> {
  const mail = await findOutgoing(tx, outgoingId)
  // A report about mail from nobody would be for nobody (RFC 5321 section 6.1).
  const mailbox = mail && mail.from_address !== '' ? await findMailbox(tx, mail.mailbox_id) : undefined
  if (!mail || !mailbox) return nothing
  const now = deps.clock.now()
  const host = deps.hostname()
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)
  const raw = await writeDsn({
    reportingHost: host,
    from: { name: '邮件系统', address: `postmaster@${domain}` },
    to: mailbox.address,
    messageId: `<${newId(now)}@${domain}>`,
    date: new Date(now),
    arrivalDate: new Date(mail.created_at),
    recipients: failed.map(recipient => ({
      recipient: recipient.address,
      action: 'failed',
      // A report about a failure for good must not say that it may pass (RFC 3464 section 2.3.4).
      status: recipient.status?.startsWith('4.') ? `5${recipient.status.slice(1)}` : recipient.status,
      diagnostic: recipient.answer || reasonWords(recipient.reason),
      host: recipient.host,
      lastAttempt: new Date(recipient.last_at ?? now),
    })),
    originalMessage: (await messageBytes(deps.blobs, mail)) ?? Buffer.alloc(0),
  })
  return deps.local.report(tx, raw, {
    address: mailbox.address,
    domainId: mailbox.domain_id,
    mailboxId: mailbox.id,
    ownerId: mailbox.owner_id,
  })
}
