import { parseColour } from './css-colour.ts'
import { isLength, mayPush, SIZE_WORDS } from './css-length.ts'
import { BROKEN, COMMENT } from './css-text.ts'

/**
 * Reads those declarations of a plain style (`plainCss`) that decide whether a text is visible. As in a
 * browser, a declaration with a value that its property does not know is ignored: "display:none;display:x"
 * still hides.
 */

export type Given = ReadonlyMap<string, string>
/** Important declarations are kept apart, because they win over the rest in any order. */
export type Declarations = { normal: Given; important: Given }

const words = (list: string) => new Set(list.split(' '))
const GLOBAL = words('inherit initial unset revert revert-layer')
/** True when the value depends on something that is not known here. */
export const isOpen = (value: string) => /(?:^|[^a-z-])(?:var|env|attr|if)\(/.test(value)

type Check = (value: string) => boolean
const oneOf = (list: string): Check => {
  const known = words(list)
  return value => known.has(value)
}
const anything: Check = value => value !== ''
const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const isColour: Check = value => HEX.test(value) || value === 'currentcolor' || parseColour(value) !== null
const isNumber: Check = value =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/.test(value) || /^[a-z]+\(/.test(value)
const isSize: Check = value => SIZE_WORDS.has(value) || (isLength(value) && !value.startsWith('-'))
const isExtent: Check = value =>
  /^(?:auto|none|(?:min|max|fit)-content)$/.test(value) || (isLength(value) && !value.startsWith('-'))
const isOffset: Check = value => value === 'auto' || isLength(value)
const isOverflow: Check = value =>
  /^(?:visible|hidden|clip|scroll|auto|overlay)(?: (?:visible|hidden|clip|scroll|auto))?$/.test(value)

const isShorthand: Check = () => false

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'display',
    value =>
      /^(?:none|block|inline|inline-block|flow|flow-root|contents|list-item|run-in|(?:inline-)?(?:table|flex|grid)|table-(?:row|cell|caption|column|row-group|header-group|footer-group|column-group)|-(?:webkit|moz|ms)-[a-z-]+|(?:block|inline) [a-z-]+)$/.test(
        value,
      ),
  ],
  ['visibility', oneOf('visible hidden collapse')],
  ['position', oneOf('static relative absolute fixed sticky')],
  ['float', oneOf('left right none inline-start inline-end')],
  ['opacity', isNumber],
  ['zoom', value => value === 'normal' || isNumber(value)],
  ['font-size', isSize],
  ['line-height', value => value === 'normal' || (isLength(value) && !value.startsWith('-'))],
  ['color', isColour],
  ['-webkit-text-fill-color', isColour],
  ['background-color', isColour],
  ['background-image', value => value === 'none' || value.includes('(')],
  ['overflow', isOverflow],
  ['overflow-x', isOverflow],
  ['overflow-y', isOverflow],
  // These are split below.
  ...['font', 'background', 'flex-flow', 'inset'].map((name): [string, Check] => [name, isShorthand]),
  ['margin', mayPush],
  ['padding', anything],
  ...['height', 'max-height', 'width', 'max-width', 'padding-top', 'padding-left'].map(
    (name): [string, Check] => [name, isExtent],
  ),
  ...['text-indent', 'left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin-right'].map(
    (name): [string, Check] => [name, isOffset],
  ),
  ['clip', value => value === 'auto' || value.startsWith('rect(')],
  ['clip-path', value => value === 'none' || value.includes('(') || value.endsWith('-box')],
  ['transform', value => value === 'none' || value.includes('(')],
  ['flex-direction', oneOf('row row-reverse column column-reverse')],
  ['direction', oneOf('ltr rtl')],
  ['unicode-bidi', oneOf('normal embed isolate bidi-override isolate-override plaintext')],
  ['white-space', oneOf('normal pre nowrap pre-wrap pre-line break-spaces')],
  ...[
    'scale',
    'rotate',
    'translate',
    'filter',
    'content-visibility',
    '-webkit-text-security',
    'background-clip',
    'mask',
    'mask-image',
    'order',
    'vertical-align',
    'mso-hide',
    'text-decoration',
    'text-decoration-line',
    'font-weight',
    'letter-spacing',
  ].map((name): [string, Check] => [name, anything]),
])

