/**
 * Splits text into blocks that a browser can lay out one by one: invisible text then costs nothing, and no
 * line is long enough to freeze the page.
 */
export const MOST_CHARS = 20_000
/** This is far more than any language puts on one letter; a browser needs seconds for tens of thousands. */
const TOO_MANY_MARKS = /((?:\p{M}|\u200d){30})(?:\p{M}|\u200d)+/gu
/** Matches characters that belong to the one before. */
const CONTINUES = /\p{M}|\u200d|[\udc00-\udfff]/u
/** The distance back in which a break is searched. */
const NEAR = 200

/** Returns where a piece of an endless line may end: after a blank, or at least not within a character. */
function endOfPiece(text: string, from: number): number {
  const most = from + MOST_CHARS
  const blank = text.lastIndexOf(' ', most - 1)
  if (blank > most - NEAR) return blank + 1
  let end = most
  while (end > most - NEAR && CONTINUES.test(text.charAt(end))) end--
  return end
}

/** The blocks joined together are the text again, except for marks piled on one letter. */
export function textBlocks(text: string): string[] {
  const calm = text.replace(TOO_MANY_MARKS, '$1')
  const blocks: string[] = []
  let from = 0
  while (calm.length - from > MOST_CHARS) {
    const newline = calm.slice(from, from + MOST_CHARS).lastIndexOf('\n')
    const end = newline < 0 ? endOfPiece(calm, from) : from + newline + 1
    blocks.push(calm.slice(from, end))
    from = end
  }
  blocks.push(calm.slice(from))
  return blocks
}

/** The end of a block ends its last line; a newline there would be copied as an extra empty line. */
export const blockText = (block: string): string => block.replace(/([^\n])\n$/, '$1')

const LINE = 27
const CHARS_PER_LINE = 80

/** Returns roughly how many lines a text takes on a page. */
export function guessLines(text: string): number {
  let lines = 0
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / CHARS_PER_LINE))
  return lines
}

/** Returns a rough height in pixels, so that the scroll bar hardly moves when a block is laid out. */
export const guessBlockHeight = (block: string): number => guessLines(block) * LINE
