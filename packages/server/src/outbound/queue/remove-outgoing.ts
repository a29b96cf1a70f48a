/** Removes a mailbox's sent and queued mail together with the mailbox. */
import type { Fate } from '../../ledger/life/belonging.ts'
import { removeOutgoingOf } from './repository.ts'

export const sentGoes: Fate = async (tx, { ids, blobs, after }) => {
  const keys = await removeOutgoingOf(tx, ids)
  after(async () => {
    for (const key of keys) await blobs.remove(key)
  })
}
