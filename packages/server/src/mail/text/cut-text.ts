const ENDS_HALFWAY = /[\ud800-\udbff]$/

/** Returns the beginning of a text, at most `length` UTF-16 units, and never half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, length).replace(ENDS_HALFWAY, '')
}
