/**
 * A message that was accepted and whose content is gone or damaged. It is looked for a few times, since a disk may come
 * back; then it is set aside: no longer tried, kept for the operator, and told to those it was for in their trace.
 */
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Log } from '../../log.ts'
import type { Envelope } from '../receive/envelope.ts'
import { insertTrace, type TraceEntry } from '../receive/trace.ts'

/** The claim of a message ends after a minute, so this is also how many minutes it is looked for. */
export const maxLooks = 10

type Deps = { db: Db; clock: Clock; log: Log }

const traceOf = (envelope: Envelope): TraceEntry[] =>
  envelope.recipients.map(recipient => ({
    client: envelope.client,
    sender: envelope.from,
    recipient: recipient.given,
    mailboxId: recipient.mailboxId,
    ownerId: null,
    verdict: 'discarded',
    reason: 'damaged',
    reply: '250 2.0.0',
  }))

export async function noteMissing({ db, clock, log }: Deps, seq: number): Promise<void> {
  const now = clock.now()
  const outcome = await db.transaction(async tx => {
    const row = await tx
      .updateTable('message')
      .set(eb => ({ attempts: eb('attempts', '+', 1) }))
      .where('seq', '=', seq)
      .where('state', '=', 0)
      .returning(['attempts', 'envelope'])
      .executeTakeFirst()
    if (!row) return null
    if (row.attempts < maxLooks) return 'missing'
    const entries = traceOf(JSON.parse(row.envelope) as Envelope)
    const ids = entries.flatMap(({ mailboxId }) => mailboxId ?? [])
    const owners = ids.length
      ? await tx.selectFrom('mailbox').select(['id', 'owner_id']).where('id', 'in', ids).execute()
      : []
    const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]))
    const owned = entries.map(entry => ({ ...entry, ownerId: ownerOf.get(entry.mailboxId ?? '') ?? null }))
    await tx.updateTable('message').set({ state: 2 }).where('seq', '=', seq).execute()
    await insertTrace(tx, owned, now)
    return 'aside'
  })
  if (outcome === 'missing') log.error({ seq }, 'the content of a journaled message is missing')
  if (outcome === 'aside') {
    log.error(
      { seq },
      'a message was set aside: its content is missing; look at the disk, or restore a backup',
    )
  }
}

export async function countAside(db: Db): Promise<number> {
  const { count } = await db.query
    .selectFrom('message')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 2)
    .executeTakeFirstOrThrow()
  return Number(count)
}
