/** Reads colours in styles and in HTML attributes. */

export type Colour = { r: number; g: number; b: number }
export type Paint = Colour | 'transparent'

/** Colour names, each with six digits. */
const NAMED = new Map(
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 canvas ffffff canvastext 000000 field ffffff fieldtext 000000 window ffffff windowtext 000000 linktext 0000ee buttonface efefef buttontext 000000 initial 000000'
    .match(/\S+ \S+/g)
    ?.map((pair): [string, string] => [pair.slice(0, -7), pair.slice(-6)]),
)

const HEX = /^#(?:[0-9a-f]{6}|[0-9a-f]{3,4}|[0-9a-f]{8})$/
/** A digit that had an escape, as plain styles write it; after "#" it still counts as a digit. */
const ESCAPED_DIGIT = /[\ue030-\ue039]/g
const ESCAPED = 0xe000
/** A colour with less opacity than this is invisible. */
const FAINT = 0.1

function hexColour(hex: string): Paint {
  const value = Number.parseInt(hex, 16)
  if (hex.length === 6) return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
  if (hex.length === 3) return { r: (value >> 8) * 17, g: ((value >> 4) & 15) * 17, b: (value & 15) * 17 }
  const each = hex.length / 4
  if (Number.parseInt(hex.slice(3 * each), 16) < FAINT * (each === 1 ? 15 : 255)) return 'transparent'
  return hexColour(hex.slice(0, 3 * each))
}

function hslColour(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { r: part(0), g: part(8), b: part(4) }
}

const share = (part: string, whole: number) =>
  part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part)

/**
 * Reads a colour given by a function. A colour that cannot be computed may match the background, so it counts
 * as invisible.
 */
function calledColour(name: string, inside: string): Paint {
  const parts = inside.split(/[\s,/]+/).filter(part => part !== '')
  const [first = '', second = '', third = '', fourth = '1'] = parts
  if (!(share(fourth, 1) >= FAINT)) return 'transparent'
  const isHsl = name.startsWith('hsl')
  const colour = isHsl
    ? hslColour(Number.parseFloat(first), share(second, 1), share(third, 1))
    : { r: share(first, 255), g: share(second, 255), b: share(third, 255) }
  const known = (isHsl || name.startsWith('rgb')) && !/turn|rad|from|calc|none/.test(inside)
  return known && !Number.isNaN(colour.r + colour.g + colour.b) ? colour : 'transparent'
}

/** Returns null when the word is not a colour. */
export function parseColour(word: string): Paint | null {
  if (word === 'transparent') return word
  if (word.startsWith('#')) {
    const hex = word.replace(ESCAPED_DIGIT, sign => String.fromCharCode(sign.charCodeAt(0) - ESCAPED))
    return HEX.test(hex) ? hexColour(hex.slice(1)) : null
  }
  const named = NAMED.get(word)
  if (named !== undefined) return hexColour(named)
  const call =
    /^(rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|contrast-color)\((.{0,200})\)$/.exec(word)
  return call === null ? null : calledColour(call[1] ?? '', call[2] ?? '')
}

/** Reads the colour of an attribute, which is never invalid (HTML, section 2.3.6, legacy colour values). */
export function legacyColour(value: string): Paint | null {
  const word = value.trim().toLowerCase()
  if (word === '' || word === 'transparent') return null
  const known = /^#[0-9a-f]{3}$/.test(word) ? word.slice(1) : NAMED.get(word)
  if (known !== undefined) return hexColour(known)
  const digits = word
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/g, '0')
  const each = Math.max(1, Math.ceil(digits.length / 3))
  const padded = digits.padEnd(each * 3, '0')
  let thirds = [0, 1, 2].map(i => padded.slice(i * each, (i + 1) * each).slice(-8))
  while ((thirds[0]?.length ?? 0) > 2 && thirds.every(third => third.startsWith('0')))
    thirds = thirds.map(third => third.slice(1))
  const [r = 0, g = 0, b = 0] = thirds.map(third => Number.parseInt(third.slice(0, 2), 16))
  return { r, g, b }
}

/** True when two colours are so alike that no eye can tell them apart. */
export function alike(a: Colour, b: Colour): boolean {
  return Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b) <= 36
}
