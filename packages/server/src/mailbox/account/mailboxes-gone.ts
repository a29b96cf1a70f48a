/**
 * Told on the bus when mailboxes are deleted, whether for good or not, so that nobody goes on waiting for their mail. A
 * hint like every message on the bus.
 */
import { publishIds } from '../../database/publish-ids.ts'
import type { Db } from '../../database/types.ts'

export const mailboxesGoneChannel = 'mailboxes-gone'

export const tellMailboxesGone = (db: Db, ids: readonly string[]): Promise<void> =>
  publishIds(db.bus, mailboxesGoneChannel, ids)
