import { expect, test } from 'vitest'
import { announced, noteOf, readAlerts } from './alerts.ts'
import { mailOf } from './testing.ts'

const from = { name: 'GitHub', address: 'noreply@github.com' }

test('a note shows the code first', () => {
  expect(noteOf(mailOf({ code: '482913', from, subject: 'Verify', preview: 'x' }), 1)).toEqual({
    title: '验证码 482913',
    body: 'GitHub：Verify',
  })
})

test('a mail without a code is announced by its sender', () => {
  expect(noteOf(mailOf({ from: { name: '', address: 'a@b.c' }, preview: 'hi' }), 1)).toEqual({
    title: 'a@b.c',
    body: '没有主题\nhi',
  })
})

test('a name that gives itself out as another address is not announced', () => {
  expect(noteOf(mailOf({ from: { name: 'ceo@bank.example', address: 'a@b.c' } }), 1).title).toBe('a@b.c')
})

test('of mails that came together the newest is announced, one with a code before all others', () => {
  const at = (id: string, minute: number, code: string | null = null) =>
    mailOf({ id, code, receivedAt: new Date(Date.UTC(2026, 10, 15, 8, minute)).toISOString() })
  expect(announced([at('a', 1), at('b', 3), at('c', 2)])?.id).toBe('b')
  expect(announced([at('a', 1, '1111'), at('b', 3), at('c', 2, '2222')])?.id).toBe('c')
  expect(announced([])).toBeUndefined()
  expect(noteOf(mailOf({ from, subject: 'Verify', code: '2222' }), 3).body).toBe(
    'GitHub：Verify\n另有 2 封新邮件',
  )
})

test('what was kept is read, what is corrupt is off', () => {
  expect(readAlerts('{"sound":true}')).toEqual({ sound: true, desktop: false })
  expect(readAlerts('{"sound":1}')).toEqual({ sound: false, desktop: false })
  expect(readAlerts('nonsense')).toEqual({ sound: false, desktop: false })
  expect(readAlerts('null')).toEqual({ sound: false, desktop: false })
})
