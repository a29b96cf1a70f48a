/**
 * One file of the spool, written from beginning to end. A message that cannot be written whole, or flushed, is taken
 * back. A file whose flush has failed once is not believed any more: nobody knows how much of it is on disk.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writevSync } from 'node:fs'
import { createFlusher } from '../../../kernel/flusher.ts'

export type Segment = {
  readonly path: string
  size(): number
  /** Tells where it begins; throws when there is no room for all of it. */
  write(parts: readonly Buffer[]): number
  /** Resolves when everything written so far is on disk. */
  flush(): Promise<void>
  isBroken(): boolean
  read(offset: number, length: number): Buffer
  /** Everything that is in the file. */
  readAll(): Buffer
  close(): void
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** A new file, or for reading one that is there. */
export function openSegment(path: string, isNew: boolean): Segment {
  const file = openSync(path, isNew ? 'wx+' : 'r', 0o600)
  const flusher = createFlusher(path)
  let size = 0
  /** So much of it is on disk for certain. */
  let flushed = 0
  let broken = false
  let closed = false

  function cutBack(to: number): void {
    try {
      ftruncateSync(file, to)
    } catch {
      // The next record overwrites the bytes behind, or they are read as none.
    }
  }

  return {
    path,
    size: () => size,
    write(parts) {
      const at = size
      const length = lengthOf(parts)
      let written = 0
      try {
        written = writevSync(file, parts, at)
      } finally {
        if (written !== length) cutBack(at)
      }
      if (written !== length) throw new Error('the disk took only part of a message')
      size = at + length
      return at
    },
    async flush() {
      const end = size
      try {
        await flusher.flush()
      } catch (cause) {
        broken = true
        cutBack(flushed)
        throw cause
      }
      if (broken) throw new Error('an earlier flush of this file failed')
      flushed = Math.max(flushed, end)
    },
    isBroken: () => broken,
    read(offset, length) {
      const bytes = Buffer.allocUnsafeSlow(length)
      const count = readSync(file, bytes, 0, length, offset)
      return bytes.subarray(0, count)
    },
    readAll: () => readFileSync(path),
    close() {
      if (closed) return
      closed = true
      flusher.close()
      closeSync(file)
    },
  }
}
