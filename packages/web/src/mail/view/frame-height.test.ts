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

test('style sheets are not text', () => {
  expect(guessFrameHeight(`<style>${'.a{color:red}'.repeat(500)}</style><p>x</p>`, 600)).toBe(96)
})
