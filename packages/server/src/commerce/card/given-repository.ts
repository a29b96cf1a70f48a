/** The mailboxes that codes of kind `given` open. */
import type { Query, Tx } from '../../database/types.ts'
import { type CardScope, portion } from './repository.ts'

/** False when one of the mailboxes is another code's already. */
export async function bindMailboxes(
  tx: Tx,
  pairs: readonly { card_id: string; mailbox_id: string }[],
): Promise<boolean> {
  let bound = 0
  for (let at = 0; at < pairs.length; at += portion) {
    const done = await tx
      .insertInto('card_mailbox')
      .values(pairs.slice(at, at + portion))
      .onConflict(oc => oc.doNothing())
      .executeTakeFirst()
    bound += Number(done.numInsertedOrUpdatedRows)
  }
  return bound === pairs.length
}

export const mailboxesOfCard = (query: Query, cardId: string) =>
  query
    .selectFrom('card_mailbox')
    .innerJoin('mailbox', 'mailbox.id', 'card_mailbox.mailbox_id')
    .select(['mailbox.id', 'mailbox.address'])
    .where('card_mailbox.card_id', '=', cardId)
    .orderBy('mailbox.address')
    .execute()

/** Once they are handed out, other codes may be made for them by whoever has them then. */
export async function unbindMailboxes(tx: Tx, cardId: string): Promise<void> {
  await tx.deleteFrom('card_mailbox').where('card_id', '=', cardId).execute()
}

/** E-mail accounts among the ids that the scope reaches. */
export async function countAccounts(query: Query, scope: CardScope, ids: readonly string[]): Promise<number> {
  let found = 0
  for (let at = 0; at < ids.length; at += portion) {
    let rows = query
      .selectFrom('mailbox')
      .where('id', 'in', ids.slice(at, at + portion))
      .where('kind', '=', 'account')
    if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
    const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    found += Number(total)
  }
  return found
}
