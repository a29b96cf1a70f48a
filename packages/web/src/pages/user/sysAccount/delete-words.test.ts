import { expect, test } from 'vitest'
import { codesWords } from './delete-words.ts'

test('card codes outlive their maker: they go to who takes the rest, or stay with the admins', () => {
  expect(codesWords('toMe', true)).toBe('它做的卡密也转到你名下，还没用完的照样能兑换。')
  expect(codesWords('refuse', false)).toMatch(/不会删除，还没用完的照样能兑换.*到“卡密与订单”里作废。$/)
  expect(codesWords('delete', true)).toMatch(/不会删除.*只能用在这些域名和邮箱上的不能再兑换。$/)
})
