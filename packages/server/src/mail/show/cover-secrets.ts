/**
 * Covers the secrets of a mail for somebody who looks at it in another person's mailbox: a code becomes dots,
 * addresses of the web end after the host, and nothing in the letter leads anywhere.
 */

const dot = '•'

/** Characters that may stand between those of a code as it is written. */
const between = String.raw`(?:[\s\u2000-\u200f\u2060·.,_\-–—]|&nbsp;)*`

const fullWidth = (char: string): string => {
  const at = char.charCodeAt(0)
  return at > 0x20 && at < 0x7f ? String.fromCharCode(at + 0xfee0) : char
}

const oneOf = (char: string): string => `[${`${char}${fullWidth(char)}`.replace(/[\\\]^-]/g, '\\$&')}]`

/** Every way to write the code: spread out, in full-width characters, in small or large letters. */
const waysToWrite = (code: string): RegExp =>
  new RegExp([...code.replace(/[\s-]/g, '')].map(oneOf).join(between), 'gi')

/** The text keeps its length. */
function coverCode(text: string, code: string | null): string {
  if (code === null || code.replace(/[\s-]/g, '') === '') return text
  return text.replace(waysToWrite(code), written =>
    written.replace(/&nbsp;|[0-9a-z０-９ａ-ｚ]/gi, char => (char.length > 1 ? char : dot)),
  )
}

/** Text that follows an address without a space may be covered with it, unless a mark of punctuation ends it. */
const url = /\b(https?:\/\/)([^\s/?#<>"']+)([/?#][^\s<>"'，。；：！？、（）《》“”【】]*)?/gi

/** Shows of each address its host alone. */
const coverUrls = (text: string): string =>
  text.replace(url, (_, scheme: string, host: string, rest = '') => {
    const shown = `${scheme}${host.slice(host.lastIndexOf('@') + 1)}`
    return rest.length > 1 ? `${shown}/…` : `${shown}${rest}`
  })

export const coverText = (text: string, code: string | null): string => coverUrls(coverCode(text, code))

const tags = /(<[^<>]*>)/

const withoutHref = (tag: string): string => tag.replace(/ href="[^"]*"/g, '')

/** Takes the addresses away behind which the links of sanitised HTML lead. */
export const withoutLinks = (html: string): string =>
  html
    .split(tags)
    .map((part, at) => (at % 2 === 0 ? part : withoutHref(part)))
    .join('')

/** The same for sanitised HTML, whose tags may stand between the characters of a code. */
export function coverHtml(html: string, code: string | null): string {
  const parts = html.split(tags)
  const whole = coverCode(parts.filter((_, at) => at % 2 === 0).join(''), code)
  let done = 0
  return parts
    .map((part, at) => {
      if (at % 2 === 1)
        return withoutHref(part).replace(
          / (alt|title)="([^"]*)"/g,
          (_, name: string, words: string) => ` ${name}="${coverText(words, code)}"`,
        )
      done += part.length
      return coverUrls(whole.slice(done - part.length, done))
    })
    .join('')
}
