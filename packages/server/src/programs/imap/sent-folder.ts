/**
 * The folder of sent mail. What was sent, by the page or by submission, is in it once, however a program saves it; what a
 * program puts into it besides is kept as well. Sent mail that is deleted on the page leaves the folder, and the reverse;
 * one that still waits in the queue stays.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { type Envelope, importProtocol } from '../../mail/envelope.ts'
import { ownSender } from '../../mail/sender-verdict.ts'
import { lockMailbox } from '../../mailbox/account/mailboxes.ts'
import type { MessageDetails } from '../../mailbox/mail/message-details.ts'
import { removeMails } from '../../mailbox/mail/remove-mails.ts'
import { columnsOf } from '../../mailbox/numbering/flags.ts'
import { insertKept } from '../../mailbox/numbering/put-mails.ts'
import { removeSentRows } from '../../outbound/compose/change-sent.ts'
import {
  insertSentMessage,
  keptWith,
  linkSent,
  noLongerSent,
  notInFolder,
  type SentRow,
} from './repository.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore }

const rowsAtOnce = 200

const envelopeOf = (sent: SentRow): Envelope => ({
  ...{ id: sent.id, from: sent.from_address, client: 'sent', helo: '' },
  ...{ protocol: importProtocol, host: '', recipients: [] },
})

const detailsOf = (sent: SentRow): MessageDetails => ({
  ...{ to: [], cc: [], replyTo: [], date: null, messageId: sent.message_id, auth: ownSender },
  ...{ codeEvidence: null, linkEvidence: null, spamRules: [], warnings: [] },
})

async function enter(tx: Tx, mailbox: { id: string; owner_id: string | null }, sent: SentRow, now: number) {
  const kept = sent.message_id === '' ? null : await keptWith(tx, mailbox.id, sent.message_id)
  if (kept !== null) return linkSent(tx, kept, sent.id)
  const message_seq = await insertSentMessage(tx, sent, {
    envelope: JSON.stringify(envelopeOf(sent)),
    details: JSON.stringify(detailsOf(sent)),
  })
  const mail = { id: newId(now), mailbox_id: mailbox.id, owner_id: mailbox.owner_id, message_seq }
  const found = { has_code: 0, has_attachment: sent.attachment_count > 0 ? 1 : 0 }
  await insertKept(
    tx,
    { ...mail, ...found, received_at: sent.created_at, folder: 'sent', labels: '[]' },
    columnsOf(['\\Seen']),
    now,
  )
}

/** Makes the folder hold what was sent; most times it does already, and two questions tell so. */
export async function syncSent(deps: Deps, mailboxId: string): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const fresh = await notInFolder(deps.db.query, mailboxId, now, rowsAtOnce)
    const gone = await noLongerSent(deps.db.query, mailboxId, rowsAtOnce)
    if (fresh.length === 0 && gone.length === 0) return
    const keys = await deps.db.transaction(async tx => {
      const mailbox = await lockMailbox(tx, deps.db.kind, mailboxId)
      if (!mailbox) return null
      // Another session may have done it by now.
      for (const sent of await notInFolder(tx, mailboxId, now, rowsAtOnce))
        await enter(tx, mailbox, sent, now)
      return removeMails(tx, deps.db.kind, await noLongerSent(tx, mailboxId, rowsAtOnce), now)
    })
    if (keys === null) return
    for (const key of keys) await deps.blobs.remove(key)
  }
}

/** Deletes sent mail for good, also on the page; nothing of it may wait in the queue. */
export async function deleteSent(deps: Deps, mailboxId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await removeSentRows(deps, ids)
  await syncSent(deps, mailboxId)
}
