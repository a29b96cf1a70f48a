/** Reads the id of this node among several on one database. It is made once and kept in the data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from './ids.ts'

export function readNodeId(dataDir: string, now: number): string {
  const path = join(dataDir, 'node-id')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, newId(now), { flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  return readFileSync(path, 'utf8').trim()
}
