/**
 * Whether a mailbox has room: its own quota, the storage of the account that owns it, and how many mails it was made for.
 * What this node has accepted and not yet put into its mailboxes counts as well, so that a burst does not run over. That
 * is kept in memory: what another node accepted at the same moment is not in it.
 */
import { type Clock, second } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'

const megabyte = 1_048_576
const heldMs = 5 * second
const maxHeld = 10_000

/** What is asked about; a mailbox that is only made on arrival has used nothing, but somebody will own it. */
export type Room = Pick<
  MailboxRow,
  'quota_bytes' | 'used_bytes' | 'owner_id' | 'received' | 'end_after_mails'
> & { id: string | null }

/** A message that is being accepted. */
export type Held = {
  /** It was not accepted. */
  release(): void
  /** It was accepted under this number and counts until it has arrived. */
  until(seq: number): void
}

export type Quota = {
  /** Whether so many more octets are too many. */
  overQuota(room: Room, size: number): Promise<boolean>
  /** Whether a mailbox that ends after so many mails has had them. */
  isSpent(room: Room): boolean
  /** Counts a message of this size for these mailboxes from now on. */
  hold(rooms: readonly Room[], size: number): Held
  /** Why it takes no more, those that are held included; what is stored by now is read anew. */
  whyNot(room: Room): Promise<'overQuota' | 'ended' | null>
  arrived(seq: number): void
}

type OnTheWay = { mails: number; bytes: number }
type OwnersRoom = { at: number; room: Promise<number>; taken: number }

export function createQuota(deps: { db: Db; clock: Clock }): Quota {
  const owners = new Map<string, OwnersRoom>()
  const onTheWay = new Map<string, OnTheWay>()
  const bytesOf = new Map<string, number>()
  const waiting = new Map<number, () => void>()

  const wayTo = ({ id }: Room): OnTheWay => onTheWay.get(id ?? '') ?? { mails: 0, bytes: 0 }

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

  function ownersRoom(accountId: string): OwnersRoom {
    const now = deps.clock.now()
    const held = owners.get(accountId)
    if (held && Math.abs(now - held.at) < heldMs) return held
    if (owners.size >= maxHeld) owners.clear()
    const fresh = { at: now, room: readRoom(accountId), taken: bytesOf.get(accountId) ?? 0 }
    owners.set(accountId, fresh)
    fresh.room.catch(() => owners.delete(accountId))
    return fresh
  }

  async function overQuota(room: Room, size: number): Promise<boolean> {
    if (room.quota_bytes !== null && room.used_bytes + wayTo(room).bytes + size >= room.quota_bytes)
      return true
    if (room.owner_id === null) return false
    const left = ownersRoom(room.owner_id)
    return (await left.room) - left.taken <= size
  }

  function count({ id, owner_id }: Room, mails: number, bytes: number): void {
    if (id !== null) {
      const way = onTheWay.get(id) ?? { mails: 0, bytes: 0 }
      const next = { mails: way.mails + mails, bytes: way.bytes + bytes }
      if (next.mails > 0) onTheWay.set(id, next)
      else onTheWay.delete(id)
    }
    if (owner_id === null) return
    const sum = (bytesOf.get(owner_id) ?? 0) + bytes
    if (sum > 0) bytesOf.set(owner_id, sum)
    else bytesOf.delete(owner_id)
  }

  /** Of what was read of an owner's room, arrived mail is gone for as long as the figure is held. */
  function take(ownerId: string | null, bytes: number): void {
    const held = ownerId === null ? undefined : owners.get(ownerId)
    if (held) held.taken += bytes
  }

  const isSpent = (room: Room): boolean =>
    room.end_after_mails !== null && room.received + wayTo(room).mails >= room.end_after_mails

  async function refreshed(room: Room): Promise<Room> {
    if (room.id === null || (room.quota_bytes === null && room.end_after_mails === null)) return room
    const row = await deps.db.query
      .selectFrom('mailbox')
      .select(['used_bytes', 'received'])
      .where('id', '=', room.id)
      .executeTakeFirst()
    return { ...room, ...row }
  }

  return {
    overQuota,
    isSpent,
    hold(rooms, size) {
      for (const room of rooms) {
        count(room, 1, size)
        take(room.owner_id, size)
      }
      let over = false
      const end = (): void => {
        if (over) return
        over = true
        for (const room of rooms) count(room, -1, -size)
      }
      return {
        release() {
          if (!over) for (const room of rooms) take(room.owner_id, -size)
          end()
        },
        until: seq => void waiting.set(seq, end),
      }
    },
    async whyNot(room) {
      const now = await refreshed(room)
      // The message itself is among those on the way.
      if (now.end_after_mails !== null && now.received + wayTo(now).mails > now.end_after_mails)
        return 'ended'
      return (await overQuota(now, 0)) ? 'overQuota' : null
    },
    arrived(seq) {
      waiting.get(seq)?.()
      waiting.delete(seq)
    },
  }
}
