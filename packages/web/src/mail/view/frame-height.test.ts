import { expect, test } from 'vitest'
import { guessFrameHeight } from './frame-height.ts'

test('a line of text needs little, many paragraphs need more', () => {
  const short = guessFrameHeight('<p>hello</p>', 600)
  const long = guessFrameHeight('<p>hello there, this is a line</p>'.repeat(40), 600)
  expect(short).toBe(96)
  expect(long).toBeGreaterThan(1_000)
})

test('the same text is taller in a narrow frame', () => {
  const html = `<p>${'这是一段很长的中文'.repeat(60)}</p>`
  expect(guessFrameHeight(html, 340)).toBeGreaterThan(guessFrameHeight(html, 640))
})

test('pictures count with the height they name', () => {
  const with400 = guessFrameHeight('<p>a</p><img src="x" height="400">', 600)
  expect(with400).toBeGreaterThan(400)
})

test('a link that is told of takes a line more', () => {
  const links = (told: string) =>
    guessFrameHeight(`<p>see <a href="https://a.example"${told}>here</a></p>`.repeat(10), 600)
  expect(links(' data-true-host="a.example"')).toBe(links('') + 270)
})

test('style sheets are not text', () => {
  expect(guessFrameHeight(`<style>${'.a{color:red}'.repeat(500)}</style><p>x</p>`, 600)).toBe(96)
})

/** Measured in Chromium, with the style of the frame. */
test.each([
  [
    'headings',
    320,
    406,
    '<h1>Welcome to the club of readers</h1><h2>What you should know before you begin</h2><p>Please read on and on until it is done, and do not forget to come back later for more of it.</p><h3>End</h3><p>Bye</p>',
  ],
  [
    'large letters',
    320,
    172,
    '<div>Your code</div><div style="font-size:40px;letter-spacing:8px">260419</div><p>It is valid for 10 minutes.</p>',
  ],
  ['empty lines', 320, 205, 'line one<br>line two<br><br>line four<br><br><br>line seven'],
  [
    'padded cells',
    840,
    217,
    '<table width="600" cellpadding="16"><tr><td>Hello</td></tr><tr><td>Second row with a few more words than the first one</td></tr><tr><td style="padding:24px">Third</td></tr></table>',
  ],
  ['many paragraphs', 840, 856, '<p>Hello there, a line.</p>'.repeat(20)],
])('%s have room, and not much more', (_, width, height, html) => {
  const guess = guessFrameHeight(html, width)
  expect(guess).toBeGreaterThanOrEqual(height)
  expect(guess).toBeLessThan(height * 1.4)
})
