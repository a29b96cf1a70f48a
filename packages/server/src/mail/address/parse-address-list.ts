import { cleanHeaderText, stripFromName, stripInvisible } from '../text/clean-text.ts'
import { decodeEncodedWords, encodedWordEnd } from '../text/encoded-word.ts'

/**
 * Reads the address lists of From, To, Cc and the like (RFC 5322, section 3.4, with the obsolete forms). It
 * separates the address that mail goes to from the name that anyone may write beside it. It must not know
 * what the addresses are for. It makes one pass without recursion. It decodes encoded words after splitting,
 * so a name can never smuggle in an address.
 */

export type Mailbox = { name: string; address: string }

const MAX_ADDRESSES = 1_000
const MAX_NAME_LENGTH = 500
const MAX_ADDRESS_LENGTH = 320

type PartlyRead = { words: { text: string; quoted: boolean }[]; comments: string[]; angle: string | null }

export function parseAddressList(value: string, most: number = MAX_ADDRESSES): Mailbox[] {
  const list: Mailbox[] = []
  const lastQuote = value.lastIndexOf('"')
  const lastComment = value.lastIndexOf(')')
  let draft = nothingRead()
  // The last character, and the presence of "@" or "[", are kept apart from the atom: searching a growing
  // string is quadratic.
  let atom = ''
  let last = ''
  let hasAddress = false
  const append = (text: string) => {
    atom += text
    last = text.slice(-1)
    if (last === '@' || last === '[') hasAddress = true
  }
  const clearAtom = () => {
    atom = ''
    last = ''
    hasAddress = false
  }
  const endAtom = () => {
    if (atom !== '') draft.words.push({ text: atom, quoted: false })
    clearAtom()
  }
  const flush = () => {
    endAtom()
    // A comment alone, such as that at the end of a group, is nobody.
    const mailbox = draft.angle === null && draft.words.length === 0 ? null : finish(draft)
    if (mailbox !== null) list.push(mailbox)
    draft = nothingRead()
  }

  let at = 0
  while (at < value.length && list.length < most) {
    const char = value.charAt(at)
    if (char === '"' && at < lastQuote && (last === '' || last === '.')) {
      // A quotation mark inside a word is a typing error and does not begin a quoted string.
      const quoted = readQuoted(value, at + 1)
      // "john doe"@example.com: the quoted string is a local part, and stays within the atom.
      if (value.charAt(quoted.next) === '@') append(`"${quoted.text}"`)
      else {
        endAtom()
        draft.words.push({ text: quoted.text, quoted: true })
      }
      at = quoted.next
    } else if (char === '(' && at < lastComment) {
      const comment = readComment(value, at + 1)
      draft.comments.push(comment.text)
      at = comment.next
    } else if (char === '<') {
      endAtom()
      // A second address follows without a comma. It becomes a mailbox of its own, so that no address is
      // hidden.
      if (draft.angle !== null) flush()
      const end = angleEnd(value, at + 1)
      draft.angle = value.slice(at + 1, end)
      at = value.charAt(end) === '>' ? end + 1 : end
    } else if (char === ',' || char === ';') {
      flush()
      at++
    } else if (char === ':' && !hasAddress && draft.angle === null) {
      // group = display-name ":" [mailbox-list] ";" – the group's name is not an address.
      draft = nothingRead()
      clearAtom()
      at++
    } else if (isBlank(char)) {
      endAtom()
      at++
    } else if (char === '=' && atom === '') {
      // Unquoted encoded words may hold commas and blanks that do not separate anything.
      const end = encodedWordEnd(value, at)
      const next = end ?? at + 1
      append(value.slice(at, next))
      at = next
    } else {
      append(char)
      at++
    }
  }
  if (list.length < most) flush()
  return list
}

function nothingRead(): PartlyRead {
  return { words: [], comments: [], angle: null }
}

