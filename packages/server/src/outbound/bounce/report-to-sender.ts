/**
 * Reports to a sender that mail did not arrive, or not yet. It writes one report about each recipient into
 * the sender's own mailbox, with the null return path.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import { type Clock, day, hour } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type DsnRecipient, writeDsn } from '../../mail/dsn/write-dsn.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import type { LocalDelivery } from '../queue/local-delivery.ts'
import { ownWords, relayMark, theirWords, whyWords } from '../queue/queue.ts'
import { findOutgoing, holdOutgoing, lateMails, type RecipientRow, takeLate } from '../queue/repository.ts'
import { outboundWords } from '../words/words.ts'

export type ReportDeps = {
  clock: Clock
  blobs: BlobStore
  local: Pick<LocalDelivery, 'report'>
  hostname: () => string
}

const nothing = (): void => undefined

async function report(
  deps: ReportDeps,
  tx: Tx,
  outgoingId: string,
  recipients: readonly DsnRecipient[],
): Promise<() => void> {
  const mail = await findOutgoing(tx, outgoingId)
  // Mail with the null return path has no sender to report to (RFC 5321 section 6.1).
  const mailbox = mail && mail.from_address !== '' ? await findMailbox(tx, mail.mailbox_id) : undefined
  if (!mail || !mailbox) return nothing
  const now = deps.clock.now()
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)
  const raw = await writeDsn({
    reportingHost: deps.hostname(),
    from: { name: outboundWords.mailSystem, address: `postmaster@${domain}` },
    to: mailbox.address,
    messageId: `<${newId(now)}@${domain}>`,
    date: new Date(now),
    arrivalDate: new Date(mail.created_at),
    recipients,
    originalMessage: (await messageBytes(deps.blobs, mail)) ?? Buffer.alloc(0),
  })
  return deps.local.report(tx, raw, {
    address: mailbox.address,
    domainId: mailbox.domain_id,
    mailboxId: mailbox.id,
    ownerId: mailbox.owner_id,
  })
}

const said = (row: RecipientRow) => ({
  recipient: row.address,
  why: whyWords(row),
  diagnostic: theirWords(row),
  noted: row.reason === 'expired' ? '' : ownWords(row),
  host: row.host === relayMark ? '' : row.host,
  lastAttempt: new Date(row.last_at ?? row.queued_at),
})

export const reportFailure = (
  deps: ReportDeps,
  tx: Tx,
  outgoingId: string,
  failed: readonly RecipientRow[],
): Promise<() => void> =>
  report(
    deps,
    tx,
    outgoingId,
    failed.map(recipient => ({
      ...said(recipient),
      action: 'failed',
      // A report about a permanent failure must not carry a temporary status (RFC 3464 section 2.3.4).
      status: recipient.status?.startsWith('4.') ? `5${recipient.status.slice(1)}` : recipient.status,
    })),
  )

const mailsAtOnce = 500

/**
 * Tells the senders of mail that has waited for long, once about each recipient. The mail's further time in
 * the queue is unaffected, and its end is reported as usual.
 */
export async function reportDelays(
  deps: ReportDeps & { db: Db; site: Pick<SiteSettings, 'read'> },
): Promise<void> {
  const { delayHours, queueDays } = await deps.site.read()
  if (delayHours === 0) return
  for (;;) {
    const before = deps.clock.now() - delayHours * hour
    const late = await lateMails(deps.db.query, before, mailsAtOnce)
    for (const outgoingId of late) {
      const after = await deps.db.transaction(async tx => {
        if (!(await holdOutgoing(tx, deps.db.kind, outgoingId))) return nothing
        const recipients = await takeLate(tx, outgoingId, before)
        if (recipients.length === 0) return nothing
        return report(
          deps,
          tx,
          outgoingId,
          recipients.map(recipient => ({
            ...said(recipient),
            action: 'delayed',
            status: recipient.status?.startsWith('4.') ? recipient.status : null,
            willRetryUntil: new Date(recipient.queued_at + queueDays * day),
          })),
        )
      })
      after()
    }
    if (late.length === 0) return
  }
}
