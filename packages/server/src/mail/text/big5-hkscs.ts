import { lazily } from '../lazily.ts'
import { HKSCS_ROWS } from './big5-hkscs-table.ts'

/** Decodes the characters of Hong Kong that TextDecoder does not know in Big5. Cantonese is full of them. */

const EMPTY = '\u3000'
/** The letters Ê and ê with a macron or a caron are two characters. */
const CHARACTER = /.[\u0304\u030c]?/gsu

const charactersByPair = lazily(() => {
  const known = new Map<number, string>()
  const add = (lead: number, firstTrail: number, characters: string) => {
    for (const [place, char] of (characters.match(CHARACTER) ?? []).entries())
      if (char !== EMPTY) known.set((lead << 8) | (firstTrail + place), char)
  }
  for (const [lead, low, high] of HKSCS_ROWS) {
    add(lead, 0x40, low)
    add(lead, 0xa1, high)
  }
  return known
})

const isHongKongLead = (lead: number): boolean =>
  (lead >= 0x87 && lead <= 0xa0) || (lead >= 0xc6 && lead <= 0xc8) || lead >= 0xfa

export const isHongKongPair = (lead: number, trail: number): boolean =>
  isHongKongLead(lead) && charactersByPair().has((lead << 8) | trail)

export function decodeBig5(bytes: Uint8Array): string {
  const big5 = new TextDecoder('big5')
  const parts: string[] = []
  let plainFrom = 0
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x81) continue
    const trail = bytes[at + 1] ?? 0
    const char = isHongKongLead(lead) ? charactersByPair().get((lead << 8) | trail) : undefined
    if (char !== undefined) {
      parts.push(big5.decode(bytes.subarray(plainFrom, at)), char)
      plainFrom = at + 2
    }
    // A faulty trail is read again, as decoders do.
    if (trail >= 0x40) at++
  }
  parts.push(big5.decode(bytes.subarray(plainFrom)))
  return parts.join('')
}
