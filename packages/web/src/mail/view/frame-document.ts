/**
 * Makes the document inside the mail's frame. The server sends the markup in one canonical form: text without
 * "<", attributes in double quotes. Pictures are inserted only as data; any address that would have to be
 * fetched is removed, so that the frame makes no network request. Only tags in the canonical form are
 * changed; everything else stays as it is.
 */
import { adaptLetter, veilOf } from './dark-letter.ts'
import { attributesOf, decode, TAG, writeTag } from './frame-tags.ts'
import { hasColourChoice, hasOwnColours, hasOwnDark, type LetterColours } from './own-colours.ts'

export const FRAME_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/** No scripts, and not our origin. Links open outside, in pages that know nothing of this one. */
export const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** Begins the ratio of a picture that has its own as soon as it is there. */
const PICTURES_OWN = 'auto '

export type WantedImages = { cids: string[]; remote: string[] }

/** Begins the address of a background picture in the mail. */
const IN_MAIL = 'cid:'
const cidOf = (url: string): string => decodeURIComponent(url.slice(IN_MAIL.length))

/** Returns the pictures of a mail: those in it, by content id, and those on the web that wait for consent. */
export function wantedImages(html: string): WantedImages {
  const cids = new Set<string>()
  const remote = new Set<string>()
  for (const [, tag, source = ''] of html.matchAll(TAG)) {
    const attributes = attributesOf(source)
    const cid = attributes.get('data-cid')
    if (tag === 'img' && cid !== undefined) cids.add(decode(cid))
    for (const name of ['data-remote-src', 'data-remote-background', 'data-remote-sheet'])
      for (const source of attributes.get(name)?.split(' ') ?? []) {
        const url = decode(source)
        if (url.startsWith(IN_MAIL)) cids.add(cidOf(url))
        else remote.add(url)
      }
  }
  return { cids: [...cids], remote: [...remote] }
}

export type FrameImages = { cids: ReadonlyMap<string, string>; remote: ReadonlyMap<string, string> }

const fetched = (images: ReadonlyMap<string, string>, key: string | undefined) => {
  const data = key === undefined ? undefined : images.get(decode(key))
  return data !== undefined && DATA_IMAGE.test(data) ? data : undefined
}

/** A background picture comes from the mail itself or from the web. */
function fetchedBackground(images: FrameImages, source: string | undefined): string | undefined {
  const url = source === undefined ? '' : decode(source)
  return url.startsWith(IN_MAIL) ? fetched(images.cids, cidOf(url)) : fetched(images.remote, source)
}

/** The pictures of the letter's style sheet, which names them by their place in its list. */
function sheetImages(html: string, images: FrameImages, veil = ''): string {
  const list = / data-remote-sheet="([^"<>]*)"/.exec(html)?.[1]?.split(' ') ?? []
  const variables = list.flatMap((url, place) => {
    const data = fetchedBackground(images, url)
    return data === undefined ? [] : `--remote-${place}:${veil}url(${data})`
  })
  return variables.length === 0 ? '' : `:root{${variables.join(';')}}`
}

/** Inserts pictures and removes every address that is not data. The veil lies over background pictures. */
export function withImages(html: string, images: FrameImages, veil = ''): string {
  return html.replace(TAG, (whole, tag: string, source: string) => {
    const attributes = attributesOf(source)
    const background = fetchedBackground(images, attributes.get('data-remote-background'))
    if (background !== undefined) {
      const style = attributes.get('style')
      attributes.set('style', `${style ? `${style};` : ''}background-image:${veil}url(${background})`)
    }
    if (tag === 'img') {
      const found =
        fetched(images.cids, attributes.get('data-cid')) ??
        fetched(images.remote, attributes.get('data-remote-src'))
      const own = attributes.get('src')
      attributes.set('src', found ?? (own !== undefined && DATA_IMAGE.test(own) ? own : PIXEL))
      if (found === undefined && attributes.has('data-remote-src')) {
        const style = attributes.get('style')?.replace(`aspect-ratio:${PICTURES_OWN}`, 'aspect-ratio:')
        if (style !== undefined) attributes.set('style', style)
        attributes.set('data-blocked', '')
      }
    } else if (background === undefined) return whole
    return writeTag(tag, attributes)
  })
}

/**
 * Writes the true destination before a link whose words name another place. The mark is not part of the link
 * and comes first, so that neither the link's shape nor its content can move it away or cut it off.
 */
