import type { Query } from '../../database/types.ts'
import type { MailEvent } from '../../ledger/event/event-hub.ts'
import { shownMail } from './mail-row.ts'
import { mailWithOwner } from './repository.ts'

/** The event of a mail that is stored; null when it is gone. */
export async function loadMailEvent(query: Query, seq: number): Promise<MailEvent | null> {
  const row = await mailWithOwner(query, seq)
  if (!row) return null
  return { kind: 'mail', seq, mailboxId: row.mailbox_id, ownerId: row.owner_id, mail: shownMail(row) }
}
