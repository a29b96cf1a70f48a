/** Tells the pages that show these mails what became of them, wherever it was done. */
import type { MailsChanged } from '@yanshu/contract'
import type { EventHub } from '../../ledger/event/event-hub.ts'

type Owned = { owner_id: string | null }
type Counts = readonly (Owned & { id: string; unread: number })[]

/**
 * More than these are not named: whoever shows them reads its lists anew. So many fit into a message between nodes, with
 * all the labels that a mail may have.
 */
const maxNamed = 100

export async function tellUnread(hub: EventHub, counts: Counts): Promise<void> {
  for (const { id, owner_id, unread } of counts) {
    await hub.publish({ kind: 'unread', mailboxId: id, ownerId: owner_id, unread })
  }
}

/** `change` is null for mails that are gone. */
export async function tellChanged(
  hub: EventHub,
  mails: readonly (Owned & { id: string; mailbox_id: string })[],
  change: MailsChanged['change'],
): Promise<void> {
  for (const [mailboxId, rows] of Map.groupBy(mails, mail => mail.mailbox_id)) {
    const ids = rows.length <= maxNamed ? rows.map(mail => mail.id) : null
    await hub.publish({ kind: 'changed', mailboxId, ownerId: rows[0]?.owner_id ?? null, ids, change })
  }
}

/** The mailboxes in which many mails are changed, portion by portion; they are told once, at the end. */
export function manyChanged(hub: EventHub) {
  const touched = new Map<string, string | null>()
  return {
    note(mailboxes: readonly (Owned & { id: string })[]): void {
      for (const { id, owner_id } of mailboxes) touched.set(id, owner_id)
    },
    async tell(): Promise<void> {
      for (const [mailboxId, ownerId] of touched)
        await hub.publish({ kind: 'changed', mailboxId, ownerId, ids: null, change: {} })
    },
  }
}
