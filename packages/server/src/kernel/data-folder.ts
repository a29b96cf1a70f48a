/**
 * Ensures that the data folder exists, is writable and is used by one program only. Its messages tell an operator how to
 * act.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockAlone } from './file-lock.ts'

/** The reason why the program cannot start, as a sentence for the operator without a stack. */
export class StartFault extends Error {}

const wordsFor: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it, or a part of its path, is a file',
  EEXIST: 'it, or a part of its path, is a file',
  ENOENT: 'it cannot be made',
}

/** Makes one folder at a time: on some file systems a recursive call never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' })
    return
  }
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another process may have made the folder in the meantime.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
}

/** Makes the folder if it is missing, and tries to write into it. */
export function prepareDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.probe-${randomUUID()}`)
  try {
    makeFolder(resolve(dataDir))
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    throw new StartFault(
      `The data folder ${resolve(dataDir)} cannot be used: ${wordsFor[code] ?? code}. Set YANSHU_DATA_DIR to another, or put this right.`,
      { cause },
    )
  }
}

/** Holds the folder until the returned function is called, or the process ends. */
export function lockDataFolder(dataDir: string): () => void {
  const release = lockAlone(join(dataDir, 'lock.sqlite'))
  if (release) return release
  throw new StartFault(
    `The data folder ${resolve(dataDir)} is in use by another Yanshu that is running. Stop that one, or set YANSHU_DATA_DIR to another folder: each node needs its own. Several nodes also need PostgreSQL (YANSHU_DATABASE_URL).`,
  )
}
