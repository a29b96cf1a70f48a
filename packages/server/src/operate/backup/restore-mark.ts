/** The sign that a restore has begun and not ended. While it stands the program does not start on what is there. */
import type { Db } from '../../database/types.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { findValue, keepFirstValue, removeSetting } from '../../ledger/setting/kept-settings.ts'
import { instanceScope } from '../../ledger/setting/open-secrets.ts'

const markName = 'restoring'

export async function isRestoring(db: Db): Promise<boolean> {
  return (await findValue(db.query, instanceScope, markName)) !== undefined
}

export async function setMark(db: Db, now: number): Promise<void> {
  await db.transaction(tx => keepFirstValue(tx, instanceScope, markName, 'true', now))
}

export const clearMark = (db: Db): Promise<void> =>
  db.transaction(tx => removeSetting(tx, instanceScope, markName))

export async function refuseHalfRestored(db: Db): Promise<void> {
  if (!(await isRestoring(db))) return
  throw new StartFault(
    'A restore was begun here and did not finish, so what is there is not whole. Run "yanshu restore <file>" again: it begins anew.',
  )
}
