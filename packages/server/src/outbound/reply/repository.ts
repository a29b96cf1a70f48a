import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import type { AutoReplyTable } from './table.ts'

export type AutoReplyRow = Selectable<AutoReplyTable>

export const findAutoReply = (query: Query, mailboxId: string): Promise<AutoReplyRow | undefined> =>
  query.selectFrom('auto_reply').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirst()

/** Returns the addresses of all mailboxes with an automatic answer, active now or at another time. */
export async function answeringAddresses(query: Query): Promise<Set<string>> {
  const rows = await query
    .selectFrom('auto_reply')
    .innerJoin('mailbox', 'mailbox.id', 'auto_reply.mailbox_id')
    .select('mailbox.address')
    .where('auto_reply.enabled', '=', 1)
    .execute()
  return new Set(rows.map(row => row.address))
}

export async function putAutoReply(tx: Tx, { mailbox_id, ...row }: AutoReplyRow): Promise<void> {
  await tx
    .insertInto('auto_reply')
    .values({ mailbox_id, ...row })
    .onConflict(oc => oc.column('mailbox_id').doUpdateSet(row))
    .execute()
}

/** Allows an answer to everybody again. */
export async function forgetAnswered(tx: Tx, mailboxId: string): Promise<void> {
  await tx.deleteFrom('auto_reply_given').where('mailbox_id', '=', mailboxId).execute()
}

/** Allows an answer to these people again. */
export async function forgetAnsweredPeople(
  tx: Tx,
  mailboxId: string,
  people: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('auto_reply_given')
    .where('mailbox_id', '=', mailboxId)
    .where('person', 'in', [...people])
    .execute()
}

/**
 * Returns true if this person was not answered lately, and records the answer in the same step. A clock that
 * was set back blocks nobody.
 */
export async function takeTurn(
  tx: Tx,
  mailboxId: string,
  person: string,
  { now, periodMs }: { now: number; periodMs: number },
): Promise<boolean> {
  const taken = await tx
    .insertInto('auto_reply_given')
    .values({ mailbox_id: mailboxId, person, given_at: now })
    .onConflict(oc =>
      oc
        .columns(['mailbox_id', 'person'])
        .doUpdateSet({ given_at: now })
        .where(eb =>
          eb.or([
            eb('auto_reply_given.given_at', '<=', now - periodMs),
            eb('auto_reply_given.given_at', '>', now + day),
          ]),
        ),
    )
    .returning('person')
    .executeTakeFirst()
  return taken !== undefined
}

/** Removes everybody who was answered at that time or before. */
export async function removeAnsweredUntil(tx: Tx, until: number): Promise<void> {
  await tx.deleteFrom('auto_reply_given').where('given_at', '<=', until).execute()
}
