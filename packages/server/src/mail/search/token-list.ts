/**
 * Writes tokens with blanks between them, unit by unit. One string per token, joined at the end, takes
 * several times as long, and would be most of the time for a Chinese mail.
 */

export type TokenList = { units: Uint16Array; length: number; count: number; max: number }

const blank = 0x20
const afterAscii = 0x80
const firstRoom = 32_768

/** Makes an empty list that takes at most `max` tokens. */
export const emptyList = (max: number): TokenList => ({ units: room, length: 0, count: 0, max })

/** The buffer in which each list begins; lists are made one after the other. */
const room = new Uint16Array(firstRoom)

export const isFull = (list: TokenList): boolean => list.count >= list.max

/** The room doubles, so that all copying together never exceeds the length of the tokens. */
function makeRoom(list: TokenList, needed: number): void {
  const larger = new Uint16Array(Math.max(needed, 2 * list.units.length))
  larger.set(list.units.subarray(0, list.length))
  list.units = larger
}

/** Adds the units from `start` to `end`; a full list takes no more. */
export function writeToken(list: TokenList, source: Uint16Array, start: number, end: number): void {
  if (isFull(list)) return
  const needed = list.length + 1 + end - start
  if (needed > list.units.length) makeRoom(list, needed)
  const { units } = list
  let to = list.length
  if (list.count > 0) units[to++] = blank
  for (let at = start; at < end; at++) units[to++] = source[at] ?? 0
  list.length = to
  list.count++
}

function isAscii(units: Uint16Array): boolean {
  let all = 0
  for (let at = 0; at < units.length; at++) all |= units[at] ?? 0
  return all < afterAscii
}

export function listText({ units, length }: TokenList): string {
  const written = units.subarray(0, length)
  // A string of single octets takes half the memory.
  if (isAscii(written)) return Buffer.from(written).toString('latin1')
  return Buffer.from(units.buffer, units.byteOffset, 2 * length).toString('utf16le')
}
