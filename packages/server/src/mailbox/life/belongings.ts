import { type Belonging, type Fate, outlivesIt } from '../../ledger/life/belonging.ts'
import { mailboxIdsOf } from '../account/repository.ts'
import { folderBelongings } from '../folder/belongings.ts'
import { lookBelongings } from '../look/belongings.ts'
import { giveMailsIn } from '../mail/change-repository.ts'
import { mailSeqsIn, mailSeqsInFolder } from '../mail/removal-repository.ts'
import { removeMails } from '../mail/remove-mails.ts'
import { programBelongings } from '../program/belongings.ts'
import { passOn } from './repository.ts'

/** Mailboxes of an account that goes are its heir's. */
const inherited: Fate = async (tx, { ids, also }) => also('mailbox', 'handOver', await mailboxIdsOf(tx, ids))

/** Received mail stays in the mailbox, whoever has it. What the former holder wrote, and a program kept, goes. */
const mailsGoAlong: Fate = async (tx, { ids, to, db, now, blobs, after }) => {
  for (const id of ids) {
    const written = [
      ...(await mailSeqsInFolder(tx, id, 'sent')),
      ...(await mailSeqsInFolder(tx, id, 'drafts')),
    ]
    const keys = await removeMails(tx, db.kind, written, now)
    after(async () => {
      for (const key of keys) await blobs.remove(key)
    })
  }
  await giveMailsIn(tx, ids, to)
}

/** Mail that came in while the rest was removed in portions; none can come once its mailbox is gone. */
const lateMailsGo: Fate = async (tx, { ids, db, now, blobs, after }) => {
  const keys = await removeMails(tx, db.kind, await mailSeqsIn(tx, ids), now)
  after(async () => {
    for (const key of keys) await blobs.remove(key)
  })
}

export const mailboxBelongings: readonly Belonging[] = [
  ...programBelongings,
  ...lookBelongings,
  ...folderBelongings,
  {
    ...{ table: 'mail', column: 'mailbox_id', of: 'mailbox', exported: true },
    ...{ handOver: mailsGoAlong, end: 'stays', remove: lateMailsGo },
  },
  // Mails change their owner with their mailbox.
  { table: 'mail', column: 'owner_id', of: 'account', ...outlivesIt, exported: false },
  {
    ...{ table: 'mailbox', column: 'owner_id', of: 'account', exported: true },
    ...{ handOver: 'stays', end: 'stays', remove: inherited },
  },
  // A domain goes only when its mailboxes are gone.
  { table: 'mailbox', column: 'domain_id', of: 'domain', ...outlivesIt, exported: false },
  {
    ...{ table: 'mailbox', column: 'id', of: 'mailbox', exported: true },
    ...{ handOver: passOn, end: 'stays', remove: 'goes' },
  },
]
