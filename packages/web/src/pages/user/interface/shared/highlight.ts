/** Colours for code: which stretch is a string, a name, a code that somebody waited for. Pure. */
export type Stretch = { text: string; kind: 'plain' | 'string' | 'name' | 'code' }

const pieces = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g

/** JSON: names before a colon, strings, and the value of `code`. */
export function highlightJson(text: string): Stretch[] {
  return split(text, (before, after) => {
    if (/^\s*:/.test(after)) return 'name'
    return /"code": $/.test(before) ? 'code' : 'string'
  })
}

/** Programs: strings only. */
export const highlightCode = (text: string): Stretch[] => split(text, () => 'string')

function split(text: string, kindOf: (before: string, after: string) => Stretch['kind']): Stretch[] {
  const found: Stretch[] = []
  let at = 0
  for (const match of text.matchAll(pieces)) {
    const from = match.index
    const piece = match[0]
    if (from > at) found.push({ text: text.slice(at, from), kind: 'plain' })
    const to = from + piece.length
    found.push({
      text: piece,
      kind: kindOf(text.slice(Math.max(0, from - 12), from), text.slice(to, to + 4)),
    })
    at = to
  }
  if (at < text.length) found.push({ text: text.slice(at), kind: 'plain' })
  return found
}
