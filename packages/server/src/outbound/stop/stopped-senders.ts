/** Which accounts and mailboxes were stopped from sending, and why in a word: for the tables they are listed in. */
import type { Query } from '../../database/types.ts'
import { senderKey } from '../queue/queue.ts'
import { stopsOf } from './repository.ts'
import { type StopReason, stopWords } from './send-stop.ts'

/** An owned mailbox is stopped with its owner. */
export async function stoppedMailboxes(
  query: Query,
  mailboxes: readonly { id: string; owner_id: string | null }[],
): Promise<Map<string, StopReason>> {
  const stops = await stopsOf(query, [...new Set(mailboxes.map(senderKey))])
  return new Map(
    mailboxes.flatMap(mailbox => {
      const reason = stops.get(senderKey(mailbox))
      return reason === undefined ? [] : [[mailbox.id, reason] as const]
    }),
  )
}

export async function stoppedAccounts(
  query: Query,
  accountIds: readonly string[],
): Promise<Map<string, StopReason>> {
  const stops = await stopsOf(
    query,
    accountIds.map(id => `account:${id}`),
  )
  return new Map(
    accountIds.flatMap(id => {
      const reason = stops.get(`account:${id}`)
      return reason === undefined ? [] : [[id, reason] as const]
    }),
  )
}

export const stoppedWords = (reason: StopReason | undefined): string | null =>
  reason === undefined ? null : stopWords(reason)
