/**
 * Makes the "relaxed" forms of a message for DKIM (RFC 6376, sections 3.4.2 and 3.4.4). Octets are kept as
 * Latin-1 text.
 */

export type HeaderLine = { readonly key: string; readonly raw: string }

/** Splits a message into header fields with their folding, and the body. Lines end with CRLF. */
export function splitMessage(message: Buffer): { headers: HeaderLine[]; body: string } {
  const startsWithBody = message.length >= 2 && message[0] === 0x0d && message[1] === 0x0a
  const blank = startsWithBody ? -2 : message.indexOf('\r\n\r\n')
  const headerEnd = blank === -1 ? message.length : Math.max(0, blank + 2)
  const body = blank === -1 ? '' : message.toString('latin1', blank + 4)
  const headers: { key: string; raw: string }[] = []
  for (const line of message.toString('latin1', 0, headerEnd).split('\r\n')) {
    const last = headers.at(-1)
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line) && last !== undefined) last.raw += `\r\n${line}`
    else if (colon > 0) headers.push({ key: line.slice(0, colon).trimEnd().toLowerCase(), raw: line })
  }
  return { headers, body }
}

export function relaxedHeader({ key, raw }: HeaderLine): string {
  const value = raw.slice(raw.indexOf(':') + 1)
  return `${key}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** A loop cuts trailing empty lines, because a pattern would be quadratic on a body full of empty lines. */
export function relaxedBody(body: string): string {
  const text = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
  let end = text.endsWith(' ') ? text.length - 1 : text.length
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2
  return end === 0 ? '' : `${text.slice(0, end)}\r\n`
}
