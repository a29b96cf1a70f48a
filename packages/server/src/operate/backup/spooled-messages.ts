/**
 * Messages that were accepted and stand in the spool, not in the database yet. In a backup they become messages still to
 * be processed, numbered after those that are there.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { notReadYet } from '../../inbound/journal/journaled.ts'
import { recordAt, type SpoolRecord, scanRecords } from '../../inbound/journal/spool/record.ts'
import { segmentName, spoolFolder } from '../../inbound/journal/spool/spool.ts'
import type { Value } from './archive.ts'
import { linkFile } from './link-file.ts'

/** Where a message stands, and the number it gets. */
export type SpooledMessage = { file: string; offset: number; length: number; seq: number }

/** Links the files of the spool into the given folder, so that those that are done meanwhile can still be read. */
export async function linkSpool(dataDir: string, held: string): Promise<void> {
  const from = join(dataDir, spoolFolder)
  const to = join(held, spoolFolder)
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from).catch(() => [])) {
    if (segmentName.test(name)) await linkFile(join(from, name), join(to, name))
  }
}

/**
 * Lets go of linked files that the program has removed, and tells whether there were any. All their messages are in the
 * database; but their tickets may be gone from it, so that they would be taken for messages still to be processed.
 */
export async function dropRemoved(dataDir: string, held: string): Promise<boolean> {
  const there = new Set(await readdir(join(dataDir, spoolFolder)).catch(() => []))
  const removed = (await readdir(join(held, spoolFolder))).filter(name => !there.has(name))
  for (const name of removed) await rm(join(held, spoolFolder, name))
  return removed.length > 0
}

export async function findSpooled(
  held: string,
  isDone: (ticket: number) => boolean,
  lastSeq: number,
): Promise<SpooledMessage[]> {
  const found: SpooledMessage[] = []
  const folder = join(held, spoolFolder)
  for (const name of (await readdir(folder)).sort()) {
    const file = join(folder, name)
    for (const { entry, offset, length } of scanRecords(await readFile(file)).records) {
      if (!isDone(entry.ticket)) found.push({ file, offset, length, seq: lastSeq + found.length + 1 })
    }
  }
  return found
}

type Row = Readonly<Record<string, Value>>

export const messageRow = ({ entry, raw }: SpoolRecord, seq: number): Row => ({
  seq,
  received_at: entry.receivedAt,
  size: raw.length,
  blob_key: null,
  envelope: JSON.stringify(entry.envelope),
  state: 0,
  claimed_by: '',
  claimed_until: 0,
  attempts: 0,
  refs: 0,
  ...notReadYet,
})

export const rawRow = ({ raw }: SpoolRecord, seq: number): Row => ({ seq, raw })

/** Rows of a table made from these messages; of a file only one is in memory at a time. */
export async function* spooledRows(
  messages: readonly SpooledMessage[],
  columns: readonly string[],
  rowOf: (record: SpoolRecord, seq: number) => Row,
): AsyncGenerator<Value[]> {
  let name = ''
  let bytes = Buffer.alloc(0)
  for (const { file, offset, length, seq } of messages) {
    if (file !== name) bytes = await readFile(file)
    name = file
    const record = recordAt(bytes.subarray(0, offset + length), offset)
    if (record === null) continue
    const row = rowOf(record, seq)
    yield columns.map(column => row[column] ?? null)
  }
}
