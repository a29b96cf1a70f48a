/**
 * The folder into which a backup links the files that it must still find at its end. A backup that is killed leaves its
 * folder behind; the next backup, or the next start, removes it. Whoever makes a backup holds a lock together with the
 * others who do, through a database file that holds nothing: while somebody holds it, nothing is removed.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type HeldFolder = { readonly path: string; release(): Promise<void> }

const folderName = /^backup-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Longer than removing a folder of many files takes. */
const patienceMs = 60_000

const openLock = (dataDir: string, timeout: number): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'lock-backup.sqlite'), { timeout })

const busy = 5

/** Nothing happens while a backup is under way: a later one removes what is left over. */
export async function removeLeftBackups(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter(name => folderName.test(name))
  if (left.length === 0) return
  const lock = openLock(dataDir, 0)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true })
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode !== busy) throw cause
  } finally {
    lock.close()
  }
}

export async function holdFolder(dataDir: string): Promise<HeldFolder> {
  await removeLeftBackups(dataDir)
  const lock = openLock(dataDir, patienceMs)
  const path = join(dataDir, `backup-${randomUUID()}`)
  try {
    // The first read takes a lock that others may share.
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get()
    await mkdir(path)
  } catch (cause) {
    lock.close()
    throw cause
  }
  return {
    path,
    async release() {
      await rm(path, { recursive: true, force: true })
      lock.close()
    },
  }
}