function finish(draft: PartlyRead): Mailbox | null {
  if (draft.angle !== null) {
    const address = cleanAddress(draft.angle)
    const name =
      displayName(draft.words.map(word => word.text).join(' ')) || displayName(draft.comments.join(' '))
    return address === '' && name === '' ? null : { name, address }
  }
  const spread = spreadAddress(draft.words)
  if (spread !== null) return { name: displayName(draft.comments.join(' ')), address: cleanAddress(spread) }
  const index = draft.words.findLastIndex(word => !word.quoted && word.text.includes('@'))
  const found = draft.words[index]
  const rest = draft.words.filter((_word, position) => position !== index)
  const name = displayName(rest.map(word => word.text).join(' ')) || displayName(draft.comments.join(' '))
  const address = found === undefined ? '' : cleanAddress(found.text)
  return address === '' && name === '' ? null : { name, address }
}

/** Returns an address that was written with blanks beside "." and "@" (RFC 5322, section 4.4), and nothing else. */
function spreadAddress(words: PartlyRead['words']): string | null {
  if (words.length < 2 || words.length > 40) return null
  const [first, ...rest] = words
  if (first === undefined || rest.some(word => word.quoted)) return null
  const text = [first.quoted ? `"${first.text}"` : first.text, ...rest.map(word => word.text)].join(' ')
  const joined = text.replace(/ ?([.@]) ?/g, '$1')
  return /^(?:"[^"]*"|[^\s@]+)@[^\s@]+$/.test(joined) ? joined : null
}

/** Leaves out the comments that the old form of an address may have between its parts. */
function withoutComments(text: string): string {
  if (!text.includes('(') || text.includes('"')) return text
  let kept = ''
  let from = 0
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', from)) {
    kept += text.slice(from, at)
    from = readComment(text, at + 1).next
  }
  return kept + text.slice(from)
}

function displayName(text: string): string {
  if (text === '') return ''
  return stripFromName(decodeEncodedWords(text.slice(0, 20_000)))
    .replace(/\s+/g, ' ')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim()
}

/**
 * Drops the source route of RFC 5322, section 4.4 ("@a,@b:user@c"), and writes the domain in lower case.
 * Removes blanks beside "." and "@" only. A blank elsewhere stays and shows that this is not an address:
 * without the blank it might be another person's address.
 */
function cleanAddress(text: string): string {
  if (text === '') return ''
  const visible = stripInvisible(cleanHeaderText(withoutComments(text))).trim()
  const isPlain = visible.startsWith('"') || !/\s/.test(visible)
  const line = isPlain ? visible : visible.replace(/\s+/g, ' ').replace(/ ?([.@]) ?/g, '$1')
  const route = line.startsWith('@') ? line.indexOf(':') : -1
  const address = route < 0 ? line.replace(/^mailto:/i, '') : line.slice(route + 1)
  if (address.length > MAX_ADDRESS_LENGTH) return ''
  const sign = address.lastIndexOf('@')
  return sign < 0 ? address : address.slice(0, sign + 1) + address.slice(sign + 1).toLowerCase()
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n'
}

function readQuoted(value: string, from: number): { text: string; next: number } {
  const parts: string[] = []
  let plainFrom = from
  let at = from
  for (; at < value.length && value.charAt(at) !== '"'; at++) {
    if (value.charAt(at) !== '\\') continue
    parts.push(value.slice(plainFrom, at))
    plainFrom = at + 1
    at++
  }
  parts.push(value.slice(plainFrom, at))
  return { text: parts.join(''), next: at + 1 }
}

/** Comments nest (RFC 5322, section 3.2.2); a counter is enough to follow them. */
function readComment(value: string, from: number): { text: string; next: number } {
  let depth = 1
  let at = from
  for (; at < value.length; at++) {
    const char = value.charAt(at)
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) break
  }
  return { text: value.slice(from, at), next: at + 1 }
}

/** An address without its ">" ends at the next separator. */
function angleEnd(value: string, from: number): number {
  let at = from
  let route = value.charAt(from) === '@'
  for (; at < value.length; at++) {
    const char = value.charAt(at)
    if (char === '>' || char === '<' || char === ';') break
    if (char === ':') route = false
    if (char === ',' && !route) break
  }
  return at
}
