/**
 * Limits how many octets one client, the network around it and one mailbox may bring in a minute and in a
 * day. Each node counts in memory, because a row for every mail would cost more than the mail. A restart
 * forgets the counts; then quotas and the minimum of free disk still hold. A wide network may bring four
 * times as much as one client, so that neighbours do not lock each other out, and the holder of the whole
 * network gains little.
 */
import { clientNetwork, isThisMachine, wideNetwork } from '../../kernel/client-address.ts'
import { type Clock, day, minute } from '../../kernel/clock.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'

const megabyte = 1_048_576
export const wideFactor = 4
const maxTracked = 50_000

export type ByteLimits = Pick<
  SiteValues,
  'clientMbPerMinute' | 'clientMbPerDay' | 'mailboxMbPerMinute' | 'mailboxMbPerDay'
>

/** One message, as it is counted; without a client, by its mailboxes only. */
export type Load = { client: string | null; mailboxes: readonly string[]; bytes: number }

export type ByteRate = {
  /** Whether the client, or the network around it, has brought too much to bring so much more. */
  clientHasRoom(client: string, bytes: number, limits: ByteLimits): boolean
  mailboxHasRoom(address: string, bytes: number, limits: ByteLimits): boolean
  /** Counts a message; the answer takes it back. */
  count(load: Load): () => void
}

type Count = { endsAt: number; bytes: number }

function createCounts(clock: Clock, windowMs: number) {
  /** In the order in which the windows began. */
  const counts = new Map<string, Count>()

  function running(key: string): Count | undefined {
    const count = counts.get(key)
    const left = count === undefined ? 0 : count.endsAt - clock.now()
    // One that ends later than one that begins now was begun before the clock was set back.
    if (left > 0 && left <= windowMs) return count
    counts.delete(key)
    return undefined
  }

  function begin(key: string): Count {
    const [oldest] = counts.keys()
    if (counts.size >= maxTracked && oldest !== undefined) counts.delete(oldest)
    const count = { endsAt: clock.now() + windowMs, bytes: 0 }
    counts.set(key, count)
    return count
  }

  return {
    bytes: (key: string): number => running(key)?.bytes ?? 0,
    add(key: string, bytes: number): () => void {
      const count = running(key) ?? begin(key)
      count.bytes += bytes
      return () => {
        count.bytes -= bytes
      }
    },
  }
}

/** Mail for one mailbox is taken as long as there was room before, so that one message larger than the limit still comes. */
export function createByteRate(clock: Clock): ByteRate {
  const inMinute = createCounts(clock, minute)
  const inDay = createCounts(clock, day)

  const hasRoom = (key: string, more: number, perMinute: number, perDay: number): boolean =>
    isUnder(inMinute.bytes(key), more, perMinute) && isUnder(inDay.bytes(key), more, perDay)

  const isUnder = (bytes: number, more: number, limitMb: number): boolean =>
    limitMb === 0 || bytes === 0 || bytes + more <= limitMb * megabyte

  return {
    clientHasRoom(client, bytes, { clientMbPerMinute, clientMbPerDay }) {
      if (isThisMachine(client)) return true
      return (
        hasRoom(clientNetwork(client), bytes, clientMbPerMinute, clientMbPerDay) &&
        hasRoom(wideNetwork(client), bytes, clientMbPerMinute * wideFactor, clientMbPerDay * wideFactor)
      )
    },
    mailboxHasRoom: (address, bytes, { mailboxMbPerMinute, mailboxMbPerDay }) =>
      hasRoom(address, bytes, mailboxMbPerMinute, mailboxMbPerDay),
    count({ client, mailboxes, bytes }) {
      const clients =
        client === null || isThisMachine(client) ? [] : [clientNetwork(client), wideNetwork(client)]
      const undo = [...clients, ...mailboxes].flatMap(key => [
        inMinute.add(key, bytes),
        inDay.add(key, bytes),
      ])
      return () => {
        for (const take of undo) take()
      }
    },
  }
}
