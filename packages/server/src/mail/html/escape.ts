/** Escapes as HTML serialises (WHATWG HTML, section 13.3), and also "<" and ">" in attributes. */

export function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, toReference) : text
}

export function escapeAttribute(text: string): string {
  return /[&<>"\u00a0]/.test(text) ? text.replace(/[&<>"\u00a0]/g, toReference) : text
}

const growth: Readonly<Record<number, number>> = { 38: 4, 60: 3, 62: 3, 160: 5 }

/** Returns the greatest length that a text can have after escaping. */
export function escapedLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x3f || code === 0xa0) length += growth[code] ?? 0
  }
  return length
}

function toReference(char: string): string {
  switch (char) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    default:
      return '&nbsp;'
  }
}
