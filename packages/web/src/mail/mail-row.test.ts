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
