/**
 * Told on the bus when accounts or mailboxes that were stopped, or at their end, may go on: what waited for them goes on
 * at once. A hint like every message on the bus; whoever waits looks again by itself after a while.
 */
import { publishIds } from '../database/publish-ids.ts'
import type { Db } from '../database/types.ts'

export const goesOnChannel = 'goes-on'

export type GoesOn = { kind: 'account' | 'mailbox'; ids: readonly string[] }

export const tellGoesOn = (db: Db, { kind, ids }: GoesOn): Promise<void> =>
  publishIds(db.bus, goesOnChannel, ids, `${kind}:`)

export function readGoesOn(message: string): GoesOn | null {
  const match = /^(account|mailbox):([0-9a-z,]+)$/.exec(message)
  return match ? { kind: match[1] as GoesOn['kind'], ids: (match[2] ?? '').split(',') } : null
}
