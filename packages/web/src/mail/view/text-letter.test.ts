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