function withTrueHosts(html: string): string {
  if (!html.includes(' data-true-host="')) return html
  return html.replace(TAG, (whole, tag: string, source: string) => {
    const attributes = attributesOf(source)
    const style = attributes.get('style')
    const host = tag === 'a' ? attributes.get('data-true-host') : undefined
    if (style === undefined && host === undefined) return whole
    // Our own style sheet cannot override an important style attribute, so the mark is removed.
    if (style !== undefined) attributes.set('style', style.replaceAll('!important', ''))
    const mark = host === undefined ? '' : `<span class="true-host">实际网址：${host}</span>`
    return `${mark}${writeTag(tag, attributes)}`
  })
}

/** A wider table or box does not fit on a phone. */
const NARROWEST = 320
/** A wider cell gives way on a phone; a narrower one holds an icon or a small picture. */
const NARROW_CELL = 100
/** The width for which letters are laid out. */
const LETTER = 600

const WIDTH = /(?:^|[\s;])(?:min-)?width:\s*(\d+)(?:\.\d+)?(?:px|[\s;]|$)/g
const MAX_WIDTH = /(?:^|[\s;])max-width:\s*(\d+)(?:\.\d+)?px/g

/** Returns the largest of the widths in pixels that the style declares; 0 if it declares none. */
const widestIn = (style: string | undefined, pattern: RegExp): number =>
  Math.max(0, ...Array.from((style ?? '').matchAll(pattern), ([, width]) => Number(width)))

/**
 * Marks what a narrow page may take out of its measure: wide tables, wide boxes and wide cells. A button must
 * not become as wide as the page, and no picture wider than its cell was.
 */
function withNarrowMarks(html: string): string {
  return html.replace(TAG, (whole, tag: string, source: string) => {
    const attributes = attributesOf(source)
    const style = attributes.get('style')
    const isCell = tag === 'td' || tag === 'th'
    const own = /^\d+(?:px)?$/.exec(attributes.get('width') ?? '')?.[0] ?? '0'
    const widest = Math.max(Number.parseInt(own, 10), widestIn(style, WIDTH))
    const marks: [string, string][] = []
    if (tag === 'table' && widest > NARROWEST) marks.push(['data-wide', ''])
    if (widestIn(style, MAX_WIDTH) > NARROWEST) marks.push(['data-broad', ''])
    if (isCell && widest > NARROW_CELL) marks.push(['data-cell', ''])
    if (isCell && widest > 0) {
      const share = Math.min(100, Math.round((widest / LETTER) * 100))
      const least = widest > NARROW_CELL ? `0px;--share:${share}%` : `${widest}px`
      marks.push(['style', `${style ? `${style};` : ''}--cell:${widest}px;--least:${least}`])
    }
    if (marks.length === 0) return whole
    for (const [name, value] of marks) attributes.set(name, value)
    return writeTag(tag, attributes)
  })
}

/** Words in CSS or markup for a width for which letters are laid out. */
const LAID_OUT = /\bwidth(?:="|:\s*)(?:4[89]\d|5\d\d|6\d\d|7[0-4]\d)(?:px|")/

/** True when the letter is laid out for some width, and not just written. */
export const isLaidOut = (html: string): boolean => LAID_OUT.test(html)

const PIXELS = /^(\d{1,4})(?:px)?$/

/** The picture itself has the last word on its height. */
const OWN_HEIGHT = /(?:^|;)height:auto(?:;|$)/

/**
 * Gives pictures the shape that their markup declares, so that they keep it where they are made smaller, and an
 * invisible spacer does not take the shape of its one pixel.
 */
function withShapes(html: string): string {
  return html.replace(TAG, (whole, tag: string, source: string) => {
    if (tag !== 'img') return whole
    const attributes = attributesOf(source)
    const [width, height] = ['width', 'height'].map(name => PIXELS.exec(attributes.get(name) ?? '')?.[1])
    if (!Number(width) || !Number(height)) return whole
    const style = attributes.get('style') ?? ''
    const ratio = `aspect-ratio:${OWN_HEIGHT.test(style) ? PICTURES_OWN : ''}${width}/${height}`
    attributes.set('style', style === '' ? ratio : `${style};${ratio}`)
    return writeTag(tag, attributes.set('data-shape', ''))
  })
}

/** Lets the rules of the letter follow the paper that it lies on, and not the browser. */
const withScheme = (html: string, dark: boolean): string =>
  html
    .replaceAll('(prefers-color-scheme:dark)', dark ? '(min-width:0)' : '(max-width:0)')
    .replaceAll('(prefers-color-scheme:light)', dark ? '(max-width:0)' : '(min-width:0)')

export type FrameTheme = {
  ink: string
  quiet: string
  link: string
  paper: string
  rule: string
  dark: boolean
}

/** The paper for a mail with colours of its own. */
const ownPaper: FrameTheme = {
  ink: '#1F2328',
  quiet: '#6B7076',
  link: '#34509E',
  paper: '#FFFFFF',
  rule: '#E9E5DC',
  dark: false,
}

