import { describe, expect, it } from 'vitest'
import { BROKEN, COMMENT, markName, plainCss } from './css-text.ts'

describe('a style made plain', () => {
  it.each([
    ['text without special signs stays as it is', 'color:red;margin:0', 'color:red;margin:0'],
    ['a comment parts words', 'a/*;*/b', `a${COMMENT}b`],
    ['an unclosed comment takes the rest', 'a/* b;c', `a${COMMENT}`],
    ['a string is empty', "a:'b;c';d", "a:'';d"],
    ['a string goes on behind an escaped line end', "a:'b\\\r\n;c';d", "a:'';d"],
    ['a string that is not closed is broken and ends with its line', "a:'b\n;c", `a:${BROKEN}\n;c`],
    ['an address is empty', 'a:url(b;c);d', 'a:url();d'],
    ['an address that is none is broken', 'a:url(b c;d);e', `a:url${BROKEN};e`],
    ['an escaped bracket does not end an address', 'a:url(b\\);c);d', 'a:url();d'],
    ['an address has its name by escapes too', 'a:u\\72l(b;c)', 'a:url()'],
    ['a longer name calls no address', "a:xurl(';b')", "a:xurl('')"],
    ['a name behind a hash calls no address', "#url(';b')", "#url('')"],
    ['an escape is its letter', 'd\\69splay:n\\6f ne', 'display:none'],
    ['an escaped sign parts nothing', 'a\\;b', 'a\ue03bb'],
    ['an escaped digit begins no number', '\\31 6px', '\ue0316px'],
    ['an escaped digit goes on with no number', '1\\36px', '1\ue036px'],
    ['an escaped unit is a unit', '1\\70x', '1px'],
    ['a backslash before a line end is broken', 'a\\\nb', `a${BROKEN}\nb`],
    ['a blank of other scripts is a letter', 'a\u00a0b', 'a\ue080b'],
    ['semicolons in brackets part nothing', 'a:(b;c);d', 'a:(b c);d'],
    ['a bracket is closed by its own kind', 'a:(b];c);d', `a:(b${BROKEN} c);d`],
    ['a bracket too many is broken', 'a:);b', `a:${BROKEN};b`],
  ])('%s', (_, css, plain) => {
    expect(plainCss(css, 'attribute')).toBe(plain)
  })

  it('keeps the blocks of a sheet and breaks those of an attribute', () => {
    expect(plainCss("a{b:'';c}", 'sheet')).toBe("a{b:'';c}")
    expect(plainCss('a:{b;c}', 'attribute')).toBe(`a:${BROKEN}b c `)
  })

  it.each([
    ['a usual name stays', 'hero-1', 'hero-1'],
    ['the prefix of a mail says nothing', 'm-hero', 'hero'],
    ['a sign stands for itself', 'sm:x', 'sm\ue03ax'],
    ['a digit at the beginning has to be escaped', '12', '\ue0312'],
  ])('names: %s', (_, name, mark) => {
    expect(markName(name)).toBe(mark)
  })
})
