import { tokeniseCss } from '../css/css-tokens.ts'
import { PLAIN_ATTRIBUTES, prefixedName } from './allowed-markup.ts'
import { type Declarations, filterDeclarations } from './css-declarations.ts'
import { backgroundUrl, contentId, dataImageUrl, isOnWeb, remoteImageUrl, safeLink } from './safe-url.ts'

/**
 * Cleans the attributes of one element by their decoded values. Pictures from the web are not loaded: their
 * address moves to a data attribute and stays there until the reader asks for the pictures.
 */

export type AttributeContext = {
  attachmentUrl(cid: string): string | null
  remoteImages: number
  blockedLinks: number
  /** The cleaned form of each style. Elements share styles, and reading them is most of the work. */
  styles: Map<string, Declarations>
  /** The length of styles that may still be read. Below zero, the mail has more styles than are read. */
  styleRoom: number
}

/** One transparent pixel that keeps the layout of a picture until the reader consents. */
export const PLACEHOLDER_IMAGE =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const MAX_STYLE_LENGTH = 8_192
const MAX_CLASSES = 30

export function cleanAttributes(
  tag: string,
  source: readonly { name: string; value: string }[],
  context: AttributeContext,
): Map<string, string> {
  const given = new Map(source.map(attribute => [attribute.name, attribute.value]))
  const clean = new Map<string, string>()
  for (const [name, value] of given) {
    const pattern = PLAIN_ATTRIBUTES.get(name)
    // A link's own title is not evidence of its destination.
    if (pattern?.test(value.trim()) && !(tag === 'a' && name === 'title')) clean.set(name, value.trim())
  }
  const id = prefixedName(given.get('id') ?? '')
  if (id !== null) clean.set('id', id)
  const classes = (given.get('class') ?? '')
    .split(/\s+/, MAX_CLASSES)
    .flatMap(name => prefixedName(name) ?? [])
  if (classes.length > 0) clean.set('class', [...new Set(classes)].join(' '))
  cleanStyle(given, clean, context)
  if (tag === 'a') cleanLink(given, clean, context)
  if (tag === 'img') cleanImage(given, clean, context)
  return clean
}

function cleanStyle(given: Map<string, string>, clean: Map<string, string>, context: AttributeContext): void {
  const declarations = declarationsOf(given.get('style') ?? '', context)
  if (declarations.css !== '') clean.set('style', declarations.css)
  const candidates = [given.get('data-remote-background'), declarations.pictures[0], given.get('background')]
  const background = candidates.map(value => backgroundUrl(value ?? '')).find(url => url !== null)
  if (background === undefined || background === null) return
  if (isOnWeb(background)) context.remoteImages++
  clean.set('data-remote-background', background)
}

const noDeclarations: Declarations = { css: '', pictures: [] }

function declarationsOf(style: string, context: AttributeContext): Declarations {
  if (style === '' || style.length > MAX_STYLE_LENGTH || context.styleRoom < 0) return noDeclarations
  const known = context.styles.get(style)
  if (known !== undefined) return known
  context.styleRoom -= style.length
  const declarations = filterDeclarations(tokeniseCss(style), 'attribute')
  context.styles.set(style, declarations)
  return declarations
}

function cleanLink(given: Map<string, string>, clean: Map<string, string>, context: AttributeContext): void {
  const href = given.get('href')
  if (href === undefined) return
  const url = safeLink(href)
  if (url === null) {
    // Anchors within the mail lead nowhere in a frame of their own, but they are no threat.
    if (!href.trim().startsWith('#') && href.trim() !== '') context.blockedLinks++
    return
  }
  clean.set('href', url.href)
  clean.set('target', '_blank')
  clean.set('rel', 'noopener noreferrer nofollow')
}

function cleanImage(given: Map<string, string>, clean: Map<string, string>, context: AttributeContext): void {
  const source = given.get('src') ?? ''
  const remote = remoteImageUrl(given.get('data-remote-src') ?? '') ?? remoteImageUrl(source)
  if (remote !== null) {
    context.remoteImages++
    clean.set('src', PLACEHOLDER_IMAGE)
    clean.set('data-remote-src', remote)
    return
  }
  const cid = given.get('data-cid') ?? contentId(source)
  if (cid !== null) {
    const url = context.attachmentUrl(cid)
    if (url === null) return
    clean.set('src', url)
    clean.set('data-cid', cid)
    return
  }
  const data = dataImageUrl(source)
  if (data !== null) clean.set('src', data)
}
