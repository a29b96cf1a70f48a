import { expect, it } from 'vitest'
import { type CardWorth, worthText } from './card-worth.ts'

const card: CardWorth = {
  kind: 'open',
  state: 'unused',
  days: 365,
  domains: [],
  quotaMb: 2048,
  maySend: true,
  usesLeft: 1,
  balance: 0,
  addresses: ['su***n@yanshu.test'],
}

it('says in one sentence what a card is worth', () => {
  expect(worthText(card)).toBe('开一个新邮箱，365 天，空间 2048 MB，能发信。')
  expect(worthText({ ...card, days: null, quotaMb: null, maySend: false })).toBe('开一个新邮箱，长期。')
  expect(worthText({ ...card, kind: 'given' })).toBe('打开已备好的邮箱 su***n@yanshu.test，365 天，能发信。')
  expect(worthText({ ...card, kind: 'renew' })).toBe('给已有的邮箱续期 365 天。')
  expect(worthText({ ...card, kind: 'pay', balance: 2400 })).toBe('在商店下单时用来付款，还有 ¥24.00。')
})
