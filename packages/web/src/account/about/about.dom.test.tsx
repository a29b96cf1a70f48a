import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { dialog } from '../../testing/look.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import PublicFooter from '../public-footer.tsx'

const figures = { receivedToday: 1234, codesToday: 56, mailboxes: 7, secondsToSeen: 0.4 }

async function open(name: string, ready: boolean) {
  const { user } = openPart(<PublicFooter />, {
    at: '/home',
    answers: { getFigures: () => figures },
    as: visitor,
  })
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/readyz'
      ? Promise.resolve(new Response('{}', { status: ready ? 200 : 503 }))
      : fetched(url, init),
  )
  await user.click(await screen.findByRole('button', { name }))
  return { user, shown: await dialog(name) }
}

it('tells a program where to begin', async () => {
  const { user, shown } = await open('接口', true)
  expect(shown.textContent).toContain('/api/loginEmail')
  expect(await screen.findByRole('link', { name: 'openapi.json' })).toHaveProperty(
    'pathname',
    '/openapi.json',
  )
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByText(/等下一封/)).toBeNull())
})

it('says what happens to letters and what is kept here', async () => {
  const { shown } = await open('隐私', true)
  expect(shown.textContent).toContain('管理员要看别人的信')
})

it.each([
  [true, /正常，\d+ 毫秒应答/, '收信 1,234 封，取出验证码 56 个'],
  [false, /现在不能用/, null],
])('looks whether the site does well: %s', async (ready, words, today) => {
  await open('状态', ready)
  await screen.findByText(words)
  if (today === null) expect(screen.queryByText(/取出验证码/)).toBeNull()
  else await screen.findByText(today)
})
