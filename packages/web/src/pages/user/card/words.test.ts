import { completeCardCode } from '@yanshu/contract/card-code'
import { expect, it } from 'vitest'
import { domainsText, searchText, termsText } from './words.ts'

it('says what a code is worth', () => {
  const card = { kind: 'open', days: 30, quotaMb: 512, maySend: true, balance: 0 } as const
  expect(termsText(card)).toBe('30 天，512 MB，能发信')
  expect(termsText({ ...card, days: null, quotaMb: null, maySend: false })).toBe('长期')
  expect(termsText({ ...card, kind: 'renew' })).toBe('30 天')
  expect(termsText({ ...card, kind: 'pay', days: null, balance: 2450 })).toBe('余额 ¥24.50')
})

it('says where it can be used', () => {
  expect(domainsText({ kind: 'open', domains: [] })).toBe('所有开放的域名')
  expect(domainsText({ kind: 'renew', domains: [] })).toBe('不限域名')
  expect(domainsText({ kind: 'open', domains: ['a.test'] })).toBe('@a.test')
  expect(domainsText({ kind: 'open', domains: ['a.test', 'b.test'] })).toBe('@a.test 等 2 个域名')
})

it('looks for a whole code by its end, and for anything else as it is', () => {
  const code = completeCardCode('ABCDEFGHJKMNPQR')
  expect(searchText(code.toLowerCase())).toBe(code.slice(-4))
  expect(searchText('春节')).toBe('春节')
})
