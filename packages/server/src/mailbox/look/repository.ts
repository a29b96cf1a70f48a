import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import type { MailboxLookTable } from './table.ts'

export type LookRow = Selectable<MailboxLookTable>

export async function insertLook(tx: Tx, row: LookRow): Promise<void> {
  await tx.insertInto('mailbox_look').values(row).execute()
}

/** A look with its mailbox; none when the mailbox was deleted. */
export const findLook = (query: Query, id: string) =>
  query
    .selectFrom('mailbox_look')
    .innerJoin('mailbox', 'mailbox.id', 'mailbox_look.mailbox_id')
    .leftJoin('sys_account', 'sys_account.id', 'mailbox.owner_id')
    .selectAll('mailbox_look')
    .select(['mailbox.unread', 'sys_account.username as owner_name'])
    .where('mailbox_look.id', '=', id)
    .where('mailbox.deleted_at', 'is', null)
    .executeTakeFirst()

export const lastLookAt = (query: Query, mailboxId: string) =>
  query
    .selectFrom('mailbox_look')
    .select(['began_at', 'account_name'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** False when the step was noted before. */
export async function noteStep(tx: Tx, lookId: string, what: string): Promise<boolean> {
  const made = await tx
    .insertInto('look_step')
    .values({ look_id: lookId, what })
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Those of the steps that were noted. */
export async function stepsNoted(query: Query, lookId: string, steps: readonly string[]) {
  if (steps.length === 0) return new Set<string>()
  const rows = await query
    .selectFrom('look_step')
    .select('what')
    .where('look_id', '=', lookId)
    .where('what', 'in', [...steps])
    .execute()
  return new Set(rows.map(row => row.what))
}

export async function countSeen(tx: Tx, id: string, column: 'mails' | 'codes'): Promise<void> {
  await tx
    .updateTable('mailbox_look')
    .set(eb => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Looks that are not ended, though their session is gone or their time is over. */
export const looksToEnd = (query: Query, now: number, limit: number): Promise<LookRow[]> =>
  query
    .selectFrom('mailbox_look')
    .selectAll()
    .where('ended_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('until', '<=', now),
        eb.not(
          eb.exists(
            eb.selectFrom('session').select('session.id').whereRef('session.id', '=', 'mailbox_look.id'),
          ),
        ),
      ]),
    )
    .limit(limit)
    .execute()

export const looksByIds = (query: Query, ids: readonly string[]): Promise<LookRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : query
        .selectFrom('mailbox_look')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()

export const openLooksAt = (query: Query, mailboxIds: readonly string[]): Promise<LookRow[]> =>
  query
    .selectFrom('mailbox_look')
    .selectAll()
    .where('mailbox_id', 'in', [...mailboxIds])
    .where('ended_at', 'is', null)
    .execute()

/** Returns the look as it is now; undefined when it had ended before. */
export async function markEnded(tx: Tx, id: string, at: number): Promise<LookRow | undefined> {
  const ended = await tx
    .updateTable('mailbox_look')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (ended) await tx.deleteFrom('look_step').where('look_id', '=', id).execute()
  return ended
}

/** Looks that have ended and of which the holder does not know. */
export const untoldLooks = (query: Query, limit: number) =>
  query
    .selectFrom('mailbox_look')
    .leftJoin('mailbox', 'mailbox.id', 'mailbox_look.mailbox_id')
    .selectAll('mailbox_look')
    .select('mailbox.end_after_mails')
    .where('mailbox_look.told', '=', 'waiting')
    .where('mailbox_look.ended_at', 'is not', null)
    .orderBy('mailbox_look.id')
    .limit(limit)
    .execute()

/** False when that was settled before. */
export async function settleTold(tx: Tx, id: string, told: 'told' | 'untold'): Promise<boolean> {
  const settled = await tx
    .updateTable('mailbox_look')
    .set({ told })
    .where('id', '=', id)
    .where('told', '=', 'waiting')
    .executeTakeFirst()
  return settled.numUpdatedRows === 1n
}

export async function deleteLooksAt(tx: Tx, mailboxIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('mailbox_look')
    .where('mailbox_id', 'in', [...mailboxIds])
    .execute()
}

/** Looks at the mailboxes of a scope, newest first. */
export async function pageOfLooks(query: Query, scope: LetterScope, page: number, pageSize: number) {
  const rows = query.selectFrom('mailbox_look').innerJoin('mailbox', 'mailbox.id', 'mailbox_look.mailbox_id')
  const within =
    scope.kind === 'owner'
      ? rows.where('mailbox.owner_id', '=', scope.accountId)
      : rows.where('mailbox_look.mailbox_id', '=', scope.mailboxId)
  const list = await within
    .selectAll('mailbox_look')
    .orderBy('mailbox_look.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await within.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}
