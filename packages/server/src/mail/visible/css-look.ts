import { type Colour, type Paint, parseColour } from './css-colour.ts'
import { type Given, isOpen } from './css-declarations.ts'
import { lengthOf, mayPush, pixelsOf, SIZE_WORDS } from './css-length.ts'

/**
 * Reads as much of CSS as decides whether a reader sees a text: hiding, sizes, colours and strikes. A style
 * that may hide a text counts as hiding it, because an invisible code is worse than none.
 */

/** The look that one element's own style sets; a missing member sets nothing. */
export type Look = {
  gone?: boolean
  /** Hidden only in Outlook. */
  msoHidden?: boolean
  invisible?: boolean
  opacity?: number
  size?: number
  /** The size relative to the parent, for em and per cent. */
  scale?: number
  /** Content beyond its edge is invisible. */
  cut?: boolean
  /** The width in pixels of a box whose overflow is invisible. */
  room?: number
  /** The distance in pixels from its edge to the beginning of its text. */
  shift?: number
  /** Its lines have no height, so they are visible only if nothing cuts overflow. */
  flat?: boolean
  colour?: Paint
  /** The colours that may be behind the text, or 'unknown'. Without any, those behind the parent apply. */
  grounds?: readonly Colour[] | 'unknown'
  struck?: boolean
  strong?: boolean
  inline?: boolean
  pre?: boolean
  /** Its letters appear in another order than they are written. */
  reversed?: boolean
  /** It appears at another place than it is written. */
  moved?: boolean
  /** Its content appears in another order than it is written. */
  moving?: boolean
  /** It is raised above or lowered below the line. */
  raised?: boolean
}

/** This object is shared and never written to. */
export const NO_LOOK: Look = {}

/** Boxes lower or narrower than this show nothing of a text. */
const TOO_LOW = 6
const FAR_BACK = -100
const FAR_AHEAD = 600
const MOVES = /^(?:translate(?:[xyz]|3d)?|rotate|scale)\([^()]*\)$/

/** True when a transform turns, moves or shrinks so little that the text stays in place and readable. */
function isHarmless(transform: string): boolean {
  if (/^(?:none|initial|inherit|unset|revert)/.test(transform)) return true
  return transform.split(/(?<=\))\s*/).every(part => {
    const numbers = part.match(/-?[\d.]+(?![\d.]*d\()/g)?.map(Number) ?? []
    const least = part.startsWith('scale') ? 0.5 : -45
    return (
      part === '' || (MOVES.test(part) && !/turn|rad/.test(part) && numbers.every(n => n >= least && n <= 45))
    )
  })
}

const pixelsIn = (given: Given, name: string): number | null => {
  const value = given.get(name)
  const length = value === undefined ? null : lengthOf(value)
  return length === null ? null : pixelsOf(length)
}

/** Percentages refer to unknown sizes, so they give null. */
const pixelsOfFixed = (given: Given, name: string): number | null =>
  given.get(name)?.includes('%') === true ? null : pixelsIn(given, name)

/** Percentages refer to unknown sizes and are not tiny, except zero. */
function isTiny(given: Given, name: string): boolean {
  const value = given.get(name)
  const length = value === undefined ? null : lengthOf(value)
  return length !== null && (length.unit === '%' ? length.amount < 1 : pixelsOf(length) < TOO_LOW)
}

function isFar(value: string | undefined): boolean {
  const length = value === undefined ? null : lengthOf(value)
  if (length === null) return false
  if (length.unit === '%') return length.amount <= FAR_BACK || length.amount >= 95
  const pixels = pixelsOf(length)
  return pixels <= FAR_BACK || pixels >= FAR_AHEAD
}

const PLACES = ['left', 'top', 'right', 'bottom']
const PUSHES = ['text-indent', 'margin-left', 'padding-left']
const SHIFTS = ['text-indent', 'margin-left', 'margin-top', 'padding-left']
const OVERFLOWS = ['overflow', 'overflow-x', 'overflow-y']
const EXTENTS = ['height', 'max-height', 'width', 'max-width']

function isCut(given: Given): boolean {
  return OVERFLOWS.some(name => /hidden|clip|scroll|auto/.test(given.get(name) ?? ''))
}

/** Returns the largest of the values, in pixels. */
function most(values: string | undefined): number {
  const lengths = values?.split(' ').map(value => lengthOf(value)) ?? []
  return Math.max(0, ...lengths.map(length => (length === null ? 0 : pixelsOf(length))))
}

