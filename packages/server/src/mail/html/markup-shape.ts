/**
 * The shape of cleaned markup, as far as it decides how long a browser takes to compare a selector with it. It reads
 * the sanitiser's own spelling only.
 */
import { VOID_ELEMENTS } from './allowed-markup.ts'

export type MarkupShape = {
  /** The depth of the deepest element. */
  depth: number
  /** The greatest number of elements beside each other. */
  widest: number
  /** The number of elements for each tag, `.class` and `#id`, and for `*`. */
  counts: ReadonlyMap<string, number>
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g
const NAMES = / (class|id)="([^"]*)"/g

export function shapeOf(markup: string): MarkupShape {
  const counts = new Map<string, number>()
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const children = [0]
  let depth = 0
  let widest = 0
  for (const [, closing, tag = '', attributes = ''] of markup.matchAll(TAG)) {
    if (closing === '/') {
      if (children.length > 1) children.pop()
      continue
    }
    const beside = (children.pop() ?? 0) + 1
    widest = Math.max(widest, beside)
    children.push(beside)
    depth = Math.max(depth, children.length)
    if (!VOID_ELEMENTS.has(tag)) children.push(0)
    count('*')
    count(tag)
    for (const [, kind, names = ''] of attributes.matchAll(NAMES))
      for (const name of names.split(' ')) count(`${kind === 'id' ? '#' : '.'}${name}`)
  }
  return { depth, widest, counts }
}

/** The steps of a browser for one element and the shortest selector. */
const STEPS = 10

/**
 * Estimates the steps in which a browser compares a selector with all elements. Only elements that the last part names
 * are looked at; from each of them the browser walks to its ancestors and to those beside it.
 */
export function stepsFor(selector: string, { depth, widest, counts }: MarkupShape): number {
  const parts = selector.split(/[ >+~]/)
  const last = parts.at(-1)?.replace(/:[a-z-]+(?:\([^()]*\))?/g, '') ?? ''
  const names = last.match(/[.#]?[\w-]+/g) ?? ['*']
  const elements = Math.min(...names.map(name => counts.get(name) ?? 0))
  const up = selector.split(' ').length - 1
  const back = selector.split(/~|:nth/).length - 1
  return STEPS + elements * (STEPS + parts.length + up * depth + back * widest)
}
