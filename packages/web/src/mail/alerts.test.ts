import { expect, test } from 'vitest'
import { noteOf, readAlerts } from './alerts.ts'

const from = { name: 'GitHub', address: 'noreply@github.com' }

test('a note shows the code first', () => {
  expect(noteOf({ code: '482913', from, subject: 'Verify', preview: 'x' })).toEqual({
    title: '验证码 482913',
    body: 'GitHub：Verify',
  })
})

test('a mail without a code is announced by its sender', () => {
  expect(noteOf({ code: null, from: { name: '', address: 'a@b.c' }, subject: '', preview: 'hi' })).toEqual({
    title: 'a@b.c',
    body: '没有主题\nhi',
  })
})

test('what was kept is read, what is corrupt is off', () => {
  expect(readAlerts('{"sound":true}')).toEqual({ sound: true, desktop: false })
  expect(readAlerts('{"sound":1}')).toEqual({ sound: false, desktop: false })
  expect(readAlerts('nonsense')).toEqual({ sound: false, desktop: false })
  expect(readAlerts('null')).toEqual({ sound: false, desktop: false })
})
