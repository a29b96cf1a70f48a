const { charCodeAt } = String.prototype

/**
 * Returns the code unit at a place within the text; never ask beyond its ends. It is for loops over many
 * units. Inside the engine strings are of many kinds (of one or two bytes, whole, cut, joined), and code that
 * has met several of them looks up each member anew, five times as slow as the reading. So the method is kept
 * here, and callers take the length before a loop.
 */
export const unitAt = (text: string, at: number): number => charCodeAt.call(text, at)

/** True for ASCII letters. */
export const isLetter = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
export const isDigit = (unit: number) => unit >= 48 && unit <= 57
