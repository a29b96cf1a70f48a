/**
 * A file for the log. When it has its size it is renamed to `.1`, the one before to `.2`, and so on up to a
 * number of files. A file begins with a whole line and ends with one. It can also be opened anew at a signal,
 * for those who let another program move it away.
 */
import { appendFileSync, close, closeSync, existsSync, fstat, open, openSync, statSync, write } from 'node:fs'
import { rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { LineTarget } from './log-writer.ts'

export type LogFileOptions = { maxBytes: number; keep: number }

const lineEnd = 0x0a
const openFile = promisify<string, string, number>(open)
const sizeOf = promisify(fstat)
const writeFile = promisify(write)
const closeFile = promisify(close)

/** Throws where no file can be written. */
export function checkLogFile(path: string): void {
  if (existsSync(path) && !statSync(path).isFile()) throw new Error('it is no file')
  closeSync(openSync(path, 'a'))
}

export function createLogFile(path: string, { maxBytes, keep }: LogFileOptions): LineTarget {
  let file: number | null = null
  let size = 0
  /** The size at which the next file begins. It grows when the files could not be renamed. */
  let full = maxBytes
  let atLineStart = true
  let reopens = false

  async function close(): Promise<void> {
    const closing = file
    file = null
    if (closing !== null) await closeFile(closing).catch(() => undefined)
  }

  async function opened(): Promise<number> {
    if (file !== null) return file
    file = await openFile(path, 'a')
    size = (await sizeOf(file)).size
    return file
  }

  async function rotate(): Promise<void> {
    try {
      for (let number = keep - 1; number > 0; number--)
        await rename(`${path}.${number}`, `${path}.${number + 1}`).catch((cause: NodeJS.ErrnoException) => {
          if (cause.code !== 'ENOENT') throw cause
        })
      await rename(path, `${path}.1`)
      await close()
      full = maxBytes
    } catch {
      // A file that grows too large is better than none.
      full = size + Math.ceil(maxBytes / 10)
    }
  }

  return {
    async write(bytes) {
      if (reopens && atLineStart) {
        reopens = false
        await close()
      }
      await opened()
      if (atLineStart && size > 0 && size + bytes.length > full) await rotate()
      const { bytesWritten } = await writeFile(await opened(), bytes, 0, bytes.length, null)
      size += bytesWritten
      atLineStart = bytes[bytesWritten - 1] === lineEnd
      return bytesWritten
    },
    writeNow(bytes) {
      try {
        appendFileSync(path, bytes)
      } catch {
        // There is no better place for these lines, and the program ends.
      }
    },
    reopen() {
      reopens = true
    },
  }
}
