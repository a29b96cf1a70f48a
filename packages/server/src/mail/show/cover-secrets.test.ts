import { expect, it } from 'vitest'
import { coverHtml, coverText, withoutLinks } from './cover-secrets.ts'

it.each([
  ['您的验证码是 493817，请勿泄露', '493817', '您的验证码是 ••••••，请勿泄露'],
  ['code: 493 817', '493817', 'code: ••• •••'],
  ['４９３８１７ 是验证码', '493817', '•••••• 是验证码'],
  ['use ab-12cd or AB12-CD', 'AB-12CD', 'use ••-•••• or ••••-••'],
  ['493817 and again 493817', '493817', '•••••• and again ••••••'],
  ['订单 123456789', '493817', '订单 123456789'],
  ['a.b', 'a.b', '•.•'],
  ['nothing', '-', 'nothing'],
])('covers in %j the code %s', (text, code, covered) => {
  expect(coverText(text, code)).toBe(covered)
})

it.each([
  ['确认：https://a.example/verify?t=Zk9。谢谢', '确认：https://a.example/…。谢谢'],
  ['HTTPS://A.example/x', 'HTTPS://A.example/…'],
  ['see https://a.example/ or https://a.example', 'see https://a.example/ or https://a.example'],
  ['https://me:secret@a.example/x', 'https://a.example/…'],
  ['https://例子.中国/验证/Zk9，谢谢', 'https://例子.中国/…，谢谢'],
  ['<https://a.example/x>', '<https://a.example/…>'],
  ['https://a.example?token=Zk9', 'https://a.example/…'],
])('shows of the addresses in %j the hosts', (text, covered) => {
  expect(coverText(text, null)).toBe(covered)
})

it('covers a code whose characters stand in tags of their own, and leaves the markup as it is', () => {
  const html =
    '<p title="493817">码 <b style="top:493817px">4</b><i>9</i>3&nbsp;817</p><p>https://a.example/x</p>'
  expect(coverHtml(html, '493817')).toBe(
    '<p title="••••••">码 <b style="top:493817px">•</b><i>•</i>•&nbsp;•••</p><p>https://a.example/…</p>',
  )
})

it('takes from links where they lead, covered or not', () => {
  const html = '<a href="https://a.example/verify?t=1" target="_blank">href="x" 确认</a>'
  const bare = '<a target="_blank">href="x" 确认</a>'
  expect(coverHtml(html, null)).toBe(bare)
  expect(withoutLinks(html)).toBe(bare)
})

it('covers a long hostile letter in a moment', () => {
  const letter = `${'4 9 3 8 1 '.repeat(60_000)}${'<'.repeat(100_000)}${'https://'.repeat(50_000)}`
  const startedAt = performance.now()
  coverText(letter, '493817')
  coverHtml(letter, '493817')
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
