import { expect, test } from 'vitest'
import { linkParts } from './text-letter.tsx'

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
