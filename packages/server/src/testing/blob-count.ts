/** Counts the blobs of a site: files beside SQLite, keys in PostgreSQL. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './test-app.ts'

export async function blobCount(site: TestApp): Promise<number> {
  if (site.place.kind === 'postgres') {
    return (await site.app.db.query.selectFrom('blob').select('key').distinct().execute()).length
  }
  const folder = join(site.place.dataDir, 'blobs')
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length
}
