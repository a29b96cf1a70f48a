/**
 * Sends a letter whose words and files are ready: one transaction counts it against the day's limit and queues it,
 * and the page may take it back for a while. It must not know what the letter is about, nor who wrote it.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, second } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { Thread } from '../../mail/compose/answer-to.ts'
import { composeMessage, type OutgoingMail } from '../../mail/compose/compose-message.ts'
import { previewText } from '../../mail/mime/preview.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { countSends, dropLarge, enqueue, storeLarge } from '../queue/enqueue.ts'
import { senderKey } from '../stop/sender-key.ts'
import { outboundWords } from '../words/words.ts'
import { noteContacts } from './contacts.ts'
import { type ReadRecipients, shownPerson } from './recipients.ts'
import { dayLimits } from './sender.ts'

const megabyte = 1_048_576

export type LetterDeps = {
  db: Db
  blobs: BlobStore
  clock: Clock
  site: SiteSettings
  /** Checks a sender after it sent more. */
  watch(senderKey: string): Promise<void>
  /** Makes the queue look at once. */
  kick(): void
  /** Tells open pages that there is a new sent mail. */
  tellNew(outgoingId: string): Promise<void>
}

export type Letter = Pick<OutgoingMail, 'subject' | 'html' | 'calendar' | 'attachments'> & {
  /** It must be one from which the caller may send. */
  mailbox: MailboxRow
  fromName: string
  recipients: ReadRecipients
  text: string
  /** The files that the letter itself does not show. */
  attachmentCount: number
  thread: Thread
  sendAt: number | null
}

export function checkSize(bytes: number, { maxMessageMb }: { maxMessageMb: number }): void {
  if (bytes > maxMessageMb * megabyte)
    throw new AppError('tooLarge', { msg: outboundWords.mailTooLarge(maxMessageMb) })
}

/** `spend` removes within the transaction what the letter was made from, and returns the keys of its blobs. */
export async function sendLetter(
  deps: LetterDeps,
  caller: LoggedIn,
  letter: Letter,
  spend: (tx: Tx) => Promise<string[]> = async () => [],
): Promise<{ id: string; undoUntil: string | null }> {
  const { mailbox, fromName, recipients, subject, text, html, calendar, attachments, sendAt } = letter
  const settings = await deps.site.read()
  const now = deps.clock.now()
  const id = newId(now)
  const messageId = `<${id}@${mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)}>`
  const raw = await composeMessage({
    from: { name: fromName, address: mailbox.address },
    to: recipients.to,
    cc: recipients.cc,
    subject,
    text,
    html,
    calendar: calendar ?? null,
    attachments,
    messageId,
    date: new Date(sendAt ?? now),
    ...letter.thread,
  })
  checkSize(raw.length, settings)
  const limits = await dayLimits(deps, mailbox, caller.role === 'mailbox')
  const holdMs = sendAt === null ? settings.undoSeconds * second : 0
  const blobKey = await storeLarge(deps, raw)
  let spent: string[]
  try {
    spent = await deps.db.transaction(async tx => {
      await countSends(tx, limits, recipients.envelope.length, now)
      const keys = await spend(tx)
      await enqueue(tx, {
        id,
        kind: 'mail',
        mailbox,
        fromAddress: mailbox.address,
        fromName,
        to: recipients.to.map(shownPerson),
        cc: recipients.cc.map(shownPerson),
        subject,
        preview: previewText(text),
        messageId,
        attachmentCount: letter.attachmentCount,
        smtpUtf8: recipients.needsSmtpUtf8,
        raw,
        blobKey,
        recipients: recipients.envelope,
        sendAt,
        holdMs,
        now,
      })
      await noteContacts(tx, ownerKey(caller), recipients.people, now)
      return keys
    })
  } catch (cause) {
    await dropLarge(deps, blobKey)
    throw cause
  }
  for (const key of spent) await deps.blobs.remove(key)
  await deps.watch(senderKey(mailbox))
  deps.kick()
  await deps.tellNew(id)
  return { id, undoUntil: holdMs > 0 ? isoTime(now + holdMs) : null }
}
