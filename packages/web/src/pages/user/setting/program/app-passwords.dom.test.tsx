import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answers } from '../../../../testing/fake-server.ts'
import { button, fill } from '../../../../testing/look.ts'
import { openPart } from '../../../../testing/open-part.tsx'
import { AppPasswords } from './app-passwords.tsx'

const at = '2026-05-01T08:00:00.000Z'

function server(): Answers {
  let only = false
  let list = [
    {
      ...{ id: 'p1', name: '旧手机', createdAt: at, lastUsedAt: at },
      ...{ lastClient: '203.0.113.9', lastChannel: 'imap' as const },
    },
  ]
  return {
    getAppPasswords: () => ({ list, only }),
    createAppPassword: () => ({ id: 'p2', password: 'abcd-efgh-jkmn-pqrs' }),
    delAppPassword: ({ body }) => {
      list = list.filter(({ id }) => id !== body.id)
      return {}
    },
    requireAppPasswords: ({ body }) => {
      only = body.only
      return {}
    },
  }
}

const open = () => openPart(<AppPasswords mailbox="m1" />, { at: '/user/setting', answers: server() })

it('shows a new password once, under the name that was typed', async () => {
  const { user, server } = open()
  await user.click(await button('新建应用密码'))
  await user.click(await button('新建'))
  await screen.findByText('起个名字，比如用它的设备')
  expect(server.asked('createAppPassword')).toEqual([])
  await fill(user, await screen.findByRole('textbox', { name: '给哪台设备用' }), '我的手机')
  await user.click(await button('新建'))
  await screen.findByText('abcd-efgh-jkmn-pqrs')
  expect(server.asked('createAppPassword').map(({ body }) => body)).toEqual([{ id: 'm1', name: '我的手机' }])
  await user.click(await button('已存好'))
  await waitFor(() => expect(screen.queryByText('abcd-efgh-jkmn-pqrs')).toBeNull())
})

it('tells where one was used last, and ends it when that is meant', async () => {
  const { user, server } = open()
  const row = (await screen.findByText('旧手机')).closest('li')
  expect(row?.textContent).toContain('203.0.113.9')
  expect(row?.textContent).toContain('IMAP 收信')
  await user.click(await button('停用 旧手机'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '停用' }))
  await screen.findByText('还没有应用密码。')
  expect(server.asked('delAppPassword').map(({ body }) => body)).toEqual([{ id: 'p1' }])
})

it('lets programs in by app passwords alone', async () => {
  const { user, server } = open()
  const only = await screen.findByRole('switch', { name: '只用应用密码登录邮件程序' })
  await user.click(only)
  await waitFor(() => expect(only.getAttribute('aria-checked')).toBe('true'))
  expect(server.asked('requireAppPasswords').map(({ body }) => body)).toEqual([{ id: 'm1', only: true }])
})
