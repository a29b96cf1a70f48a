/**
 * Large contents. A key begins with the digest of its content, so that it tells whether what is read is what was
 * written; the rest of it is random, so that removing one content never takes another's away. With SQLite they are files in the data folder; with PostgreSQL they are rows, so that every node reaches
 * them. Knows nothing of what the contents mean.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../database/types.ts'
import { createDatabaseBlobs } from './database-blobs.ts'
import { createFileBlobs } from './file-blobs.ts'

export type BlobStore = {
  /** Resolves when the content is durable, with its key: a new one, or the one made for it before. */
  put(bytes: Uint8Array, key?: string): Promise<string>
  /** Takes over a file of its own: it is gone afterwards. For what was too large to hold in memory. */
  putFile(path: string, key?: string): Promise<string>
  /** Null when there is none, or when it is not what was written. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const newBlobKey = (bytes: Uint8Array): string =>
  `${digestOf(bytes)}-${randomBytes(8).toString('hex')}`

export const fitsKey = (bytes: Uint8Array, key: string): boolean => key.startsWith(`${digestOf(bytes)}-`)

/** The same key, for content that is read piece by piece. */
export async function newFileKey(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of createReadStream(path)) digest.update(piece as Buffer)
  return `${digest.digest('hex')}-${randomBytes(8).toString('hex')}`
}

export const openBlobs = (db: Db, dataDir: string): BlobStore =>
  db.kind === 'sqlite' ? createFileBlobs(join(dataDir, 'blobs')) : createDatabaseBlobs(db)
