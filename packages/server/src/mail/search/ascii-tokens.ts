/**
 * Makes the search tokens of an all-ASCII text, as most English mails are. It has only whole words, and folds
 * capitals while it reads. It takes half the time of the rules for all scripts.
 */
import { chunkLength } from '../text/plain-ascii.ts'
import { isNewShortWord, lowBits, maxShortWord, noShortWords, shortCodes } from './short-words.ts'

const blank = 0x20
const toSmall = 0x20

/** Like `shortCodes`, with capital letters mapped to their folded form. */
const codes = shortCodes.slice(0, 0x80)
for (let unit = 0x41; unit <= 0x5a; unit++) codes[unit] = shortCodes[unit + toSmall] ?? 0

const small = Uint8Array.from(codes, (_, unit) => (unit >= 0x41 && unit <= 0x5a ? unit + toSmall : unit))

/**
 * The buffer for the tokens of one text after the other. A text has no more tokens than characters, each with
 * a blank after it.
 */
const room = Buffer.alloc(2 * chunkLength)

function writeSmall(octets: Uint8Array, start: number, end: number, to: number): number {
  let at = to
  for (let from = start; from < end; from++) room[at++] = small[octets[from] ?? 0] ?? 0
  room[at] = blank
  return at + 1
}

/**
 * Writes the tokens into `room` and returns where they end. It holds only the loop, for the reason given in
 * `plain-ascii.ts`.
 */
function writeTokens(octets: Uint8Array, maxWordLength: number, seenLong: Set<string>): number {
  const { length } = octets
  const seen = noShortWords()
  let written = 0
  let at = 0
  // As in `tokensOfAnyScript`, the loop calls no function for a character.
  while (at < length) {
    let code = codes[octets[at] ?? 0] ?? 0
    const start = at++
    if (code === 0) continue
    let low = code
    let high = 0
    for (; at < length; at++) {
      code = codes[octets[at] ?? 0] ?? 0
      if (code === 0) break
      high = (high << 6) | (low >>> 24)
      low = ((low << 6) | code) & lowBits
    }
    if (at - start <= maxShortWord) {
      if (isNewShortWord(seen, low, high)) written = writeSmall(octets, start, at, written)
    } else {
      const end = writeSmall(octets, start, Math.min(at, start + maxWordLength), written)
      const before = seenLong.size
      if (seenLong.add(room.toString('latin1', written, end)).size > before) written = end
    }
  }
  return written
}

export function asciiTokens(octets: Uint8Array, maxWordLength: number): string {
  const written = writeTokens(octets, maxWordLength, new Set())
  return room.toString('latin1', 0, Math.max(0, written - 1))
}
