/**
 * Archives in the tar form (POSIX.1-1988 "ustar"), written and read one entry at a time. Plain files only, under names
 * of our own: nothing read here ever becomes a path by itself.
 */
import type { FileHandle } from 'node:fs/promises'

const block = 512
const empty = Buffer.alloc(block)
const nameBytes = 100
/** The largest number in eleven octal digits. */
const maxSize = 8 ** 11 - 1

export class ArchiveFault extends Error {}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

function sumOf(header: Buffer): number {
  let sum = 0
  // The field of the sum itself counts as blanks.
  for (let at = 0; at < block; at++) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0)
  return sum
}

function splitName(name: string): { name: string; prefix: string } {
  if (Buffer.byteLength(name) <= nameBytes) return { name, prefix: '' }
  const cut = name.lastIndexOf('/')
  const [prefix, rest] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)]
  if (cut < 0 || Buffer.byteLength(rest) > nameBytes || Buffer.byteLength(prefix) > 155)
    throw new ArchiveFault(`the name ${name} is too long`)
  return { name: rest, prefix }
}

function headerOf(path: string, size: number, at: number, mode: number): Buffer {
  if (size > maxSize) throw new ArchiveFault(`${path} is too large`)
  const { name, prefix } = splitName(path)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(at / 1000), 11), 136)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(prefix, 345)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const padding = (size: number): Buffer => empty.subarray(0, (block - (size % block)) % block)

/** The bytes of one entry. */
export const tarEntry = (name: string, bytes: Uint8Array, at: number, mode = 0o600): Buffer =>
  Buffer.concat([headerOf(name, bytes.length, at, mode), bytes, padding(bytes.length)])

export const tarEnd: Buffer = Buffer.alloc(2 * block)

export type TarEntry = { name: string; size: number; read(): Promise<Buffer> }

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let had = 0
  while (had < length) {
    const { bytesRead } = await file.read(buffer, had, length - had, position + had)
    if (bytesRead === 0) throw new ArchiveFault('the file ends in the middle')
    had += bytesRead
  }
  return buffer
}

const textOf = (header: Buffer, at: number, length: number): string => {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end).toString('utf8')
}

function parseHeader(header: Buffer): { name: string; size: number } {
  if (Number.parseInt(textOf(header, 148, 8).trim(), 8) !== sumOf(header))
    throw new ArchiveFault('this is no backup of ours, or it is damaged')
  const type = textOf(header, 156, 1)
  const prefix = textOf(header, 345, 155)
  const name = prefix === '' ? textOf(header, 0, nameBytes) : `${prefix}/${textOf(header, 0, nameBytes)}`
  // Links, folders and devices have no business here.
  if (type !== '0') throw new ArchiveFault(`${name} is not a plain file`)
  const size = Number.parseInt(textOf(header, 124, 12).trim(), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveFault(`the size of ${name} is not readable`)
  return { name, size }
}

/** The entries of an archive, in order. A content is read only when it is asked for. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  for (let position = 0; ; ) {
    const header = await readAt(file, position, block)
    if (header.equals(empty)) return
    const { name, size } = parseHeader(header)
    const start = position + block
    yield { name, size, read: () => readAt(file, start, size) }
    position = start + Math.ceil(size / block) * block
  }
}
