/** Makes a message in the state that a crash leaves: accepted, on disk, and not processed. */

import { type Journaled, notReadYet } from '../inbound/journal/journaled.ts'
import { newId } from '../kernel/ids.ts'
import { readNodeId } from '../kernel/node-id.ts'
import type { Envelope } from '../mail/envelope.ts'
import type { TestMailbox } from './people.ts'
import type { TestApp } from './test-app.ts'

type Claim = {
  claimedUntil: number
  /** The claim belongs to the node of this site; otherwise to an unknown node. */
  ownNode?: boolean
}

/** Makes the envelope of a message that was accepted for this mailbox. */
export async function envelopeFor(site: TestApp, box: TestMailbox): Promise<Envelope> {
  const { domain_id, owner_id } = await site.app.db.query
    .selectFrom('mailbox')
    .select(['domain_id', 'owner_id'])
    .where('id', '=', box.id)
    .executeTakeFirstOrThrow()
  const { id, address } = box
  return {
    id: newId(site.clock.now()),
    from: 'sender@example.org',
    client: '127.0.0.1',
    helo: 'client.test',
    protocol: 'ESMTP',
    host: 'mx.test',
    recipients: [{ given: address, address, domainId: domain_id, mailboxId: id, ownerId: owner_id }],
  }
}

export async function journaledMessage(
  site: TestApp,
  box: TestMailbox,
  raw: Buffer,
  claim: Claim,
): Promise<Journaled> {
  const now = site.clock.now()
  const envelope = await envelopeFor(site, box)
  return site.app.db.transaction(async tx => {
    const { seq } = await tx
      .insertInto('message')
      .values({
        received_at: now,
        size: raw.length,
        blob_key: null,
        envelope: JSON.stringify(envelope),
        state: 0,
        claimed_by: claim.ownNode ? readNodeId(site.place.dataDir, now) : 'a node that went down',
        claimed_until: claim.claimedUntil,
        attempts: 0,
        refs: 0,
        ...notReadYet,
      })
      .returning('seq')
      .executeTakeFirstOrThrow()
    await tx.insertInto('message_raw').values({ seq, raw }).execute()
    return { seq, raw, envelope, receivedAt: now }
  })
}
