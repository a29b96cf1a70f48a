/**
 * Chooses the place of large contents: files in the data folder with SQLite, rows with PostgreSQL, which
 * every node reaches.
 */
import { join } from 'node:path'
import type { Db } from '../database/types.ts'
import type { BlobStore } from './blob-store.ts'
import { createDatabaseBlobs } from './database-blobs.ts'
import { createFileBlobs } from './file-blobs.ts'

export const openBlobs = (db: Db, dataDir: string): BlobStore =>
  db.kind === 'sqlite' ? createFileBlobs(join(dataDir, 'blobs')) : createDatabaseBlobs(db)
