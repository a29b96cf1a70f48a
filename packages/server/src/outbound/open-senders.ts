/**
 * Takes reports about senders from every part of sending: pages learn the state of sent mail, and a sender
 * with bad results is stopped. It does not need the receiving side, so receiving can be built on it.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../database/types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { EventHub } from '../ledger/event/event-hub.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import { openArrival } from './arrival/open-arrival.ts'
import { shownRecipient } from './compose/shown-sent.ts'
import { stateOf } from './queue/queue.ts'
import { findRecipient, findSent, statesOf } from './queue/repository.ts'
import { watchSender } from './stop/watch-senders.ts'

export type Senders = ReturnType<typeof openSenders>

export function openSenders(deps: {
  db: Db
  clock: Clock
  log: Log
  blobs: BlobStore
  site: SiteSettings
  secrets: Secrets
  hub: EventHub
}) {
  const { db, clock, log, site } = deps

  async function publish(outgoingId: string, recipientId: string | null): Promise<void> {
    const mail = await findSent(db.query, outgoingId)
    if (mail?.kind !== 'mail') return
    const row = recipientId === null ? undefined : await findRecipient(db.query, recipientId)
    const recipient = row ? shownRecipient({ ...row, answer: row.answer.slice(0, 500) }) : null
    const state = stateOf(await statesOf(db.query, outgoingId))
    await deps.hub.publish({
      kind: 'sent',
      mailboxId: mail.mailbox_id,
      ownerId: mail.owner_id,
      sent: { id: outgoingId, state, recipient },
    })
  }

  const watch = (senderKey: string): Promise<void> => watchSender({ db, clock, log, site }, senderKey)
  const arrival = openArrival({
    ...deps,
    watch,
    async tellRecipient(id) {
      const recipient = await findRecipient(db.query, id)
      if (recipient) await publish(recipient.outgoing_id, id)
    },
  })

  return {
    ...arrival,
    watch,
    tell: (recipient: { id: string; outgoing_id: string }) => publish(recipient.outgoing_id, recipient.id),
    tellNew: (outgoingId: string) => publish(outgoingId, null),
  }
}
