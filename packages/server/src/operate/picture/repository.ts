import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import { logoKey } from './picture.ts'
import type { PictureTable } from './table.ts'

export type PictureRow = Selectable<PictureTable>

export const findPicture = (query: Query, id: string): Promise<PictureRow | undefined> =>
  query.selectFrom('picture').selectAll().where('id', '=', id).executeTakeFirst()

export const findLogo = (query: Query): Promise<PictureRow | undefined> =>
  query.selectFrom('picture').selectAll().where('owner_key', '=', logoKey).executeTakeFirst()

export async function pictureIds(query: Query, ownerKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('picture')
    .select(['owner_key', 'id'])
    .where('owner_key', 'in', [...ownerKeys])
    .execute()
  return new Map(rows.map(row => [row.owner_key, row.id]))
}

/** The one before goes. */
export async function putPicture(tx: Tx, row: PictureRow): Promise<void> {
  const { owner_key: _key, ...changed } = row
  await tx
    .insertInto('picture')
    .values(row)
    .onConflict(oc => oc.column('owner_key').doUpdateSet(changed))
    .execute()
}

export async function removePicture(tx: Tx, ownerKey: string): Promise<void> {
  await tx.deleteFrom('picture').where('owner_key', '=', ownerKey).execute()
}
