import { lazily } from '../lazily.ts'
import type { Visible } from '../visible/visible-text.ts'
import { cleanText } from './fold.ts'
import type { Line } from './mail-lines.ts'

/** Lists the links of a mail with their places and the words before them. */

export type LinkPlace = {
  href: string
  /** The words shown on the link; empty for a bare address. */
  text: string
  where: 'text' | 'html'
  quoted: boolean
  said: () => SaidAround
}
export type SaidAround = {
  /** The sentence around it, or the line above. */
  lead: string
  /** The sentence before that one. */
  before: string
  /** The text after it: the rest of its line, and the next line. */
  after: string
}

const MAX_PLACES = 80
const MAX_LEAD = 160
const PLAIN_ADDRESS = /https?:\/\/[!-;=?-~]+/gi

/** A remark after the sentence: "(valid for 24 hours)". */
const REMARK = /\s?[（(【[][^（()）【】[\]]{1,60}[)）】\]]$/
/** A line that holds only a remark. */
const WHOLE_REMARK = /^\s*[（(][^（()）]{1,160}[)）]\s*$/
const ENDS = ['. ', '! ', '? ', '。', '！', '？', '; ', '；']

const withoutEnd = (text: string) => text.trimEnd().replace(/[.!?。！？:：]{1,5}$/, '')
const lastEnd = (text: string) => Math.max(...ENDS.map(end => text.lastIndexOf(end)))

type Said = Omit<SaidAround, 'after'>

/**
 * Splits off the last sentence of the words before a link, and the one before it. A colon or no mark at its
 * end leads to the link.
 */
function lastSentences(words: string): Said {
  const text = words.slice(-MAX_LEAD).trimEnd()
  const at = lastEnd(withoutEnd(withoutEnd(text).replace(REMARK, '')))
  const earlier = text.slice(0, at + 1)
  return { lead: text.slice(at + 1), before: earlier.slice(lastEnd(withoutEnd(earlier)) + 1) }
}

/** The rest of the sentence after the link. */
function sentenceRest(words: string): string {
  const end = /[.!?。！？;；](?:\s|$)|[。！？；]/.exec(words.slice(0, MAX_LEAD))
  return words.slice(0, end === null ? MAX_LEAD : end.index)
}

const withoutAddresses = (text: string) => text.replace(PLAIN_ADDRESS, ' ')

function saidBy(before: string, after: string, above: readonly string[], below: string): SaidAround {
  const said = saidBefore(before, after, above)
  return {
    lead: withoutAddresses(said.lead).trim(),
    before: withoutAddresses(said.before).trim(),
    after: withoutAddresses(`${after.slice(0, MAX_LEAD)} ${below.slice(0, MAX_LEAD)}`).trim(),
  }
}

function saidBefore(before: string, after: string, above: readonly string[]): Said {
  const spoken = /[\p{L}\p{N}]/u
  if (spoken.test(before)) {
    const said = lastSentences(before)
    return { ...said, lead: `${said.lead} ${sentenceRest(after)}` }
  }
  const rest = sentenceRest(after)
  if (spoken.test(rest)) return { lead: rest, before: '' }
  const lines = above.filter(text => spoken.test(withoutAddresses(text)) && !WHOLE_REMARK.test(text))
  const said = lastSentences(lines.at(-1) ?? '')
  return said.before === '' ? { ...said, before: lastSentences(lines.at(-2) ?? '').lead } : said
}

/**
 * Returns the block from which everything is quoted, according to the lines that were made from the blocks.
 */
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
    const shown = link.text.trim()
    places.push({
      href: link.href.trim(),
      text: /^https?:\/\/\S+$/i.test(shown) ? '' : shown,
      where: 'html',
      quoted: link.quoted || link.block >= old,
      said: lazily(() => {
        const text = visible.blocks[link.block]?.text ?? ''
        const above = visible.blocks.slice(Math.max(0, link.block - 3), link.block).map(one => one.text)
        const below = visible.blocks[link.block + 1]?.text ?? ''
        return saidBy(text.slice(0, link.start), text.slice(link.start + shown.length), above, below)
      }),
    })
  }
  return places
}

/** Drops closing marks that belong to the sentence and not to the address. */
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
      const href = trimAddress(match[0])
      places.push({
        href,
        text: '',
        where,
        quoted,
        said: lazily(() => {
          const above = lines.slice(Math.max(0, index - 3), index).map(one => one.shown)
          const after = line.shown.slice(match.index + href.length)
          return saidBy(line.shown.slice(0, match.index), after, above, lines[index + 1]?.shown ?? '')
        }),
      })
    }
  }
  return places
}
