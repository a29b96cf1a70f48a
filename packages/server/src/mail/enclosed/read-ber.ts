/**
 * Reads the encoding of signed mail (ITU-T X.690, BER and DER): elements with a tag, a length and content. It
 * is strict about sizes, bounded in depth and number, and copies only strings that are sent in pieces.
 */

export type Element = {
  /** The class and the number; whether the element holds others is told apart. */
  tag: number
  isConstructed: boolean
  /** The place of the whole element. */
  start: number
  end: number
  /** The place of its content. */
  from: number
  to: number
  /** Its inner elements, where they had to be read to find its end. */
  inner: Element[] | null
}

export const Tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x10,
  set: 0x11,
  context0: 0x80,
  context1: 0x81,
  context3: 0x83,
} as const

export type Ber = {
  root: Element
  children(element: Element): Element[]
  /** The content of a string, joined where it was sent in pieces. */
  octets(element: Element): Buffer
  whole(element: Element): Buffer
}

const CONSTRUCTED = 0x20
const INDEFINITE = 0x80
const HIGH_TAG = 0x1f
const MOST_LENGTH_BYTES = 4
const MAX_DEPTH = 32
const MOST_ELEMENTS = 500_000

/** The returned reader throws a RangeError, too, where the encoding is broken. */
export function readBer(bytes: Buffer): Ber {
  let left = MOST_ELEMENTS

  const elementAt = (start: number, limit: number, depth: number): Element => {
    if (left-- === 0 || depth > MAX_DEPTH) throw new RangeError('too many elements')
    if (limit - start < 2) throw new RangeError('an element is cut off')
    const first = bytes.readUInt8(start)
    if ((first & HIGH_TAG) === HIGH_TAG) throw new RangeError('no element has so high a tag')
    const element: Element = {
      tag: first & ~CONSTRUCTED,
      isConstructed: (first & CONSTRUCTED) !== 0,
      ...{ start, end: 0, from: start + 2, to: 0, inner: null },
    }
    const length = bytes.readUInt8(start + 1)
    if (length === INDEFINITE) return readOpenEnded(element, limit, depth)
    let size = length
    if (length > INDEFINITE) {
      const count = length - INDEFINITE
      if (count > MOST_LENGTH_BYTES || limit - element.from < count)
        throw new RangeError('a length is broken')
      size = bytes.readUIntBE(element.from, count)
      element.from += count
    }
    if (size > limit - element.from) throw new RangeError('an element ends beyond its end')
    element.to = element.from + size
    element.end = element.to
    return element
  }

  /** Section 8.1.3.6: the content goes on until an element of two zeros. */
  const readOpenEnded = (element: Element, limit: number, depth: number): Element => {
    if (!element.isConstructed) throw new RangeError('only elements of elements may be open-ended')
    const inner: Element[] = []
    let at = element.from
    for (;;) {
      if (limit - at < 2) throw new RangeError('an element has no end')
      if (bytes.readUInt16BE(at) === 0) break
      const next = elementAt(at, limit, depth + 1)
      inner.push(next)
      at = next.end
    }
    return { ...element, inner, to: at, end: at + 2 }
  }

  const children = (element: Element): Element[] => {
    if (!element.isConstructed) throw new RangeError('the element holds no others')
    if (element.inner !== null) return element.inner
    const found: Element[] = []
    for (let at = element.from; at < element.to; at = found.at(-1)?.end ?? element.to)
      found.push(elementAt(at, element.to, 0))
    element.inner = found
    return found
  }

  const pieces = (element: Element, depth: number): Buffer[] => {
    if (!element.isConstructed) return [bytes.subarray(element.from, element.to)]
    if (depth > MAX_DEPTH) throw new RangeError('a string is cut too often')
    return children(element).flatMap(piece => pieces(piece, depth + 1))
  }

  const octets = (element: Element): Buffer => {
    const [first, ...more] = pieces(element, 0)
    return more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat([first ?? Buffer.alloc(0), ...more])
  }

  const whole = (element: Element): Buffer => bytes.subarray(element.start, element.end)

  return { root: elementAt(0, bytes.length, 0), children, octets, whole }
}

/** Returns an object identifier in figures, such as "1.2.840". */
export function objectId(content: Buffer): string {
  const numbers: number[] = []
  let number = 0
  for (const octet of content.subarray(0, 64)) {
    number = number * 128 + (octet & 0x7f)
    if (octet >= 0x80) continue
    if (numbers.length > 0) numbers.push(number)
    else {
      const first = Math.min(2, Math.floor(number / 40))
      numbers.push(first, number - first * 40)
    }
    number = 0
  }
  return numbers.join('.')
}
