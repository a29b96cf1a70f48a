import { expect, test } from 'vitest'
import { addTo, isAddress, isRecipient, personOf, splitAddresses, textOf, without } from './addresses.ts'

test('a pasted line falls into its addresses, names with commas stay whole', () => {
  expect(splitAddresses('a@b.cn, "Li, Lei" <li@c.cn>；王 <w@d.cn>\nx@y.org z@y.org')).toEqual([
    'a@b.cn',
    '"Li, Lei" <li@c.cn>',
    '王 <w@d.cn>',
    'x@y.org',
    'z@y.org',
  ])
})

test.each(['a@b.cn', 'a.b+c@mail.example.org', '用户@例子.中国', "o'hara@x.ie"])('%s is an address', text => {
  expect(isAddress(text)).toBe(true)
})

test.each([
  '',
  'a',
  '@b.cn',
  'a@b',
  'a b@c.cn',
  'a@b..cn',
  '.a@b.cn',
  'a@-b.cn',
  'a@b.1',
  'a@b.cn>',
  'a\n@b.cn',
])('"%s" is none', text => {
  expect(isAddress(text)).toBe(false)
})

test('a person is read and written the same way', () => {
  for (const text of ['a@b.cn', '李雷 <l@b.cn>', '"Li, Lei" <l@b.cn>'])
    expect(textOf(personOf(text))).toBe(text)
  expect(isRecipient('李雷 <l@b>')).toBe(false)
})

test('a name cannot bring brackets or line ends along', () => {
  expect(textOf({ name: 'x> <evil@e.cn>\r\nBcc: y', address: 'a@b.cn' })).toBe('"x evil@e.cnBcc: y" <a@b.cn>')
})

test('nobody is written to twice', () => {
  expect(addTo(['a@b.cn'], ['A <A@B.cn>', 'c@d.cn', 'c@d.cn'])).toEqual(['a@b.cn', 'c@d.cn'])
  expect(without(['A <a@b.cn>', 'c@d.cn'], ['a@B.cn'])).toEqual(['c@d.cn'])
})
