import { cutText } from '../text/cut-text.ts'
import { mailWords } from '../words.ts'
import { ALLOWED_ELEMENTS, VOID_ELEMENTS } from './allowed-markup.ts'
import { type AttributeContext, cleanAttributes } from './clean-attributes.ts'
import { filterStyleSheet } from './css-rules.ts'
import { escapeAttribute, escapedLength, escapeText } from './escape.ts'
import { deceptiveHost } from './link-honesty.ts'
import { createLinkWords, type LinkWords } from './link-words.ts'
import { type MailNode, parseMailTree, walk } from './mail-tree.ts'
import { shapeOf } from './markup-shape.ts'
import { markupToText, reduceMarkup } from './reduce-markup.ts'
import { isOnWeb, safeLink } from './safe-url.ts'

/**
 * Turns the HTML of a mail into HTML that is safe to show. It keeps only what its allow-lists name: no
 * scripts, handlers, forms, frames, foreign content, remote loads or overlays. It must not know where the
 * result is shown. The sandboxed frame and its policy are a second wall and not part of this one.
 *
 * The result is parsed and cleaned again until nothing changes any more, so that no browser can read another
 * document in it than the checked one. Its style rules apply inside an element of class `mail-html`.
 */

export type SanitiseOptions = {
  /**
   * Returns the address of the image in the same mail with this content id, or null. See `inlineImageUrls`.
   */
  attachmentUrl(cid: string): string | null
}

export type SanitisedMail = {
  html: string
  /**
   * The number of images on the web that wait for consent, in `data-remote-src`, `data-remote-background` and,
   * for the variables of the style sheet, `data-remote-sheet`.
   */
  remoteImages: number
  /** Links that lost their address because its scheme is not a web, mail or telephone one. */
  blockedLinks: number
  /** Links whose words name another host than their destination; they carry `data-true-host`. */
  deceptiveLinks: number
  /** The markup was too large or too deep: `html` holds only its words. */
  tooComplex: boolean
}

/** The limit for the input and for the output: one character may become six. */
const MAX_HTML_LENGTH = 4_000_000
const MAX_TAGS = 100_000
/** The limit for all different styles of elements together. */
const MAX_STYLES_LENGTH = 400_000
const TREE_LIMITS = { maxNodes: 60_000, maxDepth: 256 }
const MAX_ROUNDS = 6
const MAX_FALLBACK_LENGTH = 1_000_000
const MAX_FALLBACK_WORDS = 300_000

type Counts = Pick<SanitisedMail, 'remoteImages' | 'blockedLinks' | 'deceptiveLinks'>

export function sanitiseMailHtml(html: string, options: SanitiseOptions): SanitisedMail {
  const reduced = html.length > MAX_HTML_LENGTH ? null : reduceMarkup(html, MAX_TAGS)
  if (reduced === null || escapedLength(reduced.markup) > MAX_HTML_LENGTH) return fallback(html)
  let markup = reduced.markup
  let counts: Counts | null = null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cleaned = cleanMarkup(markup, options)
    if (cleaned === null) return fallback(html)
    // Blocked items are gone after the first round, so only its counts are right.
    counts ??= cleaned.counts
    if (cleaned.html === markup) {
      const styles = filterStyleSheet(reduced.styles.join('\n'), shapeOf(markup))
      // A URL has no blanks.
      const images = styles.pictures.map(escapeAttribute).join(' ')
      const waiting = images === '' ? '' : ` data-remote-sheet="${images}"`
      const sheet = styles.css === '' ? '' : `<style${waiting}>${styles.css}</style>`
      const remoteImages = counts.remoteImages + styles.pictures.filter(isOnWeb).length
      return { ...counts, html: sheet + markup, remoteImages, tooComplex: false }
    }
    markup = cleaned.html
  }
  return fallback(html)
}

function fallback(html: string): SanitisedMail {
  const text = markupToText(html.slice(0, MAX_FALLBACK_LENGTH))
  const words = cutText(text, MAX_FALLBACK_WORDS).replaceAll('<', '&lt;')
  const plain = cleanMarkup(`<div style="white-space:pre-wrap">${words}</div>`, { attachmentUrl: () => null })
  return { html: plain?.html ?? '', remoteImages: 0, blockedLinks: 0, deceptiveLinks: 0, tooComplex: true }
}

function cleanMarkup(markup: string, options: SanitiseOptions): { html: string; counts: Counts } | null {
  const root = parseMailTree(markup, TREE_LIMITS)
  if (root === null) return null
  const context: AttributeContext = {
    attachmentUrl: cid => options.attachmentUrl(cid),
    remoteImages: 0,
    blockedLinks: 0,
    styles: new Map(),
    styleRoom: MAX_STYLES_LENGTH,
  }
  const attributes = new Map<MailNode, Map<string, string>>()
  const deceptiveLinks = cleanTree(root, context, attributes)
  if (context.styleRoom < 0) return null
  const { remoteImages, blockedLinks } = context
  return { html: serialise(root, attributes), counts: { remoteImages, blockedLinks, deceptiveLinks } }
}

function cleanTree(
  root: MailNode,
  context: AttributeContext,
  attributes: Map<MailNode, Map<string, string>>,
): number {
  const words = createLinkWords()
  let deceptive = 0
  walk(
    root,
    node => {
      if (node.tag === '#text') return words.addWords(node.text)
      const own = cleanAttributes(node.tag, node.attrs, context)
      attributes.set(node, own)
      words.enter(node, own)
    },
    node => {
      const link = words.leave(node)
      const own = attributes.get(node)
      if (link !== null && own !== undefined && markDeceptive(own, link)) deceptive++
    },
  )
  return deceptive
}

function markDeceptive(attributes: Map<string, string>, { all, shown }: LinkWords): boolean {
  const url = safeLink(attributes.get('href') ?? '')
  const host = url && (deceptiveHost(all, url) ?? (shown === all ? null : deceptiveHost(shown, url)))
  if (host === null) return false
  attributes.set('title', mailWords.trueHost(host))
  attributes.set('data-true-host', host)
  return true
}

function serialise(root: MailNode, attributes: ReadonlyMap<MailNode, ReadonlyMap<string, string>>): string {
  const out: string[] = []
  walk(
    root,
    node => {
      if (node.tag === '#text') out.push(escapeText(visibleText(node)))
      else if (ALLOWED_ELEMENTS.has(node.tag)) {
        out.push(`<${node.tag}`)
        for (const [name, value] of attributes.get(node) ?? [])
          out.push(` ${name}="${escapeAttribute(value)}"`)
        out.push('>')
      }
    },
    node => {
      if (ALLOWED_ELEMENTS.has(node.tag) && !VOID_ELEMENTS.has(node.tag)) out.push(`</${node.tag}>`)
    },
  )
  return out.join('')
}

/** The parser drops a line break that opens a `<pre>`. Without one the text stays the same in every round. */
function visibleText(node: MailNode): string {
  const opensPre = node.parent?.tag === 'pre' && node.prev === null
  return opensPre ? node.text.replace(/^\n+/, '') : node.text
}
