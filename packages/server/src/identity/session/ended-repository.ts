import type { Query, Tx } from '../../database/types.ts'
import type { WhyEnded } from '../../kernel/call/caller.ts'

type Subjects = { column: 'sys_account_id' | 'mailbox_id'; ids: readonly string[] }

/** Those of people themselves. Without `until`, as long as each log-in would have lasted; with it, whatever becomes of the mailbox. */
export async function insertEnded(
  tx: Tx,
  why: WhyEnded,
  { column, ids }: Subjects,
  until?: number,
): Promise<void> {
  await tx
    .insertInto('ended_login')
    .columns(['session_id', 'token_hash', 'why', 'sys_account_id', 'mailbox_id', 'until'])
    .expression(eb =>
      eb
        .selectFrom('session')
        .select(row => [
          'id',
          'token_hash',
          row.val(why).as('why'),
          'sys_account_id',
          until === undefined ? 'mailbox_id' : row.val<string | null>(null).as('mailbox_id'),
          until === undefined ? 'expires_at' : row.val(until).as('until'),
        ])
        .where(column, 'in', [...ids])
        .where('acted_by', 'is', null),
    )
    .onConflict(oc => oc.doNothing())
    .execute()
}

/** With the state of its account or mailbox now. */
export const findEnded = (
  query: Query,
  { column, value }: { column: 'token_hash' | 'session_id'; value: string },
) =>
  query
    .selectFrom('ended_login')
    .leftJoin('sys_account', 'sys_account.id', 'ended_login.sys_account_id')
    .leftJoin('mailbox', 'mailbox.id', 'ended_login.mailbox_id')
    .select(['ended_login.why', 'ended_login.until'])
    .select(['sys_account.status as account_status', 'mailbox.status as mailbox_status'])
    .where(`ended_login.${column}`, '=', value)
    .executeTakeFirst()

export async function sweepEnded(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('ended_login').where('until', '<=', now).execute()
}
