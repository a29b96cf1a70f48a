/** Tells the tables of accounts and mailboxes which of them are stopped from sending, and why. */
import type { Query } from '../../database/types.ts'
import type { StopReason } from '../words/facts.ts'
import { stopsOf } from './repository.ts'
import { stopWords } from './send-stop.ts'
import { senderKey } from './sender-key.ts'

/** Returns reasons by id. A mailbox with an owner is stopped together with the owner. */
export const stoppedMailboxes = (
  query: Query,
  mailboxes: readonly { id: string; owner_id: string | null }[],
): Promise<Map<string, StopReason>> =>
  stopped(
    query,
    mailboxes.map(mailbox => ({ id: mailbox.id, key: senderKey(mailbox) })),
  )

export const stoppedAccounts = (
  query: Query,
  accountIds: readonly string[],
): Promise<Map<string, StopReason>> =>
  stopped(
    query,
    accountIds.map(id => ({ id, key: `account:${id}` })),
  )

async function stopped(query: Query, senders: readonly { id: string; key: string }[]) {
  const stops = await stopsOf(query, [...new Set(senders.map(({ key }) => key))])
  return new Map(
    senders.flatMap(({ id, key }) => {
      const reason = stops.get(key)
      return reason === undefined ? [] : [[id, reason] as const]
    }),
  )
}

export const inWords = (stops: ReadonlyMap<string, StopReason>): Map<string, string> =>
  new Map([...stops].map(([id, reason]) => [id, stopWords(reason)]))
