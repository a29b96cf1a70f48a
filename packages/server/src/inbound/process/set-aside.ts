/**
 * Sets aside an accepted message whose content is gone or damaged. It is looked for a few times first, since a disk may
 * come back; then nobody tries it any more, the operator can look at it, and its recipients read of it in their trace.
 */

import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Envelope } from '../../mail/envelope.ts'
import { countFailedLook, countSetAside, setMessageAside } from '../journal/repository.ts'
import { insertTrace } from '../trace/repository.ts'
import type { TraceEntry } from '../trace/trace.ts'
import { findOwners } from './mailbox-repository.ts'

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
    const row = await countFailedLook(tx, seq)
    if (!row) return null
    if (row.attempts < maxLooks) return 'missing'
    const entries = traceOf(JSON.parse(row.envelope) as Envelope)
    const ids = entries.flatMap(({ mailboxId }) => mailboxId ?? [])
    const ownerOf = await findOwners(tx, ids)
    const owned = entries.map(entry => ({ ...entry, ownerId: ownerOf.get(entry.mailboxId ?? '') ?? null }))
    await setMessageAside(tx, seq)
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

export const countAside = (db: Db): Promise<number> => countSetAside(db.query)
