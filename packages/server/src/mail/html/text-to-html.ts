import { escapeAttribute, escapeText } from './escape.ts'
import { safeLink } from './safe-url.ts'

/**
 * Turns plain text into HTML: escaped, with clickable web and mail addresses and marked quotations. It makes
 * one pass with bounded look-back, and the output holds no markup except that written here.
 */

const MAX_LINKS = 2_000
const MAX_QUOTE_DEPTH = 10
const MAX_URL = 2_048
const LINK_ATTRIBUTES = 'target="_blank" rel="noopener noreferrer nofollow"'
const CANDIDATE = /https?:\/\/|www\.|@/gi
const URL_CHARS = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/
const LOCAL_CHAR = /[A-Za-z0-9._%+-]/
const DOMAIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/

export function textToHtml(text: string): string {
  const out = ['<div style="white-space:pre-wrap;overflow-wrap:anywhere">']
  const links = { left: MAX_LINKS }
  let depth = 0
  let isFirst = true
  for (const line of text.split('\n')) {
    const quote = quotation(line)
    if (quote.depth !== depth) {
      out.push(
        quote.depth > depth
          ? '<blockquote>'.repeat(quote.depth - depth)
          : '</blockquote>'.repeat(depth - quote.depth),
      )
      depth = quote.depth
    } else if (!isFirst) out.push('\n')
    isFirst = false
    out.push(linkify(quote.content, links))
  }
  out.push('</blockquote>'.repeat(depth), '</div>')
  return out.join('')
}

/** "> > text" is text quoted twice. */
function quotation(line: string): { depth: number; content: string } {
  let depth = 0
  let at = 0
  while (line.charAt(at) === '>' && depth < MAX_QUOTE_DEPTH) {
    depth++
    at++
    if (line.charAt(at) === ' ') at++
  }
  return { depth, content: line.slice(at) }
}

function linkify(line: string, links: { left: number }): string {
  if (links.left <= 0 || !/:\/\/|www\.|@/i.test(line)) return escapeText(line)
  const out: string[] = []
  let from = 0
  let passed = 0
  for (const candidate of line.matchAll(CANDIDATE)) {
    if (candidate.index < passed || links.left <= 0) continue
    const link = candidate[0] === '@' ? mailLink(line, candidate.index, from) : webLink(line, candidate.index)
    // Text that was read once and is not a link is not read again.
    passed = link.end
    if (link.href === null) continue
    links.left--
    out.push(escapeText(line.slice(from, link.start)))
    const shown = escapeText(line.slice(link.start, link.end))
    out.push(`<a href="${escapeAttribute(link.href)}" ${LINK_ATTRIBUTES}>${shown}</a>`)
    from = link.end
  }
  out.push(escapeText(line.slice(from)))
  return out.join('')
}

/** A stretch of the line that was read, and its address if it is a link. */
type Link = { start: number; end: number; href: string | null }

function webLink(line: string, start: number): Link {
  // An address does not begin inside a word.
  if (start > 0 && /[A-Za-z0-9]/.test(line.charAt(start - 1))) return { start, end: start + 1, href: null }
  const run = URL_CHARS.exec(line.slice(start, start + MAX_URL))?.[0] ?? ''
  const text = trimEnd(run)
  const url = run.length < MAX_URL ? safeLink(/^www\./i.test(text) ? `https://${text}` : text) : null
  if (url === null || !url.hostname.includes('.')) return { start, end: start + run.length, href: null }
  return { start, end: start + text.length, href: url.href }
}

/**
 * Punctuation at the end belongs to the sentence, and so does a closing bracket that the address did not
 * open.
 */
function trimEnd(text: string): string {
  const opensRound = text.includes('(')
  const opensSquare = text.includes('[')
  let end = text.length
  for (; end > 0; end--) {
    const char = text.charAt(end - 1)
    if (".,;:!?'*_~".includes(char)) continue
    if (char === ')' && !opensRound) continue
    if (char === ']' && !opensSquare) continue
    break
  }
  return text.slice(0, end)
}

function mailLink(line: string, at: number, from: number): Link {
  let start = at
  while (start > from && at - start < 64 && LOCAL_CHAR.test(line.charAt(start - 1))) start--
  const domain = DOMAIN.exec(line.slice(at + 1, at + 256))?.[0]
  if (start === at || domain === undefined) return { start, end: at + 1, href: null }
  const end = at + 1 + domain.length
  return { start, end, href: `mailto:${line.slice(start, end)}` }
}
