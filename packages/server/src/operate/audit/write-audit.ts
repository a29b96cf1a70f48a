/** The audit log: what admins did. There is no way to change or remove a row through the program. */
import type { Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'

export async function writeAudit(
  tx: Tx,
  actor: AccountCaller,
  now: number,
  entry: { action: string; target: string; detail: string },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: newId(now),
      at: now,
      actor_id: actor.accountId,
      actor_name: actor.name,
      ...entry,
      client: actor.client,
    })
    .execute()
}

/** What the program noticed by itself. */
export async function writeNotice(
  tx: Tx,
  now: number,
  entry: { action: string; target: string; detail: string },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ id: newId(now), at: now, actor_id: '', actor_name: '系统', ...entry, client: '' })
    .execute()
}
