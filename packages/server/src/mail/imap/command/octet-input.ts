/** Octets that came and were not read yet, read as lines or as runs of a known length. */

export type InputLine =
  | { readonly kind: 'line'; readonly text: string }
  /** Too long: only its beginning and its end are known. */
  | { readonly kind: 'cut'; readonly head: string; readonly tail: string; readonly lost: number }

export type OctetInput = {
  push(chunk: Buffer): void
  /** Returns `endless` when a line went on for `lost` octets beyond the room it has. */
  line(room: number, lost: number): InputLine | 'endless' | null
  /** Takes at most so many octets; null when there are none. */
  take(most: number): Buffer | null
  rest(): Buffer
}

const LF = 0x0a
const CR = 0x0d
/** Enough for a tag, and for an announced literal. */
const [HEAD, TAIL] = [256, 32]

export function createInput(): OctetInput {
  let queue: Buffer[] = []
  let line = createGrowing(Number.MAX_SAFE_INTEGER)
  let cut: { head: string; tail: Buffer; lost: number } | null = null

  const take = (most: number): Buffer | null => {
    const chunk = queue[0]
    if (chunk === undefined) return null
    if (chunk.length > most) queue[0] = chunk.subarray(most)
    else queue.shift()
    return chunk.subarray(0, most)
  }

  const append = (piece: Buffer, room: number) => {
    if (cut === null && line.length() + piece.length <= room) return line.append(piece)
    cut ??= { head: line.octets().toString('latin1', 0, HEAD), tail: line.octets().subarray(-TAIL), lost: 0 }
    cut.head += piece.toString('latin1', 0, Math.max(0, HEAD - cut.head.length))
    cut.tail = Buffer.concat([cut.tail, piece.subarray(-TAIL)]).subarray(-TAIL)
    cut.lost += piece.length
    line = createGrowing(Number.MAX_SAFE_INTEGER)
  }

  const finish = (): InputLine => {
    const found: InputLine =
      cut === null
        ? { kind: 'line', text: textOf(line.octets()) }
        : { kind: 'cut', head: cut.head, tail: textOf(cut.tail), lost: cut.lost }
    cut = null
    line = createGrowing(Number.MAX_SAFE_INTEGER)
    return found
  }

  return {
    push: chunk => {
      if (chunk.length > 0) queue.push(chunk)
    },
    line: (room, lost) => {
      for (let chunk = queue[0]; chunk !== undefined; chunk = queue[0]) {
        const end = chunk.indexOf(LF)
        const piece = take(end < 0 ? chunk.length : end + 1)
        // The line end needs room, too.
        if (piece !== null) append(piece, room + 2)
        if (end >= 0) return finish()
        if (cut !== null && cut.lost > lost) return 'endless'
      }
      return null
    },
    take,
    rest: () => {
      const all = Buffer.concat([line.octets(), ...queue])
      queue = []
      line = createGrowing(Number.MAX_SAFE_INTEGER)
      cut = null
      return all
    },
  }
}

function textOf(line: Buffer): string {
  const end = line.at(-1) === LF ? line.length - 1 : line.length
  return line.toString('latin1', 0, line[end - 1] === CR ? end - 1 : end)
}

export type Growing = {
  append(piece: Buffer): void
  length(): number
  octets(): Buffer
}

/**
 * Collects octets in one buffer that grows with what really came: neither what was announced nor a thousand small
 * pieces cost memory.
 */
export function createGrowing(most: number): Growing {
  let room = Buffer.alloc(0)
  let length = 0
  return {
    append: piece => {
      const needed = length + piece.length
      if (needed > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(most, room.length * 2)))
        room.copy(larger, 0, 0, length)
        room = larger
      }
      piece.copy(room, length)
      length = needed
    },
    length: () => length,
    octets: () => room.subarray(0, length),
  }
}
