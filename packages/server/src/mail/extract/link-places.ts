import { cleanText } from './fold.ts'
import type { LinkPlace } from './link-finder.ts'
import type { Line } from './mail-lines.ts'
import type { Visible } from './visible-text.ts'

/** Where the links of a mail stand and what was said just before them. */

const MAX_PLACES = 80
const MAX_LEAD = 160
const PLAIN_ADDRESS = /https?:\/\/[!-;=?-~]+/gi

/** The last sentence of the words before; a colon or nothing at its end leads over to the link. */
function lastSentence(words: string): string {
  const text = words.slice(-MAX_LEAD).trimEnd()
  const body = text.replace(/[.!?。！？:：]+$/, '')
  const at = Math.max(...['. ', '! ', '? ', '。', '！', '？', '; ', '；'].map(end => body.lastIndexOf(end)))
  return text.slice(at < 0 ? 0 : at + 1)
}

/** The rest of the sentence after the link. */
function sentenceRest(words: string): string {
  const end = /[.!?。！？;；](?:\s|$)|[。！？；]/.exec(words.slice(0, MAX_LEAD))
  return words.slice(0, end === null ? MAX_LEAD : end.index)
}

const withoutAddresses = (text: string) => text.replace(PLAIN_ADDRESS, ' ')

function leadOf(before: string, after: string, above: readonly string[]): string {
  return withoutAddresses(saidAround(before, after, above)).trim()
}

function saidAround(before: string, after: string, above: readonly string[]): string {
  const spoken = /[\p{L}\p{N}]/u
  if (spoken.test(before)) return `${lastSentence(before)} ${sentenceRest(after)}`
  const rest = sentenceRest(after)
  if (spoken.test(rest)) return rest
  return lastSentence(above.findLast(text => spoken.test(withoutAddresses(text))) ?? '')
}

/** From which block on everything is a quotation, as the lines say that were made of the blocks. */
function quotedFrom(visible: Visible, lines: readonly Line[]): number {
  const first = lines.find(line => line.quoted)
  const at =
    first === undefined ? -1 : visible.blocks.findIndex(block => cleanText(block.text) === first.shown)
  return at < 0 || lines.at(-1)?.quoted !== true ? Number.POSITIVE_INFINITY : at
}

export function placesOfHtml(visible: Visible, lines: readonly Line[]): LinkPlace[] {
  const old = quotedFrom(visible, lines)
  const places: LinkPlace[] = []
  for (const link of visible.links.slice(0, MAX_PLACES)) {
    if (link.hidden) continue
    const block = visible.blocks[link.block]
    const above = visible.blocks.slice(Math.max(0, link.block - 3), link.block).map(one => one.text)
    const shown = link.text.trim()
    const after = block?.text.slice(link.start + shown.length) ?? ''
    places.push({
      href: link.href.trim(),
      text: /^https?:\/\/\S+$/i.test(shown) ? '' : shown,
      lead: leadOf(block?.text.slice(0, link.start) ?? '', after, above),
      where: 'html',
      quoted: link.quoted || link.block >= old,
    })
  }
  return places
}

/** Closing signs that belong to the sentence, not to the address. */
function trimAddress(address: string): string {
  let end = address.length
  while (end > 0) {
    const sign = address[end - 1] ?? ''
    const opened = sign === ')' && address.slice(0, end).includes('(')
    if (!/[.,;:!?'*_\])}]/.test(sign) || opened) break
    end--
  }
  return address.slice(0, end)
}

export function placesOfText(lines: readonly Line[]): LinkPlace[] {
  const places: LinkPlace[] = []
  for (const [index, line] of lines.entries()) {
    const { where, quoted } = line
    if (where === 'subject' || !line.shown.includes('://')) continue
    for (const match of line.shown.matchAll(PLAIN_ADDRESS)) {
      if (places.length >= MAX_PLACES) return places
      const above = lines.slice(Math.max(0, index - 3), index).map(one => one.shown)
      const href = trimAddress(match[0])
      const after = line.shown.slice(match.index + href.length)
      const lead = leadOf(line.shown.slice(0, match.index), after, above)
      places.push({ href, text: '', lead, where, quoted })
    }
  }
  return places
}
