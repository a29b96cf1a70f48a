/** Whether a mailbox has room: its own quota, and the storage of the account that owns it. */
import { type Clock, second } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'

const megabyte = 1_048_576
const heldMs = 5 * second
const maxHeld = 10_000

/** What is asked about; a mailbox that is only made on arrival has used nothing, but somebody will own it. */
export type Room = Pick<MailboxRow, 'quota_bytes' | 'used_bytes' | 'owner_id'>

export function createQuota(deps: { db: Db; clock: Clock }) {
  const rooms = new Map<string, { at: number; room: Promise<number> }>()

  /** How many bytes the account may still store; read at most every few seconds. */
  async function readRoom(accountId: string): Promise<number> {
    const account = await findAccount(deps.db.query, accountId)
    const limit = account ? readRights(account).limits.storageMb : null
    if (limit === null) return Number.POSITIVE_INFINITY
    const { used } = await deps.db.query
      .selectFrom('mailbox')
      .select(eb => eb.fn.sum<number>('used_bytes').as('used'))
      .where('owner_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return limit * megabyte - Number(used ?? 0)
  }

  function roomOf(accountId: string): Promise<number> {
    const now = deps.clock.now()
    const held = rooms.get(accountId)
    if (held && Math.abs(now - held.at) < heldMs) return held.room
    if (rooms.size >= maxHeld) rooms.clear()
    const room = readRoom(accountId)
    rooms.set(accountId, { at: now, room })
    room.catch(() => rooms.delete(accountId))
    return room
  }

  return async (mailbox: Room, size: number): Promise<boolean> => {
    if (mailbox.quota_bytes !== null && mailbox.used_bytes + size >= mailbox.quota_bytes) return true
    return mailbox.owner_id !== null && (await roomOf(mailbox.owner_id)) <= size
  }
}
