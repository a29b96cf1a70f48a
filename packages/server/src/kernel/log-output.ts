/**
 * The standard output as a place for the log. Whoever reads it may stop reading, or go: the program goes on
 * without.
 */
import { fstatSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { type LineTarget, TargetGone } from './log-writer.ts'

const fd = 1
const writeFile = promisify(write)

/** Writing to a file through the stream would hold up the program; writing to a pipe would not. */
function isFile(): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

function throughStream(bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, fault => {
      if (fault) reject(new TargetGone())
      else resolve(bytes.length)
    })
  })
}

async function intoFile(bytes: Buffer): Promise<number> {
  const { bytesWritten } = await writeFile(fd, bytes, 0, bytes.length, null)
  return bytesWritten
}

export function createLogOutput(): LineTarget {
  // Without a listener, a closed pipe would end the program.
  process.stdout.on('error', () => undefined)
  return {
    write: isFile() ? intoFile : throughStream,
    writeNow(bytes) {
      try {
        writeSync(fd, bytes)
      } catch {
        // Nobody takes these lines any more.
      }
    },
    reopen: () => undefined,
  }
}
