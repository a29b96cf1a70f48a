/**
 * Reports from other systems about mail of ours. One that comes to the return path of a delivery is about that recipient;
 * one that comes to the mailbox itself is believed when it names a mail of that very mailbox. What it says settles the
 * recipient's state, in the transaction that stores the report.
 */
import type { RecipientState } from '@yanshu/contract'
import type { Db, Query, Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import type { Envelope } from '../../inbound/receive/envelope.ts'
import { readBounce } from '../../mail/dsn/read-bounce.ts'
import { readReturnPath } from '../../mail/verp.ts'
import { provesDeadAddress } from '../queue/queue.ts'
import { countDown, holdOutgoing, suppress } from '../queue/repository.ts'
import { countSending } from '../stop/repository.ts'

/** Reports are short; what is longer is no report or carries a whole mail with it. */
const maxReportBytes = 2 * 1024 * 1024

export type Bounce = {
  /** Of the row in the queue. */
  recipientId: string
  /** It came to a return path that only we can make. */
  isCertain: boolean
  status: string | null
  answer: string
}

/** What only names a mail of ours may be forged by anybody who got it: it can be about nothing that has not left yet. */
const settleable = ({ isCertain }: Bounce): readonly RecipientState[] =>
  isCertain ? ['delivered', 'deferred', 'queued'] : ['delivered']

/** The mailbox behind a return path of ours. */
export async function bounceOwner(db: Db, key: Buffer, address: string): Promise<string | null> {
  const id = readReturnPath(key, address)
  if (id === null) return null
  const row = await db.query
    .selectFrom('outgoing_recipient as r')
    .innerJoin('outgoing as o', 'o.id', 'r.outgoing_id')
    .innerJoin('mailbox as m', 'm.id', 'o.mailbox_id')
    .select('m.address')
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row?.address ?? null
}

async function findNamed(
  query: Query,
  addresses: readonly string[],
  messageId: string,
  recipient: string,
): Promise<string | null> {
  const row = await query
    .selectFrom('outgoing as o')
    .innerJoin('mailbox as m', 'm.id', 'o.mailbox_id')
    .innerJoin('outgoing_recipient as r', 'r.outgoing_id', 'o.id')
    .select('r.id')
    .where('m.address', 'in', [...addresses])
    .where('o.message_id', '=', messageId)
    .where('r.address', '=', recipient)
    .executeTakeFirst()
  return row?.id ?? null
}

/** What a message that arrived says about recipients of ours; nothing for almost all of them. */
export async function readBounces(
  db: Db,
  key: Buffer,
  { raw, envelope }: { raw: Buffer; envelope: Envelope },
): Promise<Bounce[]> {
  const ids = envelope.recipients.flatMap(({ given }) => readReturnPath(key, given) ?? [])
  if ((ids.length === 0 && envelope.from !== '') || raw.length > maxReportBytes) return []
  const failures = (readBounce(raw) ?? []).filter(report => report.action === 'failed')
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
    const recipientId = await findNamed(db.query, addresses, originalMessageId, recipient)
    if (recipientId !== null) bounces.push({ recipientId, isCertain: false, status, answer: diagnostic })
  }
  return bounces
}

/** Returns whether anything changed. */
export async function settleBounce(tx: Tx, db: Db, bounce: Bounce, now: number): Promise<boolean> {
  const found = () =>
    tx.selectFrom('outgoing_recipient').selectAll().where('id', '=', bounce.recipientId).executeTakeFirst()
  const mail = await found()
  if (!mail || !(await holdOutgoing(tx, db.kind, mail.outgoing_id))) return false
  // Looked at again: whoever held the message before may have changed it. What is on its way now is left alone.
  const row = await found()
  if (!row || !settleable(bounce).includes(row.state)) return false
  const answer = bounce.answer.slice(0, 1000)
  const changed = await tx
    .updateTable('outgoing_recipient')
    .set({ state: 'bounced', waiting: 0, reason: 'reportedBack', answer, status: bounce.status, reported: 1 })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) return false
  const isNew = row.state !== 'delivered'
  if (isNew) await countDown(tx, row.outgoing_id, 1)
  if (isNew || bounce.isCertain) {
    const counts = { ended: isNew ? 1 : 0, failed: bounce.isCertain ? 1 : 0 }
    await countSending(tx, row.sender_key, counts, now)
  }
  if (bounce.isCertain && provesDeadAddress('reportedBack', bounce.status)) {
    await suppress(tx, {
      id: newId(now),
      sender_key: row.sender_key,
      address: row.address,
      reason: answer.slice(0, 300),
      created_at: now,
    })
  }
  return true
}
