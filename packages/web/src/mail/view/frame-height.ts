/**
 * How tall the letter in the frame may be. The frame runs nothing and shares nothing, so it cannot tell; this is a guess
 * from the markup, on the generous side. Where it is too small the frame scrolls inside itself.
 */
const SIZE = 15
const LEADING = 1.8
const CHAR = 8.2
/** A line with its margins. */
const shortest = 96

const headings: Readonly<Record<string, number>> = { h1: 30, h2: 23, h3: 18, h4: 15, h5: 15, h6: 15 }

function heightOfImages(html: string): number {
  let sum = 0
  for (const [tag] of html.matchAll(/<img [^>]*>/g)) {
    const height = Number(
      / height="(\d{1,4})"/.exec(tag)?.[1] ?? /height:\s*(\d{1,4})px/.exec(tag)?.[1] ?? 40,
    )
    sum += Math.min(height, 600)
  }
  return sum
}

/** How large the letters of a piece are: as large as any of its tags says. */
function sizeOf(piece: string): number {
  const heading = headings[/^<(h[1-6])\b/.exec(piece)?.[1] ?? ''] ?? SIZE
  const named = Array.from(piece.matchAll(/font-size:\s*(\d{1,3})px/g), ([, size]) => Number(size))
  return Math.min(96, Math.max(heading, ...named))
}

function heightOfText(html: string, width: number): number {
  const pieces = html
    .replace(/<style>[^<]*<\/style>/g, '')
    .split(/(?=<(?:p|div|tr|li|h[1-6]|br|hr|blockquote|table)\b)/)
  let height = 0
  for (const piece of pieces) {
    const words = piece.replace(/<[^>]*>/g, '').trim()
    const isBreak = piece.startsWith('<br')
    if (words === '' && !isBreak) continue
    let units = 0
    for (const char of words) units += char > '\u2e80' ? 2 : 1
    const size = sizeOf(piece)
    const perLine = Math.max(20, Math.min(width, 640) / CHAR) * (SIZE / size)
    height += Math.max(1, Math.ceil(units / perLine)) * size * LEADING
  }
  return height
}

const countOf = (html: string, tags: RegExp): number => html.match(tags)?.length ?? 0

function heightOfSpace(html: string): number {
  let padding = 0
  for (const [, side, value] of html.matchAll(/padding(-top|-bottom)?:\s*(\d{1,3})px/g))
    padding += Number(value) * (side === undefined ? 2 : 1)
  const rows = countOf(html, /<tr\b/g)
  const cell = Number(/ cellpadding="(\d{1,2})"/.exec(html)?.[1] ?? 0)
  return (
    countOf(html, /<(?:p|ul|ol|pre|blockquote|hr)\b/g) * 16 +
    countOf(html, /<h[1-6]\b/g) * 24 +
    countOf(html, /<(?:tr|li)\b/g) * 12 +
    // What is said before a link of where it leads.
    Math.min(countOf(html, / data-true-host="/g), 40) * SIZE * LEADING +
    Math.min(padding, 600) +
    Math.min(rows * cell * 2, 600)
  )
}

/** In pixels, for a frame of the given width. */
export function guessFrameHeight(html: string, width: number): number {
  const guess = heightOfText(html, width) + heightOfImages(html) + heightOfSpace(html) + 40
  return Math.round(Math.max(shortest, guess))
}
