import { expect, it } from 'vitest'
import { groupCardCode, isWholeCardCode } from './card-code.ts'

it('puts what people type into fours', () => {
  expect(groupCardCode('abcd efgh')).toBe('ABCD-EFGH')
  expect(groupCardCode('ＡＢＣＤ－２３４５')).toBe('ABCD-2345')
  expect(groupCardCode('abcd-efgh-jkmn-pqrs-too-long')).toBe('ABCD-EFGH-JKMN-PQRS')
  expect(groupCardCode('卡密')).toBe('')
})

it('knows a whole code', () => {
  expect(isWholeCardCode('ABCD-EFGH-JKMN-PQRS')).toBe(true)
  expect(isWholeCardCode('ABCD-EFGH-JKMN')).toBe(false)
})
