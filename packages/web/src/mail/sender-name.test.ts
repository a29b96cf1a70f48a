import { expect, test } from 'vitest'
import { pretends, senderName } from './sender-name.ts'

const from = (name: string, address = 'x@evil.example') => ({ name, address })

test('a name that gives out another address is not shown in its place', () => {
  for (const name of [
    'service@bank.com',
    '银行 <service@bank.com>',
    '"service@bank.com" via x',
    'service＠bank.com',
    'service@bank\u200b.com',
  ]) {
    expect([name, pretends(from(name))]).toEqual([name, true])
    expect(senderName(from(name))).toBe('x@evil.example')
  }
})

test('a plain name, or the own address as a name, is shown', () => {
  expect(senderName(from('招商银行'))).toBe('招商银行')
  expect(senderName(from('X@Evil.example'))).toBe('X@Evil.example')
  expect(senderName(from('me @ home'))).toBe('me @ home')
  expect(senderName(from(''))).toBe('x@evil.example')
  expect(senderName(from('', ''))).toBe('没有发件人')
})
