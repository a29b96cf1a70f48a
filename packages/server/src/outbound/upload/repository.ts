import type { Selectable } from 'kysely'
import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { UploadTable } from './table.ts'

export type UploadRow = Selectable<UploadTable>

export async function insertUpload(tx: Tx, row: UploadRow): Promise<void> {
  await tx.insertInto('upload').values(row).execute()
}

/** Returns those of these files that belong to the owner, in the requested order. */
export async function findUploads(
  query: Query,
  ownerKey: string,
  ids: readonly string[],
): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  const rows = await query
    .selectFrom('upload')
    .selectAll()
    .where('owner_key', '=', ownerKey)
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}

export const uploadsOfDrafts = (query: Query, draftIds: readonly string[]): Promise<UploadRow[]> =>
  query
    .selectFrom('upload')
    .selectAll()
    .where('draft_id', 'in', [...draftIds])
    .orderBy('id')
    .execute()

/** Counts an owner's unsent files, in drafts or not. */
export async function uploadedBy(query: Query, ownerKey: string): Promise<{ files: number; bytes: number }> {
  const row = await query
    .selectFrom('upload')
    .select(eb => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('size').as('bytes')])
    .where('owner_key', '=', ownerKey)
    .executeTakeFirstOrThrow()
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) }
}

/** Puts files into a draft; files that the draft had and that are no longer named become unused. */
export async function layIntoDraft(
  tx: Tx,
  ownerKey: string,
  draftId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.updateTable('upload').set({ draft_id: null }).where('draft_id', '=', draftId).execute()
  if (ids.length === 0) return
  await tx
    .updateTable('upload')
    .set({ draft_id: draftId })
    .where('owner_key', '=', ownerKey)
    .where('id', 'in', [...ids])
    .execute()
}

async function givenUp(tx: Tx, rows: readonly { blob_key: string }[]): Promise<string[]> {
  const keys = rows.map(row => row.blob_key)
  await giveUpBlobs(tx, keys)
  return keys
}

/** Removes rows and returns the keys of their blobs, which the caller removes after the commit. */
export async function removeUploads(
  tx: Tx,
  which:
    | { ownerKey: string; ids: readonly string[] }
    | { draftIds: readonly string[] }
    | { ownerKeys: readonly string[] },
): Promise<string[]> {
  const deleting = tx.deleteFrom('upload')
  const rows = await ('draftIds' in which
    ? deleting.where('draft_id', 'in', [...which.draftIds])
    : 'ownerKeys' in which
      ? deleting.where('owner_key', 'in', [...which.ownerKeys])
      : deleting.where('owner_key', '=', which.ownerKey).where('id', 'in', [...which.ids])
  )
    .returning('blob_key')
    .execute()
  return givenUp(tx, rows)
}

export async function removeUnused(tx: Tx, before: number, most: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('upload')
    .where('id', 'in', eb =>
      eb
        .selectFrom('upload')
        .select('id')
        .where('draft_id', 'is', null)
        .where('created_at', '<', before)
        .limit(most),
    )
    .returning('blob_key')
    .execute()
  return givenUp(tx, rows)
}
