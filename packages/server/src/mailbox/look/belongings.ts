import { type Belonging, type Fate, outlivesIt } from '../../ledger/life/belonging.ts'
import { closeLook } from './end-look.ts'
import { deleteLooksAt, openLooksAt } from './repository.ts'

/** The next holder does not see them, nor get the letter about them; the audit log keeps them. */
const looksEnd: Fate = async (tx, { ids, now }) => {
  for (const look of await openLooksAt(tx, ids)) await closeLook(tx, look, { at: now, by: null })
  await deleteLooksAt(tx, ids)
}

export const lookBelongings: readonly Belonging[] = [
  {
    ...{ table: 'mailbox_look', column: 'mailbox_id', of: 'mailbox', exported: true },
    // The session of a look ends with the mailbox, and the look with its session.
    ...{ handOver: looksEnd, end: 'stays', remove: looksEnd },
  },
  // The holder is told who looked, also when that admin is gone.
  { table: 'mailbox_look', column: 'account_id', of: 'account', ...outlivesIt, exported: false },
]
