import { alike, type Colour, type Paint } from './css-colour.ts'
import { type Look, NO_LOOK } from './css-look.ts'
import type { Tag } from './html-tags.ts'

/** Decides whether the text of an element is visible, from its parent and its own look. */
export type Sight = {
  gone: boolean
  invisible: boolean
  opacity: number
  size: number
  cut: boolean
  /** The width of the narrowest box around it that cuts overflow. */
  room: number
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
  room: Number.POSITIVE_INFINITY,
  flat: false,
  colour: { r: 0, g: 0, b: 0 },
  grounds: [{ r: 255, g: 255, b: 255 }],
}

/** Letters of this many pixels or fewer are not for readers. */
const TOO_SMALL = 2.5
/** Text with less opacity than this is invisible. */
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
    // "mso-hide" on a button hides it only from Outlook, which gets a button of its own in a comment.
    gone:
      parent.gone || look.gone === true || msoHidden || tag.neverShown || (look.shift ?? 0) >= parent.room,
    invisible: look.invisible ?? parent.invisible,
    opacity: look.opacity === undefined ? parent.opacity : parent.opacity * look.opacity,
    size: look.scale === undefined ? size : parent.size * look.scale,
    cut: parent.cut || look.cut === true,
    room: Math.min(parent.room, look.room ?? parent.room),
    flat: look.flat ?? parent.flat,
    colour: look.colour ?? (tag.name === 'a' ? LINK_COLOUR : parent.colour),
    grounds: look.grounds === undefined || look.grounds.length === 0 ? parent.grounds : look.grounds,
  }
}
