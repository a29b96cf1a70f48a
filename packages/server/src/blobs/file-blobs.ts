/**
 * Stores blobs as files. It writes a draft beside, flushes it, then moves it into place, so that a file under
 * its key is always whole.
 */
import { copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from '../kernel/flusher.ts'
import { fitsKey, newBlobKey, newFileKey } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'

/** A key is made for one content and written once, so its draft needs no name of its own. */
const besideOf = (path: string): string => `${path}.part`

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

export function createFileBlobs(folder: string): BlobStore {
  const pathOf = (key: string): string => {
    if (!/^[0-9a-f]{64}-[0-9a-f]{16}$/.test(key)) throw new Error('not a blob key')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(bytes, key = newBlobKey(bytes)) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const beside = besideOf(path)
      try {
        await writeFlushed(beside, bytes)
        await rename(beside, path)
        await flushFolder(dirname(path))
      } catch (cause) {
        await rm(beside, { force: true })
        throw cause
      }
      return key
    },
    async putFile(source, made) {
      const key = made ?? (await newFileKey(source))
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const beside = besideOf(path)
      try {
        // The folder of blobs may be on another disk, where a rename fails.
        await rename(source, beside).catch(() => copyFile(source, beside))
        const file = await open(beside, 'r+')
        await file.sync().finally(() => file.close())
        await rename(beside, path)
        await flushFolder(dirname(path))
      } finally {
        await rm(beside, { force: true })
        await rm(source, { force: true })
      }
      return key
    },
    async get(key) {
      try {
        const bytes = await readFile(pathOf(key))
        return fitsKey(bytes, key) ? bytes : null
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw cause
      }
    },
    async part(key, from, most) {
      const file = await open(pathOf(key), 'r').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return null
        throw cause
      })
      if (!file) return null
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(most), 0, most, from)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // A crash may have left a draft.
      await rm(besideOf(path), { force: true })
    },
  }
}
