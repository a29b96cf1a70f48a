/** A command of enriched text (RFC 1896, section 4), or the doubled sign that stands for a single one. */
const COMMAND = /<<|<(\/?)([a-z0-9-]{1,60})>/gi

/** Takes the commands out of enriched text and folds its lines: a single line end is a blank, each further one a line. */
export function plainOfEnriched(text: string): string {
  let out = ''
  let unfilled = 0
  let params = 0
  let at = 0
  const take = (piece: string) => {
    if (params > 0) return
    out += unfilled > 0 ? piece : piece.replace(/\n+/g, ends => (ends.length === 1 ? ' ' : ends.slice(1)))
  }
  for (const match of text.matchAll(COMMAND)) {
    take(text.slice(at, match.index))
    at = match.index + match[0].length
    const [whole, closing, name = ''] = match
    if (whole === '<<') {
      take('<')
      continue
    }
    const step = closing === '/' ? -1 : 1
    const command = name.toLowerCase()
    if (command === 'param') params = Math.max(0, params + step)
    if (command === 'nofill') unfilled = Math.max(0, unfilled + step)
  }
  take(text.slice(at))
  return out
}
