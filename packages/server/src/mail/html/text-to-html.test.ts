import fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { describe, expect, it, vi } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { sanitiseMailHtml } from './sanitise.ts'
import { textToHtml } from './text-to-html.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const OPEN = '<div style="white-space:pre-wrap;overflow-wrap:anywhere">'
const inner = (text: string) => textToHtml(text).slice(OPEN.length, -'</div>'.length)
const link = (href: string, text = href) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`

describe('plain text as HTML', () => {
  it('is escaped', () => {
    expect(inner('<script>alert("x")</script> & more')).toBe(
      '&lt;script&gt;alert("x")&lt;/script&gt; &amp; more',
    )
  })

  it.each([
    ['https://a.test/x?y=1&z=2#f', link('https://a.test/x?y=1&amp;z=2#f')],
    ['see http://a.test.', `see ${link('http://a.test/', 'http://a.test')}.`],
    ['(https://a.test/x)', `(${link('https://a.test/x')})`],
    ['https://a.test/x_(y)', link('https://a.test/x_(y)')],
    ['请访问https://a.test/x。谢谢', `请访问${link('https://a.test/x')}。谢谢`],
    ['www.a.test/x', link('https://www.a.test/x', 'www.a.test/x')],
    ['写信给a.b+c@d.test，谢谢', `写信给${link('mailto:a.b+c@d.test', 'a.b+c@d.test')}，谢谢`],
    ['HTTP://A.test', link('http://a.test/', 'HTTP://A.test')],
  ])('has links: %s', (text, expected) => {
    expect(inner(text)).toBe(expected)
  })

  it.each([
    'javascript:alert(1)',
    'http://',
    'http:///x',
    'https://localhost',
    'xhttp://a.test',
    'a@b',
    '@a.test',
    'data:text/html,x',
    'ftp://a.test',
    `http://a.test/${'x'.repeat(5_000)}`,
  ])('has no link in %s', text => {
    expect(inner(text)).not.toContain('<a ')
  })

  it.each([
    'http://x.test/"onmouseover="alert(1)',
    '[<script>] http://a.test',
    'a@a.co?]<img src=x onerror=alert(1)>',
    "http://a.test/'><script>",
    'http://a.test/<b>',
  ])('is nothing but text and safe links: %s', text => {
    const out = textToHtml(text)
    expect(out).not.toMatch(/<(?!\/?(?:div|a)[ >])/)
    expect(out).not.toMatch(/<[^>]* on/)
  })

  it('sets quotations apart, level by level', () => {
    expect(inner('hi\n> one\n>> two\n> one\nend')).toBe(
      'hi<blockquote>one<blockquote>two</blockquote>one</blockquote>end',
    )
    expect(inner('> last')).toBe('<blockquote>last</blockquote>')
    expect(inner('a\nb')).toBe('a\nb')
  })

  it('is well-formed and passes the sanitiser unchanged, whatever the text', () => {
    const unit = fc.constantFrom(
      '> ',
      '>',
      '\n',
      'http://',
      'a.test',
      '/',
      '"',
      "'",
      '<',
      '&amp;',
      '@',
      'a',
      ' ',
      '。',
      '&',
      '(',
      ')',
      'www.',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), units => {
        const out = textToHtml(units.join(''))
        expect(serialize(parseFragment(out))).toBe(out)
        expect(
          sanitiseMailHtml(out, { attachmentUrl: () => null }).html.replace(
            / (?:title|data-true-host)="[^"]*"/g,
            '',
          ),
        ).toBe(out)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes linear time on 5 MB without a blank, on a million URLs and on deep quotations', () => {
    const hostile = [
      'x',
      'http://',
      'http://a.test/',
      'http://a.test ',
      '@',
      'a@',
      'a@a.',
      'www.',
      '>',
      '>\n',
      'http://a.test)',
      'http://a.test/))))',
      '\n',
    ]
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(3_000_000 / piece.length))
      expect(
        timed(() => textToHtml(text)),
        piece,
      ).toBeLessThan(SOON)
    }
  })
})
