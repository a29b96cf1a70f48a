/** Several words of which one is enough, kept as a regular expression: 优惠、满减 is `优惠|满减`. */
const special = /[\\^$.*+?()[\]{}|]/g
const separator = /[、，,；;\n]+/

export function splitWords(text: string): string[] {
  return text
    .split(separator)
    .map(word => word.trim())
    .filter(word => word !== '')
}

export function wordsToPattern(text: string): string {
  return splitWords(text)
    .map(word => word.replace(special, '\\$&'))
    .join('|')
}

/** The words again, or null when the pattern is more than plain alternatives. */
export function patternToWords(pattern: string): string[] | null {
  const words = ['']
  for (let i = 0; i < pattern.length; i++) {
    let char = pattern.charAt(i)
    if (char === '|') {
      words.push('')
      continue
    }
    if (char === '\\') {
      i++
      char = pattern.charAt(i)
      if (char.search(special) !== 0) return null
    } else if (char.search(special) === 0) return null
    words[words.length - 1] += char
  }
  const plain = words.every(word => word !== '' && word === word.trim() && !separator.test(word))
  return plain ? words : null
}
