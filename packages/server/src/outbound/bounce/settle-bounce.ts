/**
 * Handles reports from other systems about our mail. A report to the return path of a delivery is about that
 * recipient. A report to the mailbox itself is believed when it names a mail of that mailbox. The report
 * settles the recipient's state in the transaction that stores it.
 */
import type { RecipientState } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { readBounce } from '../../mail/dsn/read-bounce.ts'
import type { Envelope } from '../../mail/envelope.ts'
import { readReturnPath } from '../../mail/verp.ts'
import { deadBecause, provesDeadAddress } from '../queue/queue.ts'
import { countDown, findRecipient, holdOutgoing, suppress } from '../queue/repository.ts'
import { countSending } from '../stop/repository.ts'
import { findNamedRecipient, findSenderAddress, markBounced } from './repository.ts'

/** Reports are short; a longer message is not a report, or carries a whole mail. */
const maxReportBytes = 2 * 1024 * 1024

export type Bounce = {
  /** The id of the row in the queue. */
  recipientId: string
  /** True when the report came to a return path that only we can make. */
  isCertain: boolean
  status: string | null
  answer: string
}

/**
 * Any recipient of a mail could forge a report that merely names it, so such a report settles only mail that
 * has left.
 */
const settleable = ({ isCertain }: Bounce): readonly RecipientState[] =>
  isCertain ? ['delivered', 'deferred', 'queued'] : ['delivered']

/** Returns the address of the mailbox behind a return path of ours. */
export async function bounceOwner(db: Db, key: Buffer, address: string): Promise<string | null> {
  const id = readReturnPath(key, address)
  if (id === null) return null
  return findSenderAddress(db.query, id)
}

/** Returns the recipients of ours that an arriving message reports; almost every message reports none. */
export async function readBounces(
  db: Db,
  key: Buffer,
  { raw, envelope }: { raw: Buffer; envelope: Envelope },
): Promise<Bounce[]> {
  const ids = envelope.recipients.flatMap(({ given }) => readReturnPath(key, given) ?? [])
  if ((ids.length === 0 && envelope.from !== '') || raw.length > maxReportBytes) return []
  const way = { hasNullSender: envelope.from === '', isToOurPath: ids.length > 0 }
  const failures = (readBounce(raw, way) ?? []).filter(report => report.action === 'failed')
  const [first] = failures
  if (!first) return []
  if (ids.length > 0)
    return ids.map(recipientId => ({
      recipientId,
      isCertain: true,
      status: first.status,
      answer: first.diagnostic,
    }))
  const addresses = envelope.recipients.map(({ address }) => address)
  const bounces: Bounce[] = []
  for (const { recipient, status, diagnostic, originalMessageId } of failures) {
    if (!recipient || !originalMessageId) continue
    const recipientId = await findNamedRecipient(db.query, addresses, originalMessageId, recipient)
    if (recipientId !== null) bounces.push({ recipientId, isCertain: false, status, answer: diagnostic })
  }
  return bounces
}

/** Returns true if anything changed. */
export async function settleBounce(tx: Tx, db: Db, bounce: Bounce, now: number): Promise<boolean> {
  const mail = await findRecipient(tx, bounce.recipientId)
  if (!mail || !(await holdOutgoing(tx, db.kind, mail.outgoing_id))) return false
  // The row is read again, because the former holder of the message may have changed it. A recipient with a
  // running delivery is left alone.
  const row = await findRecipient(tx, bounce.recipientId)
  if (!row || !settleable(bounce).includes(row.state)) return false
  const answer = bounce.answer.slice(0, 1000)
  if (!(await markBounced(tx, row, { answer, status: bounce.status }))) return false
  const isNew = row.state !== 'delivered'
  if (isNew) await countDown(tx, row.outgoing_id, 1)
  if (isNew || bounce.isCertain) {
    const counts = { ended: isNew ? 1 : 0, failed: bounce.isCertain ? 1 : 0 }
    await countSending(tx, row.sender_key, counts, now)
  }
  const said = { reason: 'reportedBack', answer, status: bounce.status } as const
  if (bounce.isCertain && provesDeadAddress(said)) {
    await suppress(tx, {
      id: newId(now),
      sender_key: row.sender_key,
      address: row.address,
      reason: deadBecause(said),
      created_at: now,
    })
  }
  return true
}
