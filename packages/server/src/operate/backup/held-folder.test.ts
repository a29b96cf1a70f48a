import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makePlace } from '../../testing/databases.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { holdFolder, removeLeftBackups } from './held-folder.ts'

const foldersIn = (dataDir: string) => readdirSync(dataDir).filter(name => name.startsWith('backup-'))

async function newPlace() {
  const place = await makePlace('sqlite')
  onTestFinished(() => place.remove())
  return place
}

/** As a backup leaves it that was killed. */
function leaveFolder(dataDir: string): string {
  const left = join(dataDir, 'backup-0b9a7a4e-6f0c-4a55-9a39-0d1a4a3c6f10')
  mkdirSync(join(left, 'ab'), { recursive: true })
  writeFileSync(join(left, 'ab', 'content'), 'x')
  return left
}

it('the next start removes what a killed backup left, and nothing else', async () => {
  const place = await newPlace()
  const left = leaveFolder(place.dataDir)
  const own = join(place.dataDir, 'backup-of-mine')
  mkdirSync(own)
  const site = await startTestApp('sqlite', { place })
  onTestFinished(() => site.stop())
  expect(existsSync(left)).toBe(false)
  expect(existsSync(own)).toBe(true)
})

it('the next backup removes what a killed one left', async () => {
  const { dataDir } = await newPlace()
  const left = leaveFolder(dataDir)
  const held = await holdFolder(dataDir)
  expect(existsSync(left)).toBe(false)
  expect(existsSync(held.path)).toBe(true)
  await held.release()
  expect(foldersIn(dataDir)).toEqual([])
})

it('a folder that a backup is still writing stays, beside others that do the same', async () => {
  const { dataDir } = await newPlace()
  const first = await holdFolder(dataDir)
  await removeLeftBackups(dataDir)
  const second = await holdFolder(dataDir)
  expect(existsSync(first.path)).toBe(true)
  await first.release()
  await removeLeftBackups(dataDir)
  expect(existsSync(second.path)).toBe(true)
  await second.release()
})
