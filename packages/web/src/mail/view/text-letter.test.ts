import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { linkParts } from '../../ui/linked-text.tsx'
import { TextLetter } from './text-letter.tsx'

const shown = (text: string) => renderToStaticMarkup(createElement(TextLetter, { text }))

const links = (text: string) =>
  linkParts(text)
    .filter(part => part.href !== null)
    .map(part => part.href)

test('web addresses become links, without the punctuation around them', () => {
  expect(links('看 https://a.example/x?y=1。再看 (https://b.example/z).')).toEqual([
    'https://a.example/x?y=1',
    'https://b.example/z',
  ])
})

test('brackets that belong to an address stay', () => {
  expect(links('https://a.example/x_(y)')).toEqual(['https://a.example/x_(y)'])
})

test('only web addresses become links', () => {
  expect(links('javascript:alert(1) data:text/html,x <script>alert(1)</script> [x]')).toEqual([])
})

test('a quotation mark ends an address', () => {
  expect(links('http://x.example/"onmouseover=alert(1)')).toEqual(['http://x.example/'])
})

test('the parts put together are the text', () => {
  const text = 'a https://b.example c https://d.example, e'
  expect(
    linkParts(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['closing brackets', `http://a.example/${')'.repeat(1_000_000)}`],
  ['dots before a letter', `http://a.example/${'.'.repeat(1_000_000)}x`],
  ['dots at the end', `http://a.example/${'.'.repeat(1_000_000)}`],
  ['brackets by turns', `http://a.example/${'()'.repeat(500_000)})`],
  ['a million beginnings', 'http://'.repeat(150_000)],
  ['many short addresses', 'http://a.example '.repeat(60_000)],
])('%s cost no more than their length', (_, text) => {
  const started = process.cpuUsage()
  linkParts(text)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(2)
})

test('brackets and punctuation at the end are left out in the order in which they stand', () => {
  expect(links('(https://a.example/x).')).toEqual(['https://a.example/x'])
  expect(links('https://a.example/x_(y)_[z]), https://b.example/))')).toEqual([
    'https://a.example/x_(y)_[z]',
    'https://b.example/',
  ])
})

test('what is too long for an address stays text, and does not hide the next address', () => {
  expect(links(`http://${'a.'.repeat(2000)}example https://b.example/`)).toEqual(['https://b.example/'])
})

test('texts that follow each other share the room for links', () => {
  const room = { links: 2 }
  const found = ['http://a.example http://b.example', 'http://c.example'].map(
    text => linkParts(text, room).filter(part => part.href !== null).length,
  )
  expect(found).toEqual([2, 0])
})

test('quotes are quotes, one in another, with their links and nothing else in them', () => {
  const page = shown('好\n> 见 https://a.example/x 。\n>> <img src=x onerror=alert(1)>\n> 完')
  expect(page.match(/<\/?blockquote/g)).toEqual([
    '<blockquote',
    '<blockquote',
    '</blockquote',
    '</blockquote',
  ])
  expect(page).toMatch(/<a href="https:\/\/a\.example\/x"[^>]* dir="ltr"/)
  expect(page).not.toContain('<img')
  expect(page.replaceAll(/<\/div>/g, '\n').replaceAll(/<[^>]*>/g, '')).toBe(
    '好\n&gt; 见 https://a.example/x 。\n&gt;&gt; &lt;img src=x onerror=alert(1)&gt;\n&gt; 完\n\n',
  )
})

test('a long quote at the end waits behind a button', () => {
  const page = shown(`收到。\n${'> 原来的话\n'.repeat(20)}`)
  expect(page).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*显示引用内容<\/button><div[^>]*hidden=""/)
})

test.each([
  ['lines of marks', `收到。\n${'>\n'.repeat(100_000)}`],
  ['quotes by turns', '> a\nb\n'.repeat(50_000)],
  ['levels', `> a\n${'> '.repeat(5_000)}b\n`.repeat(100)],
])('a page of %s is made in no time', (_, text) => {
  const started = process.cpuUsage()
  const page = shown(text)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(4)
  expect(page.match(/<(?:div|span|blockquote)/g)?.length).toBeLessThan(13_000)
})
