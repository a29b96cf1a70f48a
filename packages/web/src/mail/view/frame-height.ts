/**
 * How tall the letter in the frame may be. The frame runs nothing and shares nothing, so it cannot tell; this is a guess
 * from the markup, on the generous side. Where it is too small the frame scrolls inside itself.
 */
const LINE = 27
const CHAR = 8.2
/** A line with its margins. */
const shortest = 96

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

function heightOfText(html: string, width: number): number {
  const perLine = Math.max(20, Math.min(width, 640) / CHAR)
  const text = html
    .replace(/<style>[^<]*<\/style>/g, '')
    .replace(/<(?:p|div|tr|li|h[1-6]|br|hr|blockquote|table)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
  let lines = 0
  for (const line of text.split('\n')) {
    const words = line.trim()
    if (words === '') continue
    let units = 0
    for (const char of words) units += char > '\u2e80' ? 2 : 1
    lines += Math.ceil(units / perLine)
  }
  return lines * LINE
}

function heightOfSpace(html: string): number {
  const blocks = html.match(/<(?:p|h[1-6]|tr|li|blockquote|hr)\b/g)?.length ?? 0
  let padding = 0
  for (const [, value] of html.matchAll(/padding(?:-top|-bottom)?:\s*(\d{1,3})px/g)) padding += Number(value)
  return blocks * 12 + Math.min(padding, 600)
}

/** In pixels, for a frame of the given width. */
export function guessFrameHeight(html: string, width: number): number {
  const guess = heightOfText(html, width) + heightOfImages(html) + heightOfSpace(html) + 56
  return Math.round(Math.max(shortest, guess))
}
