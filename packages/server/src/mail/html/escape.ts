/** Escaping as HTML serialises it (WHATWG HTML, section 13.3), and "<" and ">" in attributes besides. */

export function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, toReference) : text
}

export function escapeAttribute(text: string): string {
  return /[&<>"\u00a0]/.test(text) ? text.replace(/[&<>"\u00a0]/g, toReference) : text
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
