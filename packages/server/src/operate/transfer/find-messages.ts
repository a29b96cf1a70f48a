/** The messages in what an operator names: an mbox file, an .eml file, or a folder with either in it, however deep. */
import { createReadStream } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMbox } from './mbox.ts'

export type Found = { from: string; raw: Buffer | null }

const firstBytes = 5

async function isMbox(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path, { end: firstBytes - 1 }))
    return (piece as Buffer).toString('latin1') === 'From '
  return false
}

/** Maildir puts its messages into `cur` and `new` under names without an ending. */
const looksLikeMessage = (path: string): boolean =>
  /\.(?:eml|mbox|mbx|mail)$/i.test(path) || /[/\\](?:cur|new)[/\\][^/\\]+$/.test(path)

async function* inFile(path: string, maxBytes: number): AsyncGenerator<Found> {
  if (await isMbox(path)) {
    for await (const raw of readMbox(createReadStream(path), maxBytes)) yield { from: path, raw }
    return
  }
  const { size } = await stat(path)
  yield { from: path, raw: size > maxBytes ? null : await readFile(path) }
}

export async function* findMessages(path: string, maxBytes: number): AsyncGenerator<Found> {
  const found = await stat(path)
  if (!found.isDirectory()) {
    yield* inFile(path, maxBytes)
    return
  }
  for await (const entry of await opendir(path)) {
    const inner = join(path, entry.name)
    // Symbolic links are not followed: their target may be anywhere, or lead in circles.
    if (entry.isDirectory()) yield* findMessages(inner, maxBytes)
    else if (entry.isFile() && looksLikeMessage(inner)) yield* inFile(inner, maxBytes)
  }
}