/** The styles that depend on the paper. */
const coloursOf = (theme: FrameTheme): string => `:root{color-scheme:${theme.dark ? 'dark' : 'light'}}
html{background:${theme.paper};color:${theme.ink}}
img[data-blocked]{outline-color:${theme.rule}}
a{color:${theme.link}}
blockquote{border-color:${theme.rule};color:${theme.quiet}}
hr{border-color:${theme.rule}}
${theme.dark ? '' : missingGround}`

/** Words in any colour can be read on it where a background picture is not there. */
const missingGround = `:where([data-remote-background]:not([bgcolor],[style*="background-image:url"])){background-color:#7d838a}
`

/**
 * In a frame that is too narrow for a letter, widths in pixels are relaxed, also those in style attributes, but not
 * the letter's own rules for narrow screens. Wide cells keep their shares.
 */
const narrow = `@media (max-width:${LETTER - 1}px){
:where(body *:not(td,th)){max-width:100%;min-width:0!important;box-sizing:border-box!important}
:where([data-broad]){max-width:100%!important}
:where(table[data-wide]){width:100%!important}
:where(td,th){--least:0px;min-width:min(var(--least),20vw)!important}
:where([data-cell]){width:var(--share)!important}
:where(td,th) img{max-width:min(100%,var(--cell,100%))}
}
`

function styleOf(theme: FrameTheme, padded: boolean): string {
  return `html{-webkit-text-size-adjust:100%}
body{margin:0;padding:${padded ? '16px' : '0 0 16px'};font:15px/1.8 "PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere;overflow-x:auto}
body>:first-child{margin-top:0}
img{max-width:100%}
img[data-shape]{height:auto}
img[data-blocked]{outline:1px dashed;outline-offset:-1px;border-radius:4px}
img[data-blocked]:not([data-shape]){max-height:96px}
table{max-width:100%}
pre{white-space:pre-wrap}
blockquote{margin:12px 0;padding-left:12px;border-left:2px solid}
hr{border:0;border-top:1px solid}
${coloursOf(theme)}${theme.dark ? `@media print{${coloursOf(ownPaper)}}` : ''}${narrow}${trueHostStyle(theme)}`
}

/**
 * In a layer `!important` wins over all rules of the mail. Nothing around a mark can cut it off, fade it, or
 * cover it.
 */
function trueHostStyle(theme: FrameTheme): string {
  const mark = {
    all: 'initial',
    direction: 'ltr',
    'unicode-bidi': 'isolate',
    position: 'relative',
    'z-index': '1',
    display: 'inline-block',
    'max-width': '90vw',
    margin: '0 6px 0 0',
    padding: '0 6px',
    border: `1px solid ${theme.rule}`,
    'border-radius': '4px',
    background: theme.paper,
    color: theme.ink,
    font: '12px/20px sans-serif',
    'overflow-wrap': 'anywhere',
  }
  const around = { overflow: 'visible', opacity: '1', gap: '0' }
  const rules = (given: Record<string, string>) =>
    Object.entries(given)
      .map(([name, value]) => `${name}:${value}!important`)
      .join(';')
  return `@layer marks{.true-host{${rules(mark)}}body :has(.true-host){${rules(around)}}}`
}

const letterMarkup = (html: string, images: FrameImages, dark: boolean, veil = ''): string =>
  withImages(withTrueHosts(withShapes(withNarrowMarks(withScheme(html, dark)))), images, veil)

/** Returns the letter and its styles for white paper. */
export function letterOnPaper(html: string, images: FrameImages): { markup: string; style: string } {
  const style = `${styleOf(ownPaper, false)}${sheetImages(html, images)}`
  return { markup: letterMarkup(html, images, false), style }
}

export function frameDocument(
  html: string,
  images: FrameImages,
  page: FrameTheme,
  colours: LetterColours = 'asSent',
): string {
  const adapted = page.dark && colours === 'adapted' && hasColourChoice(html) ? adaptLetter(html) : null
  // A letter with rules for the dark knows how it wants to look there.
  const isOnWhite = adapted === null && hasOwnColours(html) && !(page.dark && hasOwnDark(html))
  const theme = isOnWhite ? ownPaper : page
  const veil = adapted === null ? '' : veilOf(page.paper)
  const isPadded = isOnWhite && page.dark && !isLaidOut(html)
  const style = `${styleOf(theme, isPadded)}${adapted?.rules ?? ''}${sheetImages(html, images, veil)}`
  return (
    `<meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}">` +
    '<meta name="referrer" content="no-referrer"><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>邮件正文</title>' +
    `<style>${style}</style>` +
    `<body class="mail-html">${letterMarkup(adapted?.html ?? html, images, theme.dark, veil)}</body>`
  )
}
