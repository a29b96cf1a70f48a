import type { Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import { removeSettings } from '../../ledger/setting/kept-settings.ts'
import { removeUploads } from '../upload/repository.ts'
import type { DraftTable } from './table.ts'

export type DraftRow = Selectable<DraftTable>

export const findDraft = (query: Query, owner: string, id: string): Promise<DraftRow | undefined> =>
  query.selectFrom('draft').selectAll().where('owner_key', '=', owner).where('id', '=', id).executeTakeFirst()

export const draftVersions = (query: Query, owner: string) =>
  query.selectFrom('draft').select(['id', 'version']).where('owner_key', '=', owner).execute()

/** Returns false when the draft is already there. */
export async function insertDraft(tx: Tx, row: DraftRow): Promise<boolean> {
  const done = await tx
    .insertInto('draft')
    .values(row)
    .onConflict(oc => oc.column('id').doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/** Returns false when somebody else has saved the draft since that version. */
export async function updateDraft(
  tx: Tx,
  draft: Pick<DraftRow, 'id' | 'owner_key' | 'version'>,
  change: Pick<DraftRow, 'content' | 'search' | 'saved_at'>,
): Promise<boolean> {
  const done = await tx
    .updateTable('draft')
    .set({ ...change, version: draft.version + 1 })
    .where('id', '=', draft.id)
    .where('owner_key', '=', draft.owner_key)
    .where('version', '=', draft.version)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Removes a draft with its files. Returns the keys of their blobs, or null when there is no draft. */
export async function removeDraft(tx: Tx, owner: string, id: string): Promise<string[] | null> {
  const done = await tx
    .deleteFrom('draft')
    .where('owner_key', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows === 0n ? null : removeUploads(tx, { draftIds: [id] })
}

/** Removes the drafts, signatures and contacts of these owners. Their files stay. */
export async function removeTexts(tx: Tx, owners: readonly string[]): Promise<void> {
  await removeSettings(tx, owners)
  for (const table of ['draft', 'contact'] as const)
    await tx
      .deleteFrom(table)
      .where('owner_key', 'in', [...owners])
      .execute()
}

/** Also removes their files; returns the keys of blobs to remove after the commit. */
export async function removeWritings(tx: Tx, owners: readonly string[]): Promise<string[]> {
  await removeTexts(tx, owners)
  return removeUploads(tx, { ownerKeys: owners })
}

export async function countDrafts(query: Query, owner: string): Promise<number> {
  const { total } = await query
    .selectFrom('draft')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_key', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export function pageOfDrafts(
  query: Query,
  owner: string,
  page: { q: string | undefined; before: { savedAt: number; id: string } | null; limit: number },
): Promise<DraftRow[]> {
  const { q, before } = page
  let rows = query.selectFrom('draft').selectAll().where('owner_key', '=', owner)
  if (q) rows = rows.where(eb => containing(eb.ref('search'), q.toLowerCase()))
  if (before)
    rows = rows.where(eb =>
      eb.or([
        eb('saved_at', '<', before.savedAt),
        eb.and([eb('saved_at', '=', before.savedAt), eb('id', '<', before.id)]),
      ]),
    )
  return rows.orderBy('saved_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
}
