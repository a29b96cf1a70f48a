/**
 * Finds web addresses, mail addresses and host names in a line. Digits in them are not codes, and words in
 * them tell nothing about the mail. It first cuts out runs without blanks, so that each run is looked at
 * once.
 */

export type Span = [number, number]

const RUN = /[!-~]+/g
const HOST = /^[("'<[]?(?:[a-z0-9-]+\.)+[a-z]{2,12}(?:[/:?#,.)"'>\]]|$)/

/** A line without one of these holds no address. */
const HINT = /@|:\/\/|\.[a-z]{2}|www\./i

function startOf(run: string): number {
  const scheme = /https?:\/\/|www\./i.exec(run)
  if (scheme !== null) return scheme.index
  return run.includes('@') || HOST.test(run) ? 0 : -1
}

export function addressSpans(folded: string): Span[] {
  const spans: Span[] = []
  if (!HINT.test(folded)) return spans
  for (const match of folded.matchAll(RUN)) {
    if (match[0].length < 4) continue
    const from = startOf(match[0])
    if (from >= 0) spans.push([match.index + from, match.index + match[0].length])
  }
  return spans
}
