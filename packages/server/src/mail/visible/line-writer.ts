/**
 * Lays out pieces of text as lines. It collapses white space and puts the cells of a table row on one line,
 * separated by tabs, as long as each cell holds a single line. That keeps a label beside its value, and
 * digits in cells of their own together.
 */

/** One line as laid out: a paragraph, a heading, or one row of a table with its cells separated by tabs. */
export type Block = {
  text: string
  /** The largest font size in it, in pixels. */
  size: number
  /** True when it is bold, wide-set or in a heading. */
  strong: boolean
  quoted: boolean
  /** The struck-out places [from, to) in the text. */
  struck: [number, number][]
}

export type Style = { size: number; strong: boolean; quoted: boolean; struck: boolean; pre: boolean }

export type LineWriter = {
  write(text: string, style: Style): void
  breakLine(): void
  startRow(): void
  startCell(): void
  endRow(): void
  /** Returns the block of the next character and the place in it. */
  place(): { block: number; start: number }
  isFull(): boolean
  finish(): Block[]
}

/** The number of visible characters kept in all. */
const MAX_TEXT = 49_152
/** The number of characters in one line; the rest goes to the next line. */
const MAX_LINE = 2_000
const MAX_BLOCKS = 2_000
/** The number of struck places kept for one line; beyond it the last one grows. */
const MAX_STRUCK = 20

export function makeLineWriter(): LineWriter {
  const blocks: Block[] = []
  /** For each open row, the number of blocks at its beginning. */
  const rows: number[] = []
  let current = emptyBlock()
  /** The last character of the current block. Asking its growing text would copy it each time. */
  let last = ''
  let pending = false
  let total = 0

  const flush = () => {
    const text = current.text.trimEnd()
    if (text.trim() !== '') blocks.push({ ...current, text })
    current = emptyBlock()
    last = ''
    pending = false
  }
  const append = (words: string, style: Style) => {
    if (pending) flush()
    if (current.text.length + words.length > MAX_LINE) flush()
    const from = current.text.length
    current.text += words
    last = words.at(-1) ?? last
    total += words.length
    if (words.trim() === '') return
    if (style.struck) strike(current, from)
    current.size = Math.max(current.size, style.size)
    current.strong ||= style.strong
    current.quoted ||= style.quoted
  }
  const writeLine = (text: string, style: Style) => {
    let words = text.replace(/[\t\n\r\f ]{2,}|[\t\n\r\f]/g, ' ')
    const atStart = pending || current.text === '' || last === ' ' || last === '\t'
    if (atStart && words.startsWith(' ')) words = words.slice(1)
    if (words === '') return
    // A blank between two blocks must not begin the next line.
    if (pending && words.trim() === '') return
    for (let at = 0; at < words.length; at += MAX_LINE) append(words.slice(at, at + MAX_LINE), style)
  }

  return {
    write(text, style) {
      const room = text.slice(0, MAX_TEXT - total)
      if (!style.pre) return writeLine(room, style)
      room.split('\n').forEach((line, i) => {
        if (i > 0) flush()
        writeLine(line, style)
      })
    },
    breakLine() {
      // A cell that has only begun stays on the line of its row.
      if (current.text !== '' && last !== '\t') pending = true
    },
    startRow() {
      if (current.text !== '' && last !== '\t') pending = true
      if (rows.length < 256) rows.push(pending ? blocks.length + 1 : blocks.length)
    },
    startCell() {
      const sameLine = rows.at(-1) === blocks.length && current.text !== ''
      if (!sameLine || current.text.length + 1 > MAX_LINE) return
      pending = false
      if (last !== '\t') current.text += '\t'
      last = '\t'
    },
    endRow() {
      rows.pop()
      if (current.text.trim() !== '') pending = true
    },
    place: () =>
      pending ? { block: blocks.length + 1, start: 0 } : { block: blocks.length, start: current.text.length },
    isFull: () => total >= MAX_TEXT || blocks.length >= MAX_BLOCKS,
    finish() {
      flush()
      return blocks
    },
  }
}

/** Marks the block as struck out from the place to its end. */
function strike(block: Block, from: number): void {
  const last = block.struck.at(-1)
  if (last !== undefined && (last[1] === from || block.struck.length >= MAX_STRUCK))
    last[1] = block.text.length
  else block.struck.push([from, block.text.length])
}

function emptyBlock(): Block {
  return { text: '', size: 0, strong: false, quoted: false, struck: [] }
}
