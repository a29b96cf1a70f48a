import { sql } from 'kysely'
import { preparedList } from '../../database/prepared.ts'
import type { Tx } from '../../database/types.ts'
import type { RestingNameTable } from './table.ts'

/** A name that rests already rests for the longer of the two times; it was its last holder's. */
export async function insertRests(tx: Tx, rests: readonly RestingNameTable[]): Promise<void> {
  if (rests.length === 0) return
  await tx
    .insertInto('resting_name')
    .values([...rests])
    .onConflict(oc =>
      oc.column('name').doUpdateSet(eb => ({
        holder: eb.ref('excluded.holder'),
        until: sql<number>`CASE WHEN excluded.until > resting_name.until THEN excluded.until ELSE resting_name.until END`,
      })),
    )
    .execute()
}

export const findRests = preparedList((query, names: string[]) =>
  query.selectFrom('resting_name').selectAll().where('name', 'in', names),
)

/** Until when it would have rested; undefined when it does not rest. */
export async function deleteRest(tx: Tx, name: string, now: number): Promise<number | undefined> {
  const gone = await tx
    .deleteFrom('resting_name')
    .where('name', '=', name)
    .where('until', '>', now)
    .returning('until')
    .executeTakeFirst()
  return gone?.until
}

/** Deletes rests that are over, so many at most, and tells how many they were. */
export async function deleteRestsOver(tx: Tx, now: number, limit: number): Promise<number> {
  const gone = await tx
    .deleteFrom('resting_name')
    .where('name', 'in', eb =>
      eb.selectFrom('resting_name').select('name').where('until', '<=', now).limit(limit),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
