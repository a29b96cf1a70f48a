/** Stores blobs as rows, in parts, so that several nodes on one PostgreSQL share nothing else. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Db } from '../database/types.ts'
import { fitsKey, newBlobKey, newFileKey } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'
import { deleteBlob, findBlobParts, insertBlobPart } from './repository.ts'

const partBytes = 1024 * 1024

export function createDatabaseBlobs(db: Db): BlobStore {
  return {
    async put(bytes, key = newBlobKey(bytes)) {
      await db.transaction(async tx => {
        for (let part = 0; part * partBytes < bytes.length; part++) {
          const slice = Buffer.from(bytes.subarray(part * partBytes, (part + 1) * partBytes))
          await insertBlobPart(tx, key, part, slice)
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
            await insertBlobPart(tx, key, part, bytes as Buffer)
            part++
          }
        })
      } finally {
        await rm(path, { force: true })
      }
      return key
    },
    async get(key) {
      const parts = await findBlobParts(db.query, key)
      if (parts.length === 0) return null
      const bytes = Buffer.concat(parts)
      return fitsKey(bytes, key) ? bytes : null
    },
    async part(key, from, most) {
      const first = Math.floor(from / partBytes)
      const last = Math.floor((from + most - 1) / partBytes)
      const parts = await findBlobParts(db.query, key, { first, last })
      if (parts.length === 0) return null
      const begin = from - first * partBytes
      return Buffer.concat(parts).subarray(begin, begin + most)
    },
    remove: key => db.transaction(tx => deleteBlob(tx, key)),
  }
}