const FONT_WORDS = words('caption icon menu message-box small-caption status-bar')

/** Splits a value at its blanks, but not within brackets. */
const partsOf = (value: string): string[] =>
  value.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []

type Writable = Map<string, string>

function set(given: Writable, name: string, value: string): void {
  if (CHECKS.get(name)?.(value) === true || GLOBAL.has(value) || isOpen(value)) given.set(name, value)
}

function setFont(given: Writable, value: string): void {
  if (FONT_WORDS.has(value)) set(given, 'font-size', 'small')
  // The size is never the last part: a family follows.
  for (const part of partsOf(value.replace(/\s*\/\s*/g, '/')).slice(0, -1)) {
    const [size = '', height = 'normal'] = part.split('/')
    // A bare number other than zero is a weight.
    if (!isSize(size) || /^[1-9]\d*$/.test(size)) continue
    given.set('font-size', size)
    set(given, 'line-height', height)
    return
  }
}

const IMAGE = /^(?:url|image|image-set|-[a-z-]+|[a-z-]*gradient|[a-z-]*cross-fade)\(/

function setBackground(given: Writable, value: string): void {
  const isPlain = value === 'none' || isColour(value)
  const parts = isPlain ? [value] : partsOf(value.replaceAll(',', ' , '))
  const colour = parts.findLast(part => !IMAGE.test(part) && isColour(part))
  given.set('background-color', colour ?? 'transparent')
  given.set('background-image', parts.filter(part => IMAGE.test(part)).join(' ') || 'none')
  given.set('background-clip', parts.includes('text') ? 'text' : 'border-box')
}

function setInset(given: Writable, value: string): void {
  const [top = '', right = top, bottom = top, left = right] = partsOf(value)
  set(given, 'top', top)
  set(given, 'right', right)
  set(given, 'bottom', bottom)
  set(given, 'left', left)
}

function setParts(given: Writable, name: string, value: string): void {
  if (GLOBAL.has(value)) set(given, name === 'font' ? 'font-size' : `${name}-color`, value)
  else if (name === 'font') setFont(given, value)
  else if (name === 'background') setBackground(given, value)
  else if (name === 'flex-flow') set(given, 'flex-direction', partsOf(value)[0] ?? '')
  else setInset(given, value)
}

/** Two names of one property; the later one counts. */
const OLD_NAME = /^-webkit-(?=background-clip$|mask$|mask-image$)/

const IMPORTANT = /\s*!\s*important$/
const NOTHING: Given = new Map()
export const NO_DECLARATIONS: Declarations = { normal: NOTHING, important: NOTHING }

/** Longer values are not for people; they count as hiding. */
const MAX_VALUE = 1_000
const HIDDEN: Declarations = { normal: NOTHING, important: new Map([['display', 'none']]) }

/** The last of two declarations for one property counts. */
export function parseDeclarations(style: string): Declarations {
  const plain = style.toLowerCase().replaceAll(COMMENT, ' ')
  const normal = new Map<string, string>()
  let important: Map<string, string> | null = null
  const end = plain.length
  let next = 0
  for (let at = 0; at < end; at = next + 1) {
    const stop = plain.indexOf(';', at)
    next = stop < 0 ? end : stop
    const colon = plain.indexOf(':', at)
    if (colon < 0) break
    if (colon < next) {
      const written = plain.slice(at, colon).trim()
      const name = written.startsWith('-') ? written.replace(OLD_NAME, '') : written
      const check = CHECKS.get(name)
      if (check !== undefined) {
        const value = plain.slice(colon + 1, next).trim()
        if (value.length > MAX_VALUE) return HIDDEN
        const bang = value.includes('!') ? IMPORTANT.exec(value) : null
        if (bang !== null) important ??= new Map()
        const given = bang === null || important === null ? normal : important
        const said = bang === null ? value : value.slice(0, bang.index)
        if (said.includes(BROKEN)) continue
        if (check === isShorthand) setParts(given, name, said)
        else if (check(said) || GLOBAL.has(said) || isOpen(said)) given.set(name, said)
      }
    }
  }
  if (normal.size === 0 && important === null) return NO_DECLARATIONS
  return { normal, important: important ?? NOTHING }
}
