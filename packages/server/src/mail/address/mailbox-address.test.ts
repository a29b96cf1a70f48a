import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidLocalPart, parseMailboxAddress } from './mailbox-address.ts'

describe('an address of one of our mailboxes', () => {
  it.each([
    ['abc@example.test', 'abc', null, 'example.test'],
    [' ABC@Example.TEST ', 'abc', null, 'example.test'],
    ['a.b_c-d@example.test', 'a.b_c-d', null, 'example.test'],
    ['abc+shop@example.test', 'abc', 'shop', 'example.test'],
    ['abc+@example.test', 'abc', '', 'example.test'],
    ['abc+a+b@example.test', null, null, null],
    ['ａｂｃ@example.test', 'abc', null, 'example.test'],
    ['abc@例子.测试', 'abc', null, 'xn--fsqu00a.xn--0zwm56d'],
    ['abc@xn--fsqu00a.test', 'abc', null, 'xn--fsqu00a.test'],
    ['abc@sub.example。test', 'abc', null, 'sub.example.test'],
  ])('%j is folded to one spelling', (text, local, tag, domain) => {
    expect(parseMailboxAddress(text)).toEqual(local === null ? null : { local, tag, domain })
  })

  it.each([
    '',
    '@',
    'abc',
    'abc@',
    '@example.test',
    'a@b@example.test',
    '"a b"@example.test',
    '"abc"@example.test',
    'a b@example.test',
    'a\0@example.test',
    'a\r\nb@example.test',
    'a\u200bb@example.test',
    '.a@example.test',
    'a.@example.test',
    'a..b@example.test',
    '<abc@example.test>',
    'abc@[127.0.0.1]',
    'abc@127.0.0.1',
    'abc@0x7f.1',
    'abc@exa%6dple.test',
    'abc@example.test/path',
    'abc@example.test:25',
    'abc@-bad.test',
    'abc@bad-.test',
    'abc@a..test',
    'abc@example.test.',
    'абв@example.test',
    `${'a'.repeat(65)}@example.test`,
    `a@${'a'.repeat(64)}.test`,
    `a@${'a.'.repeat(130)}test`,
    `${'a'.repeat(100_000)}@example.test`,
  ])('%j is refused', text => {
    expect(parseMailboxAddress(text)).toBeNull()
  })

  it('never throws, and a folded address folds to itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (a, b) => {
          for (const text of [a, `${a}@${b}.test`, `${b}@${a}`]) {
            const parsed = parseMailboxAddress(text)
            if (parsed === null) continue
            const tag = parsed.tag === null ? '' : `+${parsed.tag}`
            expect(parseMailboxAddress(`${parsed.local}${tag}@${parsed.domain}`)).toEqual(parsed)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('a name that users may choose', () => {
  it.each(['a', '0', 'a.b', 'a_b-c', '-', 'a'.repeat(64)])('may be %j', local => {
    expect(isValidLocalPart(local)).toBe(true)
  })

  it.each(['', '.', '.a', 'a.', 'a..b', 'A', 'a b', 'a+b', 'ä', 'a@b', 'a'.repeat(65), 'a\n'])(
    'may not be %j',
    local => {
      expect(isValidLocalPart(local)).toBe(false)
    },
  )
})
