import { expect, it } from 'vitest'
import { countRecipients, tooManyText } from './day-room.ts'

it('counts a recipient once, however often and wherever it is named', () => {
  const to = ['李雷 <lilei@far.test>', 'LiLei@Far.test']
  expect(countRecipients({ to, cc: ['han@far.test'], bcc: ['lilei@far.test'] })).toBe(2)
  expect(countRecipients({ to: [], cc: [], bcc: [] })).toBe(0)
})

it('says before sending that a mail has more recipients than are left', () => {
  expect(tooManyText(null, 900)).toBeNull()
  expect(tooManyText(3, 3)).toBeNull()
  expect(tooManyText(3, 4)).toBe('今天还能发 3 封，这封有 4 个收件人')
  expect(tooManyText(0, 1)).toBe('今天的发信数用完了，可以先存着，过后再发')
  expect(tooManyText(0, 0)).toBeNull()
})
