import { type Belonging, type Fate, holdersOwn, outlivesIt } from '../ledger/life/belonging.ts'
import { automaticChannel } from './arrival/automatic-mail.ts'
import { removeRelays } from './queue/relay.ts'
import { sentGoes } from './queue/remove-outgoing.ts'
import { removeUploads } from './upload/remove-uploads.ts'

const writings = { spelled: 'key', ...holdersOwn, exported: true } as const
const automatic = { of: 'mailbox', column: 'mailbox_id', ...holdersOwn, exported: true } as const
/** Counts, stops and the state of the queue belong to the sender, whoever reads them. */
const conduct = { spelled: 'key', ...outlivesIt, exported: false } as const

const filesGo =
  (kind: 'mailbox' | 'account'): Fate =>
  async (tx, { ids, blobs, after }) => {
    const keys = await removeUploads(tx, { ownerKeys: ids.map(id => `${kind}:${id}`) })
    after(async () => {
      for (const key of keys) await blobs.remove(key)
    })
  }

const files = (kind: 'mailbox' | 'account'): Belonging => ({
  ...{ table: 'upload', column: 'owner_key', of: kind, spelled: 'key', exported: false },
  ...{ handOver: filesGo(kind), end: 'stays', remove: filesGo(kind) },
})

/** The relay of a domain holds the former holder's password. */
const relayGoes: Fate = (tx, { ids }) => removeRelays(tx, ids)

export const outboundBelongings: readonly Belonging[] = [
  {
    ...{ table: 'relay', column: 'domain', of: 'domain', spelled: 'name', exported: false },
    ...{ handOver: relayGoes, end: 'stays', remove: relayGoes },
  },
  { table: 'draft', column: 'owner_key', of: 'mailbox', ...writings },
  { table: 'draft', column: 'owner_key', of: 'account', ...writings },
  files('mailbox'),
  files('account'),
  { table: 'contact', column: 'owner_key', of: 'mailbox', ...writings },
  { table: 'contact', column: 'owner_key', of: 'account', ...writings },
  { table: 'suppression', column: 'sender_key', of: 'mailbox', ...writings, exported: false },
  { table: 'suppression', column: 'sender_key', of: 'account', ...writings, exported: false },
  {
    ...{ table: 'outgoing', column: 'mailbox_id', of: 'mailbox', exported: true },
    ...{ handOver: sentGoes, end: 'stays', remove: sentGoes },
  },
  { table: 'outgoing', column: 'sender_key', of: 'mailbox', ...conduct },
  { table: 'outgoing', column: 'sender_key', of: 'account', ...conduct },
  { table: 'outgoing_recipient', column: 'sender_key', of: 'mailbox', ...conduct },
  { table: 'outgoing_recipient', column: 'sender_key', of: 'account', ...conduct },
  { table: 'send_count', column: 'sender_key', of: 'mailbox', ...conduct },
  { table: 'send_count', column: 'sender_key', of: 'account', ...conduct },
  { table: 'send_stop', column: 'sender_key', of: 'mailbox', ...conduct, remove: 'goes' },
  { table: 'send_stop', column: 'sender_key', of: 'account', ...conduct, remove: 'goes' },
  { table: 'forwarding', ...automatic, tells: automaticChannel },
  { table: 'auto_reply', ...automatic, tells: automaticChannel },
  { table: 'auto_reply_given', ...automatic, exported: false },
]
