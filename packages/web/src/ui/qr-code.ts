/**
 * Makes QR codes (ISO/IEC 18004) for short texts: byte mode, error correction level M, versions 1 to 20. A
 * text that does not fit has no code. It is small and has no dependencies, so that the home page can load it.
 */

/** Data code words, error correction words per block, and blocks, for level M (tables 7 and 9). */
const VERSIONS: readonly { data: number; correction: number; blocks: number }[] = [
  { data: 16, correction: 10, blocks: 1 },
  { data: 28, correction: 16, blocks: 1 },
  { data: 44, correction: 26, blocks: 1 },
  { data: 64, correction: 18, blocks: 2 },
  { data: 86, correction: 24, blocks: 2 },
  { data: 108, correction: 16, blocks: 4 },
  { data: 124, correction: 18, blocks: 4 },
  { data: 154, correction: 22, blocks: 4 },
  { data: 182, correction: 22, blocks: 5 },
  { data: 216, correction: 26, blocks: 5 },
  { data: 254, correction: 30, blocks: 5 },
  { data: 290, correction: 22, blocks: 8 },
  { data: 334, correction: 22, blocks: 9 },
  { data: 365, correction: 24, blocks: 9 },
  { data: 415, correction: 24, blocks: 10 },
  { data: 453, correction: 28, blocks: 10 },
  { data: 507, correction: 28, blocks: 11 },
  { data: 563, correction: 26, blocks: 13 },
  { data: 627, correction: 26, blocks: 14 },
  { data: 669, correction: 26, blocks: 16 },
]
/** Centres of the alignment patterns (annex E). */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
  [6, 26, 50, 74],
  [6, 30, 54, 78],
  [6, 30, 56, 82],
  [6, 30, 58, 86],
  [6, 34, 62, 90],
]
const LEVEL_M = 0b00

type Grid = { size: number; dark: Uint8Array; fixed: Uint8Array }

/** Multiplication in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((right >> bit) & 1) product ^= left
  }
  return product & 0xff
}

/** The remainder of Reed-Solomon division (section 7.5.2). */
function correctionOf(data: readonly number[], count: number): number[] {
  const divisor: number[] = [...Array<number>(count - 1).fill(0), 1]
  let root = 1
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) divisor[j] = multiply(divisor[j] ?? 0, root) ^ (divisor[j + 1] ?? 0)
    root = multiply(root, 2)
  }
  let rest: number[] = Array<number>(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = [...rest.slice(1), 0].map((value, place) => value ^ multiply(divisor[place] ?? 0, factor))
  }
  return rest
}

/** Returns mode, length, text, terminator and padding (section 7.4) as code words. */
function dataWords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = []
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xec ^ 0x11) push(pad, 8)
  return Array.from({ length: capacity }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => (value << 1) | bit, 0),
  )
}

/** Blocks with their correction, interleaved (section 7.6). */
function allWords(
  data: readonly number[],
  { correction, blocks }: { correction: number; blocks: number },
): number[] {
  const short = Math.floor(data.length / blocks)
  const long = data.length % blocks
  let from = 0
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(from, from + short + (block >= blocks - long ? 1 : 0))
    from += part.length
    return part
  })
  const column = (lists: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, place) => lists.flatMap(list => list[place] ?? [])).flat()
  return [
    ...column(parts, short + 1),
    ...column(
      parts.map(part => correctionOf(part, correction)),
      correction,
    ),
  ]
}

function set(grid: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return
  grid.dark[y * grid.size + x] = dark ? 1 : 0
  grid.fixed[y * grid.size + x] = 1
}

/** Finders, timing, alignment, and room for format and version (section 6.3). */
function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid
  for (let i = 0; i < size; i++) {
    set(grid, 6, i, i % 2 === 0)
    set(grid, i, 6, i % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        set(grid, cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
    }
  }
  const centres = ALIGNMENT[version - 1] ?? []
  const last = centres.at(-1)
  for (const cy of centres) {
    for (const cx of centres) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)) continue
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++)
          set(grid, cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  }
}

