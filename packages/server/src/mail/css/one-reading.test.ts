import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitDeclarations, trimBlanks } from '../html/css-declarations.ts'
import { markName, plainCss } from '../visible/css-text.ts'
import { lowerCase, passBracket } from './css-lexemes.ts'
import { type CssToken, tokeniseCss } from './css-tokens.ts'

/**
 * The sanitiser reads styles as tokens, and the reader of visible text reads them as plain text. Both must
 * find the same.
 */

const nameOf = (part: readonly CssToken[]): string => {
  const [name, ...rest] = trimBlanks(part)
  const colon = trimBlanks(rest)[0]
  const isNamed = name?.type === 'ident' && colon?.type === 'delim' && colon.value === ':'
  return isNamed ? markName(lowerCase(name.value)) : '?'
}

/** Lists the names of the declarations, with "?" for a part that is not a declaration. */
const byTokens = (parts: readonly CssToken[][]) =>
  parts.filter(part => trimBlanks(part).length > 0).map(nameOf)

const PLAIN_NAME = /^(?!-?\d|-$)(?:m-)?([\w\-\u0080-\uffff]+)$/
const byText = (parts: readonly string[]) =>
  parts
    .filter(part => part.trim() !== '')
    .map(part => {
      const name = part.includes(':') ? part.slice(0, part.indexOf(':')).trim() : ''
      return PLAIN_NAME.test(name) ? markName(name.toLowerCase()) : '?'
    })

function partsOfSheet(tokens: readonly CssToken[]): CssToken[][] {
  const parts: CssToken[][] = [[]]
  const open: string[] = []
  for (const token of tokens) {
    const sign = token.type === 'function' ? '(' : token.type === 'delim' ? token.value : ''
    const isParting = open.length === 0 && /^[;{}]$/.test(sign)
    if (isParting) parts.push([])
    else {
      passBracket(open, sign)
      parts.at(-1)?.push(token)
    }
  }
  return parts
}

const nasty = fc.constantFrom(
  ...[
    'color',
    'display',
    'url',
    'URL',
    'u\\72l',
    '\\75 rl',
    'xurl',
    'url\\(',
    'a',
    '-',
    '--',
    '1',
    '1e',
    'e3',
  ],
  ...[
    ':',
    ':',
    ':',
    ';',
    ';',
    ';',
    ' ',
    '(',
    '(',
    ')',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '!',
    '#',
    '@',
    '.',
    '%',
    '+',
    '/',
    '*',
    '<',
    '>',
  ],
  ...[
    '"',
    "'",
    '\\"',
    "\\'",
    '\\',
    '\\;',
    '\\:',
    '\\)',
    '\\}',
    '\\\\',
    '\\0',
    '\\a ',
    '\\31 ',
    '\\2d',
    '\\65',
    '\\110000 ',
  ],
  ...['/*', '*/', '/**/', '/*;*/', '<!--', '-->', '<!', '--'],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\f',
    '\t',
    '\v',
    '\0',
    '\\\n',
    '\\\r\n',
    '\\\f',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u212a',
    '\u00e9',
    '\u{1f600}',
    '\ud800',
  ],
  ...[
    'url(',
    'url(a;b)',
    'url( "a;b" )',
    'url(a b;c)',
    'url("a" b;c)',
    "url('",
    'url(a\\);b)',
    '";"',
    "'\\\n;'",
    '\u007f',
  ],
)
const css = fc.array(nasty, { maxLength: 24 }).map(pieces => pieces.join(''))

describe('sanitiser and visible text', () => {
  it('find the same declarations in a style attribute', () => {
    fc.assert(
      fc.property(css, style => {
        const plain = plainCss(style, 'attribute')
        expect(byText(plain.split(';'))).toEqual(byTokens(splitDeclarations(tokeniseCss(style), 'attribute')))
      }),
      { numRuns: 6_000 },
    )
  })

  it('part a style sheet at the same places, into the same declarations', () => {
    fc.assert(
      fc.property(css, sheet => {
        const plain = plainCss(sheet, 'sheet')
        expect(byText(plain.split(/[;{}]/))).toEqual(byTokens(partsOfSheet(tokeniseCss(sheet))))
      }),
      { numRuns: 6_000 },
    )
  })
})
