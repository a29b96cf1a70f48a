import type { Query, Tx } from '../../../database/types.ts'
import type { HookOwner, OwnedHook, WebhookRow } from './webhook.ts'

const ownerColumn = (owner: HookOwner) => (owner.kind === 'account' ? 'account_id' : 'mailbox_id')

/** Hooks of one owner, each with how its newest delivery stands. */
const ownHooks = (query: Query, owner: HookOwner) =>
  query
    .selectFrom('webhook')
    .leftJoin('sys_account', 'sys_account.id', 'webhook.account_id')
    .selectAll('webhook')
    .select('sys_account.role as owner_role')
    .select(eb =>
      eb
        .selectFrom('webhook_delivery')
        .select('webhook_delivery.state')
        .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
        .orderBy('webhook_delivery.id', 'desc')
        .limit(1)
        .as('last_state'),
    )
    .select(eb =>
      eb
        .selectFrom('mailbox')
        .select('mailbox.address')
        .whereRef('mailbox.id', '=', 'webhook.for_mailbox_id')
        .as('for_address'),
    )
    .where(`webhook.${ownerColumn(owner)}`, '=', owner.id)

export const listHooks = (query: Query, owner: HookOwner) =>
  ownHooks(query, owner).orderBy('webhook.created_at').orderBy('webhook.id').execute()

export const findOwnHook = (query: Query, owner: HookOwner, id: string) =>
  ownHooks(query, owner).where('webhook.id', '=', id).executeTakeFirst()

export const findHook = (query: Query, id: string): Promise<OwnedHook | undefined> =>
  query
    .selectFrom('webhook')
    .leftJoin('sys_account', 'sys_account.id', 'webhook.account_id')
    .selectAll('webhook')
    .select('sys_account.role as owner_role')
    .where('webhook.id', '=', id)
    .executeTakeFirst()

/** So that two additions at once cannot both see the last free place; on SQLite writers are alone anyway. */
export async function lockHookOwner(tx: Tx, owner: HookOwner): Promise<void> {
  const table = owner.kind === 'account' ? 'sys_account' : 'mailbox'
  await tx.selectFrom(table).select('id').where('id', '=', owner.id).forNoKeyUpdate().execute()
}

export async function countHooks(query: Query, owner: HookOwner): Promise<number> {
  const { total } = await query
    .selectFrom('webhook')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where(ownerColumn(owner), '=', owner.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertHook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhook').values(row).execute()
}

export type HookChange = Partial<
  Pick<
    WebhookRow,
    'name' | 'kind' | 'url' | 'chat_id' | 'secret' | 'only_code' | 'for_mailbox_id' | 'enabled'
  >
>

export async function updateHook(tx: Tx, id: string, change: HookChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('webhook').set(change).where('id', '=', id).execute()
}

export async function deleteHooks(tx: Tx, owner: HookOwner, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook')
    .where(ownerColumn(owner), '=', owner.id)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Every hook that is to be told, without what only its delivery needs. Those of stopped accounts are not. */
export const listTellable = (query: Query) =>
  query
    .selectFrom('webhook')
    .leftJoin('sys_account', 'sys_account.id', 'webhook.account_id')
    .select([
      'webhook.id',
      'webhook.account_id',
      'webhook.mailbox_id',
      'webhook.only_code',
      'webhook.for_mailbox_id',
      'sys_account.role',
    ])
    .where('webhook.enabled', '=', 1)
    .where(eb => eb.or([eb('webhook.account_id', 'is', null), eb('sys_account.status', '=', 'active')]))
    .orderBy('webhook.id')
    .execute()

/** Those of the hooks that still exist. With `lockRows` they stay until the transaction ends. */
export async function hooksStillThere(tx: Tx, ids: readonly string[], lockRows: boolean): Promise<string[]> {
  let rows = tx
    .selectFrom('webhook')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
  if (lockRows) rows = rows.forKeyShare()
  return (await rows.execute()).map(row => row.id)
}

/** Hooks for one mailbox only go with it: without a mailbox they would mean nothing, or all mailboxes. */
export async function deleteHooksFor(tx: Tx, mailboxIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook')
    .where('for_mailbox_id', 'in', [...mailboxIds])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