/** True when the content of the box is outside its visible part. */
function isCutAway(given: Given): boolean {
  if (EXTENTS.some(name => isTiny(given, name))) return true
  const padding = most(given.get('padding'))
  const pushes = (push: string, room: string) => {
    const pixels = Math.max(padding, most(given.get(push)))
    return pixels > 0 && pixels >= (pixelsIn(given, room) ?? Number.POSITIVE_INFINITY)
  }
  if (pushes('padding-top', 'height') || pushes('padding-top', 'max-height')) return true
  if (pushes('padding-left', 'width') || pushes('padding-left', 'max-width')) return true
  return pushes('text-indent', 'width') || pushes('text-indent', 'max-width')
}

const isFaint = (value: string) => {
  const part = Number.parseFloat(value)
  return !((value.endsWith('%') ? part / 100 : part) >= 0.1)
}

function isPlacedAway(given: Given): boolean {
  if (SHIFTS.some(name => isFar(given.get(name)))) return true
  if (['margin', 'padding'].some(name => given.get(name)?.split(' ').some(isFar) === true)) return true
  const placed = given.get('position') ?? 'static'
  return placed !== 'static' && PLACES.some(name => isFar(given.get(name)))
}

const NO_MASK = /^(?:none|inherit|initial|unset)/

/** True for rare properties that only serve to hide or to distort. */
function isDistorted(given: Given): boolean {
  const other = (name: string, harmless: RegExp) => !harmless.test(given.get(name) ?? 'none')
  if (
    other('clip', /^(?:none|auto|inherit|initial|unset)$/) ||
    other('clip-path', /^(?:none|inherit|initial|unset)$/)
  )
    return true
  if (!isHarmless(given.get('transform') ?? 'none')) return true
  if (other('mask', NO_MASK) || other('mask-image', NO_MASK)) return true
  if (other('scale', /^(?:none|1)/) || other('rotate', /^(?:none|0)/) || other('translate', /^(?:none|0)/))
    return true
  if (/opacity|brightness|contrast|blur|url/.test(given.get('filter') ?? '')) return true
  const zoom = given.get('zoom')
  if (zoom !== undefined && isFaint(zoom) && zoom !== 'normal') return true
  return given.get('content-visibility') === 'hidden' || other('-webkit-text-security', /^none/)
}

const isNotDisplayed = (display: string) =>
  display === 'none' || display.startsWith('table-column') || isOpen(display)

function readColour(value: string | undefined): Paint | undefined {
  if (value === undefined) return undefined
  if (isOpen(value)) return 'transparent'
  return parseColour(value) ?? undefined
}

const COLOURS = /#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|[a-z]+(?![a-z(-])/g

/** Every colour of a gradient may be the one behind the text. */
function groundsOf(given: Given): Look['grounds'] {
  const image = given.get('background-image') ?? 'none'
  const own = readColour(given.get('background-color'))
  if (own === undefined && !image.includes('(')) return undefined
  const grounds = own === undefined || own === 'transparent' ? [] : [own]
  if (image.includes('(')) {
    if (!image.includes('gradient(')) return 'unknown'
    for (const [word] of image.matchAll(COLOURS)) {
      const colour = parseColour(word)
      if (colour !== null && colour !== 'transparent') grounds.push(colour)
    }
  }
  return grounds
}

function readSize(look: Look, value: string | undefined): void {
  if (value === undefined || value === 'inherit' || value === 'unset') return
  const word = SIZE_WORDS.get(value)
  const length = word === undefined ? lengthOf(value) : null
  if (length?.scale !== undefined) look.scale = length.scale
  else look.size = word ?? length?.size ?? (isOpen(value) ? 0 : 16)
}

function readOrder(look: Look, given: Given): void {
  if (given.get('unicode-bidi')?.endsWith('override') === true)
    look.reversed = given.get('direction') !== 'ltr'
  if (given.get('flex-direction')?.endsWith('reverse') === true) look.moving = true
  const float = given.get('float') ?? 'none'
  if (float !== 'none') look.inline = true
  if (float === 'right' || float === 'inline-end' || given.has('order')) look.moved = true
  const raised = given.get('vertical-align')
  if (raised === 'super' || raised === 'sub') look.raised = true
}