const remainder = (value: number, divisor: number, bits: number) => {
  let rest = value
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor)
  return rest & ((1 << bits) - 1)
}

/** Format (section 7.9) and, from version 7 on, version information (section 7.10). */
function drawInformation(grid: Grid, version: number, mask: number): void {
  const { size } = grid
  const format = (LEVEL_M << 3) | mask
  const bits = ((format << 10) | remainder(format, 0x537, 10)) ^ 0x5412
  const bit = (value: number, place: number) => ((value >> place) & 1) === 1
  for (let i = 0; i < 15; i++) {
    const along = i < 6 ? i : i < 8 ? i + 1 : 15 - i
    if (i < 8) set(grid, 8, along, bit(bits, i))
    else set(grid, i === 8 ? 7 : 14 - i, 8, bit(bits, i))
    if (i < 8) set(grid, size - 1 - i, 8, bit(bits, i))
    else set(grid, 8, size - 15 + i, bit(bits, i))
  }
  set(grid, 8, size - 8, true)
  if (version < 7) return
  const named = (version << 12) | remainder(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const a = size - 11 + (i % 3)
    const b = Math.floor(i / 3)
    set(grid, a, b, bit(named, i))
    set(grid, b, a, bit(named, i))
  }
}

/** Fills two columns at a time from the right, up and down in turn (section 7.7.3). */
function drawWords(grid: Grid, words: readonly number[]): void {
  const { size } = grid
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right
    for (let step = 0; step < size; step++) {
      for (const x of [column, column - 1]) {
        const upward = ((right + 1) & 2) === 0
        const y = upward ? size - 1 - step : step
        if (grid.fixed[y * size + x] || at >= words.length * 8) continue
        grid.dark[y * size + x] = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
        at++
      }
    }
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function masked(grid: Grid, mask: number): Grid {
  const hides = MASKS[mask] ?? (() => false)
  const dark = grid.dark.map((value, place) =>
    grid.fixed[place] ? value : value ^ (hides(place % grid.size, Math.floor(place / grid.size)) ? 1 : 0),
  )
  return { ...grid, dark, fixed: grid.fixed.slice() }
}

/**
 * Rates how hard a code is to read (section 7.8.3): runs, blocks, false finders, and too much of one shade.
 */
function penalty({ size, dark }: Grid): number {
  let sum = 0
  const at = (x: number, y: number) => dark[y * size + x] ?? 0
  for (let line = 0; line < size; line++) {
    for (const cell of [(i: number) => at(i, line), (i: number) => at(line, i)]) {
      const text = Array.from({ length: size }, (_, i) => cell(i)).join('')
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
      sum += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
    }
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const four = at(x, y) + at(x - 1, y) + at(x, y - 1) + at(x - 1, y - 1)
      if (four === 0 || four === 4) sum += 3
    }
  const share = dark.reduce((total, value) => total + value, 0) / dark.length
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20)
}

/** Returns the rows of the code, true where it is dark; null when the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const at = VERSIONS.findIndex(({ data }, place) => bytes.length + (place < 9 ? 2 : 3) <= data)
  const shape = VERSIONS[at]
  if (!shape) return null
  const version = at + 1
  const size = 17 + 4 * version
  const grid: Grid = { size, dark: new Uint8Array(size * size), fixed: new Uint8Array(size * size) }
  drawPatterns(grid, version)
  drawInformation(grid, version, 0)
  drawWords(grid, allWords(dataWords(bytes, version, shape.data), shape))
  const tries = MASKS.map((_, mask) => {
    const one = masked(grid, mask)
    drawInformation(one, version, mask)
    return one
  })
  const best = tries.reduce((one, other) => (penalty(other) < penalty(one) ? other : one))
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => best.dark[y * size + x] === 1),
  )
}
