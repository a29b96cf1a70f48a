/** The sign that a restore has begun and not ended. While it stands the program does not start on what is there. */
import { StartFault } from '../../data-folder.ts'
import type { Db } from '../../database/types.ts'

const mark = { scope: 'instance', name: 'restoring' } as const

export async function isRestoring(db: Db): Promise<boolean> {
  const row = await db.query
    .selectFrom('setting')
    .select('updated_at')
    .where('scope', '=', mark.scope)
    .where('name', '=', mark.name)
    .executeTakeFirst()
  return row !== undefined
}

export async function setMark(db: Db, now: number): Promise<void> {
  await db.transaction(async tx => {
    await tx
      .insertInto('setting')
      .values({ ...mark, value: 'true', updated_at: now })
      .onConflict(oc => oc.columns(['scope', 'name']).doNothing())
      .execute()
  })
}

export async function clearMark(db: Db): Promise<void> {
  await db.transaction(async tx => {
    await tx.deleteFrom('setting').where('scope', '=', mark.scope).where('name', '=', mark.name).execute()
  })
}

export async function refuseHalfRestored(db: Db): Promise<void> {
  if (!(await isRestoring(db))) return
  throw new StartFault(
    'A restore was begun here and did not finish, so what is there is not whole. Run "yanshu restore <file>" again: it begins anew.',
  )
}
