/**
 * Prevents reading a number that nobody sees. Text that stands beside a number without being part of it, or
 * that appears elsewhere than it is written, gets a separating sign, so that the two never form a code.
 */

export type Written = {
  /** It is raised above or lowered below the line. */
  raised: boolean
  /** The element that appears elsewhere than it is written, if any. */
  moved: object | null
}

export type NumberGuard = {
  /** Returns the text as it may be read; null for invisible text. */
  read(text: string, written: Written, isShown: boolean): string | null
  breakLine(): void
}

/** From this sign to the other one, or to the end of the line, the letters appear in reverse order. */
const REVERSING = '\u202e'
const REVERSED = /\u202e[^\u202c]*\u202c?/g
const ENDS_REVERSED = '\u202c'
const IN_NUMBER = /[\p{L}\p{N}]/u
const BEGINS_NUMBER = /^\p{N}|^\p{Lu}$/u
const MOVED_NUMBER = /^\s*\p{N}/u
const DIGIT = /\p{N}/u

const ABOVE = '^'
const BESIDE = '~'

export function makeNumberGuard(): NumberGuard {
  /** The last text written on this line. */
  let before = ''
  let raised = false
  let moved: object | null = null
  /** True when something was hidden since. */
  let hidden = false
  let reversed = false

  /** Returns the separator that must stand before the text. */
  const joint = (text: string, written: Written): string => {
    if (written.moved !== moved && MOVED_NUMBER.test(text) && DIGIT.test(before.trimEnd().at(-1) ?? ''))
      return BESIDE
    const last = before.at(-1) ?? ''
    if (!IN_NUMBER.test(last)) return ''
    if (written.raised && !raised && BEGINS_NUMBER.test(text)) return ABOVE
    if (!written.raised && raised && DIGIT.test(last) && IN_NUMBER.test(text[0] ?? '')) return ABOVE
    const inside = hidden && IN_NUMBER.test(text[0] ?? '') && (DIGIT.test(last) || DIGIT.test(text[0] ?? ''))
    return inside ? BESIDE : ''
  }

  /** Returns the text without parts that appear in reverse order. */
  const inOrder = (text: string): string => {
    let rest = text
    if (reversed) {
      const end = text.indexOf(ENDS_REVERSED)
      if (end < 0) return ''
      rest = text.slice(end + 1)
    }
    reversed = rest.lastIndexOf(REVERSING) > rest.lastIndexOf(ENDS_REVERSED)
    return rest.replace(REVERSED, BESIDE)
  }

  return {
    read(written, style, isShown) {
      if (!isShown) {
        hidden ||= before !== '' && IN_NUMBER.test(written)
        return null
      }
      const text = reversed || written.includes(REVERSING) ? inOrder(written) : written
      if (!hidden && style.moved === moved && style.raised === raised) {
        before = text
        return text
      }
      const between = joint(text, style)
      moved = style.moved
      raised = style.raised
      hidden = false
      if (moved !== null && text.trim() === '') return text
      before = text
      return between + text
    },
    breakLine() {
      before = ''
      hidden = false
      reversed = false
    },
  }
}
