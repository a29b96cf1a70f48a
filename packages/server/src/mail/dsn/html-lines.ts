/**
 * Turns tags into line ends or nothing, and entities into characters: enough to read addresses and reasons.
 */
export function htmlLines(html: string): string {
  return html
    .replace(/<(?:style|script|title)\b[^>]{0,500}>[^<]{0,20000}/gi, '')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d|\/table|p|div|tr)\b[^<>]{0,1000}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}
