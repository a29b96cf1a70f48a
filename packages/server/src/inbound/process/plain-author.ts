/**
 * The author of a message, read off its header where that leaves no doubt, as it is in nearly all mail. Null wherever the
 * header is less than plain: mailauth reads it thoroughly then.
 */

/** Every line begins a field or goes on with one, and ends with CRLF; names and fields are no more than we read ourselves. */
const tidyHeader = /^(?:[\x21-\x39\x3b-\x7e]{1,255}:.*\r\n(?:[ \t].*\r\n)*){1,1000}\r\n$/
const fromFields = /^from:.*\r\n[ \t]?/gim
/** A name of words or in quotation marks, or none; an address without anything to be read in two ways, no longer than any. */
const plainFrom =
  /^from: ?(?:(?:[\w.=?+/-]+ )*<([\w.+=-]+@[a-z0-9.-]{1,255})>|"[\w .=?+/-]*" <([\w.+=-]+@[a-z0-9.-]{1,255})>|([\w.+=-]+@[a-z0-9.-]{1,255}))\r\n$/i

/** The argument is a whole header block with the empty line that ends it. */
export function plainAuthor(header: string): string | null {
  if (!tidyHeader.test(header)) return null
  const [from, ...more] = header.match(fromFields) ?? []
  if (from === undefined || more.length > 0) return null
  const [, named, quoted, bare] = plainFrom.exec(from) ?? []
  return named ?? quoted ?? bare ?? null
}
