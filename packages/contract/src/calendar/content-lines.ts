/**
 * Reads the content lines of calendar text (RFC 5545, section 3.1) and gathers them into components. It takes time in
 * proportion to the text, whatever stands in it, and drops lines that have no form.
 */

export type Property = {
  /** In upper case. */
  readonly name: string
  /** By their names in upper case, without quotes; several values of one stand with commas between them. */
  readonly params: ReadonlyMap<string, string>
  /** As it stands in the file. */
  readonly value: string
}

export type Component = {
  /** In upper case. */
  readonly name: string
  readonly properties: readonly Property[]
  readonly parts: readonly Component[]
}

const mostChars = 2_000_000
const mostLines = 20_000

const mostParams = 100

const nameForm = /^[A-Za-z0-9-]{1,64}$/

/** RFC 6868: quotes and line ends within a parameter. */
const careted: Readonly<Record<string, string>> = { n: '\n', "'": '"', '^': '^' }

const paramText = (given: string): string =>
  given.replaceAll('"', '').replace(/\^([n'^])/g, (whole, mark: string) => careted[mark] ?? whole)

/** Splits a line at the signs that stand outside of quotes; null for one without a value. */
function piecesOf(line: string): { head: string[]; value: string } | null {
  const head: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < line.length && head.length <= mostParams; at++) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || (sign !== ';' && sign !== ':')) continue
    // Outlook writes "TZID=tzone://Microsoft/Utc" without quotes.
    if (sign === ':' && head.length > 0 && line.startsWith('//', at + 1)) continue
    head.push(line.slice(from, at))
    from = at + 1
    if (sign === ':') return { head, value: line.slice(from) }
  }
  return null
}

function propertyOf(line: string): Property | null {
  const pieces = piecesOf(line)
  const [name = '', ...given] = pieces?.head ?? []
  if (pieces === null || !nameForm.test(name)) return null
  const params = new Map<string, string>()
  for (const piece of given) {
    const equals = piece.indexOf('=')
    if (equals > 0) params.set(piece.slice(0, equals).toUpperCase(), paramText(piece.slice(equals + 1)))
  }
  return { name: name.toUpperCase(), params, value: pieces.value }
}

/** A line that begins with a blank goes on with the line before. */
const linesOf = (text: string): string[] =>
  text
    .slice(0, mostChars)
    .replace(/^\ufeff/, '')
    .replace(/(?:\r\n|\r|\n)[ \t]/g, '')
    .split(/\r\n|\r|\n/)

type Growing = { name: string; properties: Property[]; parts: Component[] }

/** Returns what stands in no component, with the components that have an end. */
export function readComponents(text: string): Component {
  const file: Growing = { name: '', properties: [], parts: [] }
  let inner = file
  const around: Growing[] = []
  let read = 0
  for (const line of linesOf(text)) {
    const property = propertyOf(line)
    if (property === null) continue
    if (++read > mostLines) break
    if (property.name === 'BEGIN') {
      around.push(inner)
      inner = { name: property.value.trim().toUpperCase(), properties: [], parts: [] }
    } else if (property.name === 'END') {
      const outer = around.pop()
      if (outer === undefined) continue
      outer.parts.push(inner)
      inner = outer
    } else inner.properties.push(property)
  }
  return file
}

/** Returns the value of a text property as people read it (RFC 5545, section 3.3.11). */
export const wordsOf = (value: string): string =>
  value
    .replace(/\\([\\;,:"nN])/g, (_, mark: string) => (mark === 'n' || mark === 'N' ? '\n' : mark))
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** Returns the same for a text that stands in one line. */
export const lineOf = (value: string): string =>
  wordsOf(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
