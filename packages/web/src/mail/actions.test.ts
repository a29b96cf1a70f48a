import { expect, test } from 'vitest'
import { movedWords } from './actions.ts'

test('one mail that was moved is named, several are counted', () => {
  expect(movedWords([{ subject: '周报' }], 'trash')).toBe('已移到回收站：周报')
  expect(movedWords([{ subject: '' }], 'spam')).toBe('已移到垃圾邮件：没有主题')
  expect(movedWords([{ subject: '一' }, { subject: '二' }], 'inbox')).toBe('已移到收件箱，2 封')
  expect(movedWords([{ subject: '很'.repeat(40) }], 'trash')).toBe(`已移到回收站：${'很'.repeat(24)}…`)
})
