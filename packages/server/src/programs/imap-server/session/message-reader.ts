/**
 * Reads as little of a message as an answer needs: its headers from its first octets, a piece by its place. The place of
 * pieces is known once the message was read whole; the shape of the last one is kept, as clients ask for one piece after
 * the other.
 */
import { headerEnd, scanShape } from '../../../mail/imap/structure/scan-shape.ts'
import { type MailShape, shapeCost } from '../../../mail/imap/structure/shape.ts'
import type { ImapAccount } from '../../imap/types.ts'
import type { ImapSession } from './session.ts'

export type MessageReader = {
  readonly uid: number
  readonly octets: number
  /** Null when the message is gone. */
  header(): Promise<Buffer | null>
  shape(): Promise<MailShape | null>
  /** May be fewer octets than asked for. */
  piece(from: number, most: number): Promise<Buffer | null>
  /** The whole message; null when it is gone. */
  whole(): Promise<Buffer | null>
}

const opening = 16 * 1024
/** An idle session stays small. */
const mostKept = 200_000

/** Too much is being read at the same time by all sessions. */
export class NoRoom extends Error {}

export function messageReader(
  s: ImapSession,
  account: ImapAccount,
  folderId: string,
  { uid, octets }: { uid: number; octets: number },
): MessageReader {
  let head: Buffer | null = null

  async function header(): Promise<Buffer | null> {
    if (head !== null) return head
    for (let most = opening; ; most *= 4) {
      const octetsRead = await account.read(folderId, uid, 0, most)
      if (octetsRead === null) return null
      const end = headerEnd(octetsRead, octetsRead.length < most || most >= octets)
      if (end === null) continue
      head = Buffer.from(octetsRead.subarray(0, end))
      return head
    }
  }

  async function shape(): Promise<MailShape | null> {
    if (s.keptShape?.uid === uid) return s.keptShape.shape
    return inRoom(async () => {
      const raw = await account.read(folderId, uid, 0, octets)
      if (raw === null) return null
      const found = scanShape(raw)
      s.keptShape = shapeCost(found) <= mostKept ? { uid, shape: found } : null
      return found
    })
  }

  async function inRoom<T>(work: () => Promise<T>): Promise<T> {
    if (!s.budget.take(octets)) throw new NoRoom()
    try {
      return await work()
    } finally {
      s.budget.give(octets)
    }
  }

  return {
    uid,
    octets,
    header,
    shape,
    piece: (from, most) => account.read(folderId, uid, from, most),
    whole: () => inRoom(() => account.read(folderId, uid, 0, octets)),
  }
}
