import type { Db, Query, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { minute } from '../../kernel/clock.ts'
import { hashToken, newToken } from '../../kernel/ids.ts'
import { type AccountRow, findAccount } from '../sys-account/repository.ts'
import { readRights } from '../sys-account/sys-account.ts'
import { apiKeyPrefix } from './api-key.ts'

export const findApiKey = (query: Query, accountId: string) =>
  query.selectFrom('api_key').selectAll().where('sys_account_id', '=', accountId).executeTakeFirst()

/** The account whose key this is, if it may use one now. */
export async function findKeyAccount(
  deps: { db: Db; clock: Clock },
  key: string,
): Promise<{ account: AccountRow; keyHash: string } | null> {
  const { db } = deps
  const row = await db.query
    .selectFrom('api_key')
    .selectAll()
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst()
  if (!row) return null
  const account = await findAccount(db.query, row.sys_account_id)
  if (account?.status !== 'active' || !readRights(account).can.useApi) return null
  const now = deps.clock.now()
  if (now - (row.last_used_at ?? 0) > minute) {
    await db.transaction(async tx => {
      await tx
        .updateTable('api_key')
        .set({ last_used_at: now })
        .where('key_hash', '=', row.key_hash)
        .execute()
    })
  }
  return { account, keyHash: row.key_hash }
}

/** Makes a key in place of the one there was, and returns it whole for the only time. */
export async function replaceApiKey(
  tx: Tx,
  accountId: string,
  now: number,
): Promise<{ key: string; prefix: string }> {
  const key = newToken(apiKeyPrefix)
  const prefix = key.slice(0, apiKeyPrefix.length + 6)
  const row = { key_hash: hashToken(key), prefix, created_at: now, last_used_at: null }
  await tx
    .insertInto('api_key')
    .values({ sys_account_id: accountId, ...row })
    .onConflict(oc => oc.column('sys_account_id').doUpdateSet(row))
    .execute()
  return { key, prefix }
}

export async function deleteApiKey(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('api_key').where('sys_account_id', '=', accountId).execute()
}
