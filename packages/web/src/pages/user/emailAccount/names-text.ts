/** Names as they are pasted: one a line, or between commas and spaces; whole addresses where the domain is the chosen one. */
export function readNames(text: string, domain: string): { names: string[]; strange: string[] } {
  const words = text.split(/[\s,;，；、]+/).filter(word => word !== '')
  const strange: string[] = []
  const names: string[] = []
  for (const word of words) {
    const at = word.lastIndexOf('@')
    if (at === -1) names.push(word)
    else if (word.slice(at + 1).toLowerCase() === domain) names.push(word.slice(0, at))
    else strange.push(word)
  }
  return { names, strange }
}
