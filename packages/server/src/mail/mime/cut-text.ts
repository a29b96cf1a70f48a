const ENDS_HALFWAY = /[\ud800-\udbff]$/

/** The beginning of a text, of at most `length` UTF-16 units; a character that would be cut in two is left out. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, length).replace(ENDS_HALFWAY, '')
}
