import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { MailRow } from './mail-row.tsx'
import { mailOf } from './testing.ts'

test.each([
  ['周报', '选择 林牧，周报'],
  ['', '选择 林牧，没有主题'],
])('the check box of a mail about “%s” says whose and which it is', (subject, name) => {
  const mail = mailOf({ from: { name: '林牧', address: 'lin@example.com' }, subject })
  const row = createElement(MailRow, { mail, to: '/', onPick: () => undefined })
  expect(renderToStaticMarkup(createElement(MemoryRouter, null, row))).toContain(`aria-label="${name}"`)
})

const drawn = (change: Parameters<typeof mailOf>[0]): string => {
  const row = createElement(MailRow, { mail: mailOf(change), to: '/' })
  return renderToStaticMarkup(createElement(MemoryRouter, null, row))
}

test('a mail with a link to confirm is marked as one with a code is', () => {
  const link = 'https://shop.example/confirm?t=1'
  expect(drawn({ code: null, link })).toContain('确认链接')
  // What is opened is the mail; there the host is told.
  expect(drawn({ code: null, link })).not.toContain('shop.example')
  expect(drawn({ code: '482913', link })).not.toContain('确认链接')
  expect(drawn({ code: null, link: null })).not.toContain('确认链接')
})