function readInk(look: Look, given: Given): void {
  const colour = readColour(given.get('-webkit-text-fill-color')) ?? readColour(given.get('color'))
  const grounds = groundsOf(given)
  if (colour === 'transparent' && given.get('background-clip') === 'text' && grounds !== undefined) {
    // Transparent letters show the background through them; without a background of their own they are
    // invisible.
    if (grounds !== 'unknown') look.colour = grounds[0] ?? colour
    return
  }
  if (colour !== undefined) look.colour = colour
  if (grounds !== undefined) look.grounds = grounds
}

function readShown(look: Look, given: Given): void {
  const display = given.get('display')
  if (display !== undefined && isNotDisplayed(display)) look.gone = true
  if (display?.startsWith('inline') === true) look.inline = true
  if (given.get('mso-hide') === 'all') look.msoHidden = true
  const visibility = given.get('visibility')
  if (visibility !== undefined && visibility !== 'inherit')
    look.invisible = !/^(?:visible|initial)$/.test(visibility)
  const opacity = given.get('opacity')
  if (opacity === undefined || /^[iur]/.test(opacity)) return
  look.opacity = Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1) || 0
}

function readFont(look: Look, given: Given): void {
  readSize(look, given.get('font-size'))
  const line = given.get('line-height')
  const height = line === undefined ? null : lengthOf(line)
  if (height !== null) look.flat = height.unit === '' ? height.amount < 0.3 : pixelsOf(height) < TOO_LOW - 1
  else if (line === 'normal') look.flat = false
}

function readText(look: Look, given: Given): void {
  const decoration = `${given.get('text-decoration') ?? ''} ${given.get('text-decoration-line') ?? ''}`
  if (decoration.includes('line-through')) look.struck = true
  if (/^(?:bold|[6-9]00)/.test(given.get('font-weight') ?? '') || given.has('letter-spacing'))
    look.strong = true
  if (/^(?:pre|break-spaces)/.test(given.get('white-space') ?? '')) look.pre = true
}

function readBox(look: Look, given: Given): void {
  if (!isCut(given)) return
  look.cut = true
  if (isCutAway(given)) look.gone = true
  const widths = [pixelsOfFixed(given, 'width'), pixelsOfFixed(given, 'max-width')]
  const room = Math.min(...widths.map(width => width ?? Number.POSITIVE_INFINITY))
  if (room !== Number.POSITIVE_INFINITY) look.room = room
}

function readPlace(look: Look, given: Given): void {
  if (isPlacedAway(given)) look.gone = true
  const shift = Math.max(...PUSHES.map(name => most(given.get(name))))
  if (shift > 0) look.shift = shift
}

function readDistortion(look: Look, given: Given): void {
  if (isDistorted(given)) look.gone = true
}

/** The reader of each property. Most elements have few properties, so few readers run. */
const READERS: readonly { properties: string; read(look: Look, given: Given): void }[] = [
  { properties: 'display mso-hide visibility opacity', read: readShown },
  { properties: 'font-size line-height', read: readFont },
  { properties: 'color background-color background-image -webkit-text-fill-color', read: readInk },
  {
    properties: 'text-decoration text-decoration-line font-weight letter-spacing white-space',
    read: readText,
  },
  { properties: 'overflow overflow-x overflow-y', read: readBox },
  {
    properties: 'position text-indent margin margin-left margin-top padding padding-left',
    read: readPlace,
  },
  {
    properties:
      'clip clip-path transform scale rotate translate filter zoom mask mask-image content-visibility -webkit-text-security',
    read: readDistortion,
  },
  { properties: 'unicode-bidi flex-direction float order vertical-align', read: readOrder },
]
const READER_OF: ReadonlyMap<string, number> = new Map(
  READERS.flatMap(({ properties }, i) =>
    properties.split(' ').map((name): [string, number] => [name, 1 << i]),
  ),
)
const PLACE = READER_OF.get('margin')

/** Makes the look from the declarations that apply to an element. */
export function lookOfGiven(given: Given): Look {
  let wanted = 0
  for (const [name, value] of given) {
    const reader = READER_OF.get(name) ?? 0
    if (reader !== PLACE || name === 'position' || mayPush(value)) wanted |= reader
  }
  if (wanted === 0) return NO_LOOK
  const look: Look = {}
  for (let i = 0; wanted >> i !== 0; i++) if ((wanted & (1 << i)) !== 0) READERS[i]?.read(look, given)
  return look
}
