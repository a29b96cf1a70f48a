/**
 * The folder with links to the files that a backup still needs at its end. A killed backup leaves its folder
 * behind; the next backup, or the next start, removes it. Running backups share a lock, and nothing is
 * removed while anybody holds it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockAlone, lockTogether } from '../../kernel/file-lock.ts'

export type HeldFolder = { readonly path: string; release(): Promise<void> }

const folderName = /^backup-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Longer than removing a folder of many files takes. */
const patienceMs = 60_000

const lockOf = (dataDir: string): string => join(dataDir, 'lock-backup.sqlite')

/** Nothing happens while a backup is under way: a later one removes what is left over. */
export async function removeLeftBackups(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter(name => folderName.test(name))
  if (left.length === 0) return
  const release = lockAlone(lockOf(dataDir))
  if (!release) return
  try {
    for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true })
  } finally {
    release()
  }
}

export async function holdFolder(dataDir: string): Promise<HeldFolder> {
  await removeLeftBackups(dataDir)
  const letGo = lockTogether(lockOf(dataDir), patienceMs)
  const path = join(dataDir, `backup-${randomUUID()}`)
  try {
    await mkdir(path)
  } catch (cause) {
    letGo()
    throw cause
  }
  return {
    path,
    async release() {
      await rm(path, { recursive: true, force: true })
      letGo()
    },
  }
}
