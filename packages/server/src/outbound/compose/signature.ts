/** Stores the caller's own sender name and signature. */

import type { Db } from '../../database/types.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { readSettings, writeSetting } from '../../ledger/setting/kept-settings.ts'

const settingName = 'signature'

export type Signature = { name: string; signature: string }

export async function readSignature(db: Db, caller: LoggedIn): Promise<Signature> {
  const kept = (await readSettings(db.query, ownerKey(caller))).get(settingName)
  return { name: '', signature: '', ...(kept as Partial<Signature> | undefined) }
}

export async function setSignature(
  deps: { db: Db; clock: Clock },
  caller: LoggedIn,
  { name, signature }: Signature,
): Promise<Signature> {
  const value = { name: name.replace(/\p{Cc}/gu, ' '), signature }
  await deps.db.transaction(tx => writeSetting(tx, ownerKey(caller), settingName, value, deps.clock.now()))
  return value
}
