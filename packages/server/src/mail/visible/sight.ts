import { alike, type Colour, type Paint } from './css-colour.ts'
import { type Look, NO_LOOK } from './css-look.ts'
import type { Tag } from './html-tags.ts'

/** Whether the text of an element is seen, by what it takes from its parent and by its own look. */
export type Sight = {
  gone: boolean
  invisible: boolean
  opacity: number
  size: number
  cut: boolean
  flat: boolean
  colour: Paint
  grounds: readonly Colour[] | 'unknown'
}

export const ROOT_SIGHT: Sight = {
  gone: false,
  invisible: false,
  opacity: 1,
  size: 16,
  cut: false,
  flat: false,
  colour: { r: 0, g: 0, b: 0 },
  grounds: [{ r: 255, g: 255, b: 255 }],
}

/** Letters of this many pixels or fewer are for machines. */
const TOO_SMALL = 2.5
/** Fainter than this is not seen. */
const FAINT = 0.1
const LINK_COLOUR: Colour = { r: 0, g: 0, b: 238 }

export function isSeen(sight: Sight): boolean {
  if (sight.gone || sight.invisible || sight.size <= TOO_SMALL || sight.opacity < FAINT) return false
  const { colour, grounds } = sight
  if (colour === 'transparent' || (sight.cut && sight.flat)) return false
  return grounds === 'unknown' || !grounds.some(ground => alike(colour, ground))
}

export function sightFor(parent: Sight, tag: Tag, look: Look): Sight {
  if (look === NO_LOOK && tag.plain) return parent
  const size = look.size ?? tag.size ?? parent.size
  const msoHidden = look.msoHidden === true && tag.name !== 'a'
  return {
    // "mso-hide" on a button only hides it from Outlook, which gets one of its own in a comment.
    gone: parent.gone || look.gone === true || msoHidden || tag.neverShown,
    invisible: look.invisible ?? parent.invisible,
    opacity: look.opacity === undefined ? parent.opacity : parent.opacity * look.opacity,
    size: look.scale === undefined ? size : parent.size * look.scale,
    cut: parent.cut || look.cut === true,
    flat: look.flat ?? parent.flat,
    colour: look.colour ?? (tag.name === 'a' ? LINK_COLOUR : parent.colour),
    grounds: look.grounds === undefined || look.grounds.length === 0 ? parent.grounds : look.grounds,
  }
}
