import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../database/types.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import type { BlobStore } from './blob-store.ts'
import { openBlobs } from './open-blobs.ts'

const megabyte = 1024 * 1024

describe.each(databaseKinds)('blobs on %s', kind => {
  let place: TestPlace
  let db: Db
  let blobs: BlobStore
  beforeAll(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
    blobs = openBlobs(db, place.dataDir)
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  const damage = async (key: string, bytes: Buffer): Promise<void> => {
    if (kind === 'sqlite') writeFileSync(join(place.dataDir, 'blobs', key.slice(0, 2), key), bytes)
    else
      await db.transaction(async tx => {
        await tx.updateTable('blob').set({ bytes }).where('key', '=', key).where('part', '=', 0).execute()
      })
  }

  it.each([1, megabyte - 1, megabyte, megabyte + 1, 5 * megabyte])(
    'come back as they were put, %d bytes',
    async size => {
      const bytes = randomBytes(size)
      const key = await blobs.put(bytes)
      expect(key.startsWith(createHash('sha256').update(bytes).digest('hex'))).toBe(true)
      expect((await blobs.get(key))?.equals(bytes)).toBe(true)
    },
  )

  it('are each their own: removing one leaves another with the same content', async () => {
    const bytes = Buffer.from('the same content')
    const first = await blobs.put(bytes)
    const second = await blobs.put(bytes)
    expect(first).not.toBe(second)
    await blobs.remove(first)
    expect(await blobs.get(first)).toBeNull()
    expect((await blobs.get(second))?.equals(bytes)).toBe(true)
    await blobs.remove(first)
  })

  it('are not given out when they were damaged', async () => {
    const key = await blobs.put(randomBytes(1000))
    await damage(key, randomBytes(1000))
    expect(await blobs.get(key)).toBeNull()
    const cut = await blobs.put(randomBytes(1000))
    await damage(cut, Buffer.alloc(10))
    expect(await blobs.get(cut)).toBeNull()
  })

  it.runIf(kind === 'sqlite')('never reach outside their folder', async () => {
    for (const key of ['../yanshu.sqlite', '/etc/passwd', `${'a'.repeat(64)}-../../x`, '', 'a\0b']) {
      await expect(blobs.get(key), key).rejects.toThrow('not a blob key')
      await expect(blobs.remove(key), key).rejects.toThrow('not a blob key')
    }
  })

  it.runIf(kind === 'sqlite')('leave nothing half-written behind when writing fails', async () => {
    const emptyDir = join(place.dataDir, 'empty')
    const bytes = randomBytes(100)
    const folder = join(emptyDir, 'blobs', createHash('sha256').update(bytes).digest('hex').slice(0, 2))
    mkdirSync(dirname(folder), { recursive: true })
    writeFileSync(folder, 'a file where a folder should be')
    await expect(openBlobs(db, emptyDir).put(bytes)).rejects.toThrow()
    const names = readdirSync(join(emptyDir, 'blobs'), { recursive: true }).map(String)
    expect(names.filter(name => /[0-9a-f]{16}\./.test(name))).toEqual([])
  })
})
