/**
 * Text in blocks that a browser can lay out one by one: what is not on the screen then costs nothing, and no line is so
 * long that the page stands still over it.
 */
export const MOST_CHARS = 20_000
/** Far more than any language sets upon one letter; a browser takes seconds over tens of thousands. */
const TOO_MANY_MARKS = /((?:\p{M}|\u200d){30})(?:\p{M}|\u200d)+/gu
/** What belongs to the character before it. */
const CONTINUES = /\p{M}|\u200d|[\udc00-\udfff]/u
/** As far back a place to break a line is looked for. */
const NEAR = 200

/** Where a piece of an endless line may end: behind a blank, or at least not within a character. */
function endOfPiece(text: string, from: number): number {
  const most = from + MOST_CHARS
  const blank = text.lastIndexOf(' ', most - 1)
  if (blank > most - NEAR) return blank + 1
  let end = most
  while (end > most - NEAR && CONTINUES.test(text.charAt(end))) end--
  return end
}

/** Put together they are the text, but for marks heaped upon one letter. */
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

/** The end of a block ends its last line; a newline there as well would be copied as an empty line. */
export const blockText = (block: string): string => block.replace(/([^\n])\n$/, '$1')

const LINE = 27
const CHARS_PER_LINE = 80

/** As many lines as a text takes on a page, roughly. */
export function guessLines(text: string): number {
  let lines = 0
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / CHARS_PER_LINE))
  return lines
}

/** In pixels, roughly: so that the scroll bar hardly moves when a block is laid out. */
export const guessBlockHeight = (block: string): number => guessLines(block) * LINE
