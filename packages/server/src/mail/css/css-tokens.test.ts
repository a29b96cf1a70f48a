import { describe, expect, it } from 'vitest'
import { type CssToken, tokeniseCss } from './css-tokens.ts'

const written = (token: CssToken) =>
  token.type === 'number'
    ? `${token.value}|${token.unit}`
    : 'value' in token
      ? `${token.type} ${token.value}`
      : token.type

describe('tokens of a style', () => {
  it.each([
    ['names and signs', 'a:b', ['ident a', 'delim :', 'ident b']],
    ['a comment, which is nothing', 'a/*;*/b', ['ident a', 'ident b']],
    ['blanks of all systems', 'a \r\n\f\tb', ['ident a', 'blank', 'ident b']],
    ['NUL, a sign that cannot be read', 'a\0', ['ident a\ufffd']],
    ['escapes', '\\64 isplay \\;', ['ident display', 'blank', 'ident ;']],
    ['a backslash at the end', 'a\\', ['ident a\ufffd']],
    ['a backslash before a line end', 'a\\\r\nb', ['ident a', 'delim \\', 'blank', 'ident b']],
    ['numbers with their units', '1e3px -.5em 5%', ['1e3|px', 'blank', '-.5|em', 'blank', '5|%']],
    ['a unit by escapes', '1\\65 3', ['1|e3']],
    ['a string over two lines', "'a\\\r\nb'", ['string ab']],
    ['a string that ends with its line', "'a\rb", ['bad', 'blank', 'ident b']],
    ['an address', 'URL( a\\)b )', ['url a)b']],
    ['an address without its end', 'url(a;b', ['url a;b']],
    ['a quoted address', 'url( "a b" )', ['url a b']],
    ['an address with a blank, up to its bracket', 'url(a b\\);c)d', ['bad', 'ident d']],
    [
      'a quoted address beside something, a function',
      'url("a" b)',
      ['function url', 'string a', 'blank', 'ident b', 'delim )'],
    ],
    ['marks of comments of HTML', '<!--a-->', ['mark', 'ident a--', 'delim >']],
    ['such a mark behind a blank', 'a -->', ['ident a', 'blank', 'mark']],
    ['hashes and at-words', '#1a @media', ['hash 1a', 'blank', 'at media']],
  ])('are %s', (_, css, tokens) => {
    expect(tokeniseCss(css).map(written)).toEqual(tokens)
  })
})
