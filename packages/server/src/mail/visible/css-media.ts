/**
 * Decides on which screens a rule of a style sheet applies. It assumes a light screen 800 to 1200 pixels
 * wide: rules for narrower screens, for print and for dark colours hide nothing there, so that a mail with a
 * copy for telephones keeps the one for desktops. A query that cannot be decided is doubtful.
 */

export type Holds = 'yes' | 'no' | 'doubtful'

const NARROW = 800
const WIDE = 1200
const UNITS: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16, pt: 1.33, in: 96, cm: 37.8 }

function widthHolds(bound: string, amount: string, unit: string): Holds {
  const pixels = Number(amount) * (UNITS[unit] ?? Number.NaN)
  if (Number.isNaN(pixels)) return 'doubtful'
  if (bound === 'min') return pixels <= WIDE ? 'yes' : 'doubtful'
  if (pixels <= NARROW) return 'no'
  return pixels >= WIDE ? 'yes' : 'doubtful'
}

function featureHolds(feature: string): Holds {
  const width = /^(min|max)-(?:device-)?width\s*:\s*([\d.]+)([a-z]{0,3})$/.exec(feature)
  if (width !== null) return widthHolds(width[1] ?? '', width[2] ?? '', width[3] ?? '')
  const range = /^width\s*(<|>)=?\s*([\d.]+)([a-z]{0,3})$/.exec(feature)
  if (range !== null) return widthHolds(range[1] === '<' ? 'max' : 'min', range[2] ?? '', range[3] ?? '')
  const scheme = /^prefers-color-scheme\s*:\s*(\w+)$/.exec(feature)
  if (scheme !== null) return scheme[1] === 'dark' ? 'no' : 'yes'
  return 'doubtful'
}

function partHolds(part: string): Holds {
  if (part.startsWith('(')) return featureHolds(part.replace(/^\(\s*|\s*\)$/g, ''))
  const type = part.replace(/^only\s+/, '')
  return type === 'screen' || type === 'all' ? 'yes' : 'no'
}

function queryHolds(query: string): Holds {
  if (/^not\b|\bor\b|\(\s*\(|\(\s*not\b/.test(query)) return 'doubtful'
  const parts = query.split(/\band\b/).map(part => partHolds(part.trim()))
  if (parts.includes('no')) return 'no'
  return parts.includes('doubtful') ? 'doubtful' : 'yes'
}

/** Decides whether the rules under the queries apply. */
export function mediaHolds(queries: string): Holds {
  const each = queries
    .toLowerCase()
    .split(',', 50)
    .map(query => query.trim())
  if (each.length === 1 && each[0] === '') return 'yes'
  const held = each.map(queryHolds)
  if (held.includes('yes')) return 'yes'
  return held.includes('doubtful') ? 'doubtful' : 'no'
}
