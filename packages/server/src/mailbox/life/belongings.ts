import { type Belonging, type Fate, outlivesIt } from '../../ledger/life/belonging.ts'
import { mailboxIdsOf } from '../account/repository.ts'
import { lookBelongings } from '../look/belongings.ts'
import { giveMailsIn } from '../mail/change-repository.ts'
import { mailSeqsIn } from '../mail/removal-repository.ts'
import { removeMails } from '../mail/remove-mails.ts'
import { programBelongings } from '../program/belongings.ts'
import { passOn } from './repository.ts'

/** Mailboxes of an account that goes are its heir's. */
const inherited: Fate = async (tx, { ids, also }) => also('mailbox', 'handOver', await mailboxIdsOf(tx, ids))

/** Received mail stays in the mailbox, whoever has it. */
const mailsGoAlong: Fate = (tx, { ids, to }) => giveMailsIn(tx, ids, to)

/** Mail that came in while the rest was removed in portions; none can come once its mailbox is gone. */
const lateMailsGo: Fate = async (tx, { ids, db, blobs, after }) => {
  const keys = await removeMails(tx, db.kind, await mailSeqsIn(tx, ids))
  after(async () => {
    for (const key of keys) await blobs.remove(key)
  })
}

export const mailboxBelongings: readonly Belonging[] = [
  ...programBelongings,
  ...lookBelongings,
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
