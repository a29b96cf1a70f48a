/** Blobs as rows, in parts, so that several nodes on one PostgreSQL need nothing else to share. */

import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Db } from '../database/types.ts'
import { type BlobStore, fitsKey, newBlobKey, newFileKey } from './blob-store.ts'

const partBytes = 1024 * 1024

export function createDatabaseBlobs(db: Db): BlobStore {
  return {
    async put(bytes, key = newBlobKey(bytes)) {
      await db.transaction(async tx => {
        for (let part = 0; part * partBytes < bytes.length; part++) {
          const slice = Buffer.from(bytes.subarray(part * partBytes, (part + 1) * partBytes))
          await tx.insertInto('blob').values({ key, part, bytes: slice }).execute()
        }
      })
      return key
    },
    async putFile(path, made) {
      const key = made ?? (await newFileKey(path))
      try {
        await db.transaction(async tx => {
          let part = 0
          for await (const bytes of createReadStream(path, { highWaterMark: partBytes })) {
            await tx
              .insertInto('blob')
              .values({ key, part, bytes: bytes as Buffer })
              .execute()
            part++
          }
        })
      } finally {
        await rm(path, { force: true })
      }
      return key
    },
    async get(key) {
      const rows = await db.query
        .selectFrom('blob')
        .select('bytes')
        .where('key', '=', key)
        .orderBy('part')
        .execute()
      if (rows.length === 0) return null
      const bytes = Buffer.concat(rows.map(row => row.bytes))
      return fitsKey(bytes, key) ? bytes : null
    },
    async remove(key) {
      await db.transaction(async tx => {
        await tx.deleteFrom('blob').where('key', '=', key).execute()
      })
    },
  }
}
