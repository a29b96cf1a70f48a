/**
 * Unpacks files in mail from strangers: gzip (RFC 1952) and zip, told by their first octets, because senders name
 * them as they like. What comes out is bounded in all, so that a small file cannot fill the memory.
 */
import { gunzip, inflateRaw } from 'node:zlib'

/** What may still come out, shared by all files of one mail. */
export type Budget = { bytes: number }

const maxFiles = 20
const maxDepth = 3
const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const maxComment = 65_535

type Inflate = typeof gunzip

/** Returns null for what is broken or comes out larger than allowed. */
function inflated(inflate: Inflate, packed: Buffer, budget: Budget): Promise<Buffer | null> {
  if (budget.bytes <= 0) return Promise.resolve(null)
  return new Promise(resolve => {
    inflate(packed, { maxOutputLength: budget.bytes }, (fault, plain) => {
      if (!fault) budget.bytes -= plain.length
      resolve(fault ? null : plain)
    })
  })
}

type Entry = { method: number; packed: Buffer }

/** Reads the list at the end of a zip file; an encrypted entry, or one that lies outside, is left out. */
function zipEntries(file: Buffer): Entry[] {
  let end = file.length - endBytes
  const first = Math.max(0, end - maxComment)
  while (end >= first && file.readUInt32LE(end) !== endMark) end--
  if (end < first) return []
  const count = Math.min(file.readUInt16LE(end + 10), maxFiles)
  let at = file.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > file.length || file.readUInt32LE(at) !== entryMark) break
    const isEncrypted = (file.readUInt16LE(at + 8) & 1) === 1
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const local = file.readUInt32LE(at + 42)
    at += entryBytes + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (isEncrypted || local + localBytes > file.length || file.readUInt32LE(local) !== localMark) continue
    const start = local + localBytes + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    if (start + size <= file.length) entries.push({ method, packed: file.subarray(start, start + size) })
  }
  return entries
}

async function unzipped({ method, packed }: Entry, budget: Budget): Promise<Buffer | null> {
  if (method === 8) return inflated(inflateRaw, packed, budget)
  if (method !== 0 || packed.length > budget.bytes) return null
  budget.bytes -= packed.length
  return packed
}

/** Returns the plain files within a file; the file itself when it is not packed. */
export async function unpack(file: Buffer, budget: Budget, depth = 0): Promise<Buffer[]> {
  const isGzip = file.length > 18 && file[0] === 0x1f && file[1] === 0x8b
  const isZip = file.length >= endBytes && file.readUInt32LE(0) === localMark
  if (!isGzip && !isZip) return [file]
  if (depth >= maxDepth) return []
  const files: Buffer[] = []
  const unpackMore = async (one: Buffer | null) => {
    if (one !== null) files.push(...(await unpack(one, budget, depth + 1)))
  }
  if (isGzip) await unpackMore(await inflated(gunzip, file, budget))
  // One after the other: together they would each have the whole room.
  else for (const entry of zipEntries(file)) await unpackMore(await unzipped(entry, budget))
  return files.slice(0, maxFiles)
}
