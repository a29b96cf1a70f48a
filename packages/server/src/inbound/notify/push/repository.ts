import type { Selectable } from 'kysely'
import { prepared } from '../../../database/prepared.ts'
import type { Query, Tx } from '../../../database/types.ts'
import type { PushSubscriptionTable } from './table.ts'

export type PushRow = Selectable<PushSubscriptionTable>

export async function replaceSubscription(tx: Tx, row: PushRow): Promise<void> {
  await removeSubscription(tx, row.session_id)
  await tx.insertInto('push_subscription').values(row).execute()
}

export async function removeSubscription(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

/** The push service says that nobody is there any more; other log-ins of the same browser end with it. */
export async function removeEndpoint(tx: Tx, endpoint: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

export const findSubscription = (query: Query, sessionId: string): Promise<PushRow | undefined> =>
  query.selectFrom('push_subscription').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

const maxTold = 50

const goodSubscriptions = prepared((query, mailboxId: string, ownerId: string | null, now: number) =>
  query
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .selectAll('push_subscription')
    .where('session.expires_at', '>', now)
    .where(eb =>
      eb.or([
        eb('push_subscription.mailbox_id', '=', mailboxId),
        eb('push_subscription.sys_account_id', '=', ownerId),
      ]),
    )
    .orderBy('push_subscription.id', 'desc')
    .limit(maxTold),
)

/** The browsers that want to hear of mail in a mailbox: its own log-ins and its owner's, while they are good. */
export const subscriptionsFor = (
  query: Query,
  mailbox: { id: string; ownerId: string | null },
  now: number,
): Promise<PushRow[]> => goodSubscriptions(query, mailbox.id, mailbox.ownerId, now)
