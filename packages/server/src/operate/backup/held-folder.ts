/**
 * The folder into which a backup links the files that it must still find at its end. A backup that is killed leaves its
 * folder behind; the next backup, or the next start, removes it. Whoever makes a backup holds a lock together with the
 * others who do: while somebody holds it, nothing is removed.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockAlone, lockTogether } from '../../file-lock.ts'

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
