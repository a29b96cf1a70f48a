/** A data folder on a disk of its own, as small as a test wants it. Only root may make one. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestPlace } from './databases.ts'

export const mayMount = process.getuid?.() === 0

const megabyte = 1024 * 1024

export type SmallDisk = {
  place: TestPlace
  /** Fills it until so many megabytes are free. */
  fill(freeMb: number): void
  empty(): void
  remove(): Promise<void>
}

export function onSmallDisk(place: TestPlace, sizeMb: number): SmallDisk {
  const dataDir = join(place.dataDir, 'small')
  const ballast = join(dataDir, 'ballast')
  mkdirSync(dataDir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', dataDir])
  const empty = () => rmSync(ballast, { force: true })
  return {
    place: { ...place, dataDir },
    fill(freeMb) {
      empty()
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeMb * megabyte)))
    },
    empty,
    async remove() {
      execFileSync('umount', ['-l', dataDir])
      await place.remove()
    },
  }
}
