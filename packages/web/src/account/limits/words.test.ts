import { expect, it } from 'vitest'
import type { Room } from './use-limits.ts'
import { excessText, leftText, useText } from './words.ts'

const room = (change: Partial<Room> = {}): Room => {
  const { used = 1998, limit = 2000, ...more } = change
  return { name: 'mailboxes', used, limit, left: Math.max(0, limit - used), renewsAt: null, ...more }
}

it('says what is used and what is left', () => {
  expect([useText(room()), leftText(room())]).toEqual(['1,998 / 2,000 个', '还能建 2 个'])
  expect(leftText(room({ used: 2000 }))).toBe('用完了')
  const storage = room({ name: 'storage', used: 0, limit: 2_147_483_648 })
  expect([useText(storage), leftText(storage)]).toEqual(['0 / 2 GB', '还剩 2 GB'])
})

it('says before a form is sent that it asks for more than is left', () => {
  expect(excessText(null, 1_000_000)).toBeNull()
  expect(excessText(room(), 2)).toBeNull()
  expect(excessText(room(), 3)).toBe('还能建 2 个，这次要建 3 个')
  expect(excessText(room({ used: 2000 }), 1)).toBe('用完了：删掉不用的，或请管理员提高上限')
  // Nothing is asked for yet.
  expect(excessText(room({ used: 2000 }), 0)).toBeNull()
})
