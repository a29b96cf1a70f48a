/**
 * Tells whether a mailbox has room: by its own quota, the storage of the account that owns it, and how many mails it was
 * made for. Messages that this node has accepted and not yet put into their mailboxes count as well, so that a burst does
 * not run over. The first to come is served first: a message counts only for those after it. This is kept in memory, so
 * messages that another node accepts at the same moment do not count.
 */
import type { Db } from '../../database/types.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { sumUsedBytes } from '../../mailbox/account/use.ts'
import { allOver, createWay, finish, newTraveller, type Traveller } from './on-the-way.ts'
import { findFill } from './repository.ts'

const megabyte = 1_048_576
const heldMs = 5 * second
const defaultPatienceMs = 2 * second
const maxHeld = 10_000

/** How full a mailbox is. */
type Figures = Pick<MailboxRow, 'quota_bytes' | 'used_bytes' | 'received' | 'end_after_mails'>

/** The mailbox in question. One that is only made on arrival has used nothing, but somebody will own it. */
export type Room = Figures & Pick<MailboxRow, 'owner_id'> & { id: string | null }
type MailboxRoom = Room & { id: string }

/** `ended` is for good, the others pass. */
export type NoRoom = 'ended' | 'overQuota' | 'busy'

/** A message that is being accepted. */
export type Held = {
  /** Why a mailbox does not take it; what is stored by now is read anew. */
  whyNot(room: Room): Promise<NoRoom | null>
  /** It was not accepted. */
  release(): void
  /** It was accepted under this number and counts until it has arrived. */
  until(seq: number): void
}

export type Quota = {
  /** Whether so many more octets are too many. */
  overQuota(room: Room, size: number): Promise<boolean>
  /** Counts a message of this size for these mailboxes from now on. */
  hold(rooms: readonly Room[], size: number): Held
  arrived(seq: number): void
}

type OwnersRoom = { at: number; room: Promise<number>; taken: number }

/** Whether a mailbox that ends after so many mails has had them. */
export const isSpent = (room: Figures, ahead = 0): boolean =>
  room.end_after_mails !== null && room.received + ahead >= room.end_after_mails

const isFull = (room: Figures, more: number): boolean =>
  room.quota_bytes !== null && room.used_bytes + more >= room.quota_bytes

const isMailbox = (room: Room): room is MailboxRoom => room.id !== null

export type QuotaDeps = {
  db: Db
  clock: Clock
  /** How long a message waits to know whether those ahead of it have filled the mailbox. */
  patienceMs?: number
}

export function createQuota(deps: QuotaDeps): Quota {
  const patienceMs = deps.patienceMs ?? defaultPatienceMs
  const owners = new Map<string, OwnersRoom>()
  const toMailbox = createWay()
  const toOwner = createWay()
  const accepted = new Map<number, () => void>()

  /** How many bytes the account may still store; read at most every few seconds. */
  async function readRoom(accountId: string): Promise<number> {
    const account = await findAccount(deps.db.query, accountId)
    const limit = account ? readRights(account).limits.storageMb : null
    if (limit === null) return Number.POSITIVE_INFINITY
    return limit * megabyte - (await sumUsedBytes(deps.db.query, accountId))
  }

  function ownersRoom(accountId: string): OwnersRoom {
    const now = deps.clock.now()
    const held = owners.get(accountId)
    if (held && Math.abs(now - held.at) < heldMs) return held
    if (owners.size >= maxHeld) owners.clear()
    const fresh = { at: now, room: readRoom(accountId), taken: toOwner.bytes(accountId) }
    owners.set(accountId, fresh)
    fresh.room.catch(() => owners.delete(accountId))
    return fresh
  }

  /** Takes arrived mail off the owner's room, for as long as that figure is held. */
  function take(ownerId: string | null, bytes: number): void {
    const held = ownerId === null ? undefined : owners.get(ownerId)
    if (held) held.taken += bytes
  }

  function enter(message: Traveller, { id, owner_id }: Room, size: number): void {
    if (id !== null) toMailbox.enter(id, message, size)
    if (owner_id !== null) toOwner.enter(owner_id, message, size)
    take(owner_id, size)
  }

  function leave(message: Traveller, { id, owner_id }: Room): void {
    if (id !== null) toMailbox.leave(id, message)
    if (owner_id !== null) toOwner.leave(owner_id, message)
  }

  const refreshed = async (room: MailboxRoom): Promise<Figures> =>
    (await findFill(deps.db.query, room.id)) ?? room

  /**
   * Messages on the way are counted before the mailbox is read, so that each counts twice at worst and never
   * not at all.
   */
  async function whyMailboxNot(room: MailboxRoom, message: Traveller): Promise<NoRoom | null> {
    const everyone = toMailbox.bytes(room.id)
    const isNear = room.end_after_mails !== null || isFull(await refreshed(room), everyone)
    if (!isNear) return null
    const { mails, bytes } = toMailbox.ahead(room.id, message)
    const now = await refreshed(room)
    if (isSpent(now)) return 'ended'
    // Those ahead may have been counted twice, or be refused: nobody is turned away for good because of them.
    if (isSpent(now, mails.length))
      return (await allOver(mails, patienceMs)) ? whyMailboxNot(room, message) : 'busy'
    return isFull(now, bytes + toMailbox.size(room.id, message)) ? 'overQuota' : null
  }

  async function isOwnerFull(ownerId: string, message: Traveller): Promise<boolean> {
    const left = ownersRoom(ownerId)
    if ((await left.room) > left.taken) return false
    const now = ownersRoom(ownerId)
    const counted = now.taken - toOwner.bytesBehind(ownerId, message)
    return (await now.room) <= counted
  }

  async function whyNot(room: Room, message: Traveller): Promise<NoRoom | null> {
    const isLimited = room.quota_bytes !== null || room.end_after_mails !== null
    const fault = isMailbox(room) && isLimited ? await whyMailboxNot(room, message) : null
    if (fault !== null || room.owner_id === null) return fault
    return (await isOwnerFull(room.owner_id, message)) ? 'overQuota' : null
  }

  return {
    async overQuota(room, size) {
      if (isFull(room, (room.id === null ? 0 : toMailbox.bytes(room.id)) + size)) return true
      if (room.owner_id === null) return false
      const left = ownersRoom(room.owner_id)
      return (await left.room) - left.taken <= size
    },
    hold(rooms, size) {
      const message = newTraveller()
      for (const room of rooms) enter(message, room, size)
      const end = (): void => {
        for (const room of rooms) leave(message, room)
        finish(message)
      }
      return {
        whyNot: room => whyNot(room, message),
        release() {
          for (const { owner_id } of rooms) take(owner_id, -size)
          end()
        },
        until: seq => void accepted.set(seq, end),
      }
    },
    arrived(seq) {
      accepted.get(seq)?.()
      accepted.delete(seq)
    },
  }
}
