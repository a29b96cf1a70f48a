import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { SysAccount } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { Refused } from '../../../testing/fake-server.ts'
import { button, dialog } from '../../../testing/look.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'
import { sysAccountOf } from './testing.ts'

const me = sysAccountOf({ id: 'admin', username: 'admin', role: 'admin', sessions: 3 })
const reseller = sysAccountOf({ id: 'r', username: 'reseller', sessions: 2 })
const halted = sysAccountOf({ id: 'h', username: 'halted', status: 'stopped', sessions: 0 })

function open(rows: SysAccount[] = [me, reseller, halted]) {
  let list = rows
  return openPart(<Component />, {
    at: '/user/sysAccount',
    answers: {
      getSysAccount: () => ({ list, total: list.length }),
      getComplaints: () => ({ list: [], total: 0, open: 0 }),
      editSysAccount: ({ body }) => {
        const before = list.find(({ id }) => id === body.id)
        if (!before) throw new Refused('notFound')
        const ends = body.endSessions || body.status === 'stopped'
        const account = { ...before, status: body.status ?? before.status, ...(ends && { sessions: 0 }) }
        list = list.map(one => (one.id === account.id ? account : one))
        return { account, password: null }
      },
    },
  })
}

async function menu(user: UserEvent, name: string): Promise<string[]> {
  await user.click(await button(`${name} 的更多操作`))
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent ?? '')
}
const choose = async (user: UserEvent, item: string) =>
  user.click(await screen.findByRole('menuitem', { name: item }))

it('stops an account from its row after it has said what that means', async () => {
  const { user, server } = open()
  expect(await menu(user, 'reseller')).toEqual(['编辑', '以它的身份登录', '结束登录', '停用', '删除'])
  await choose(user, '停用')
  const asking = within(await dialog('停用 reseller？'))
  asking.getByText(/^2 个登录立即失效，恢复以前不能登录，发信等着；接口密钥作废/)
  expect(server.asked('editSysAccount')).toEqual([])
  await user.click(asking.getByRole('button', { name: /停 ?用/ }))
  await screen.findByText('已停用 reseller')
  expect(server.asked('editSysAccount').map(({ body }) => body)).toEqual([{ id: 'r', status: 'stopped' }])
})

it('ends the logins of an account from its row', async () => {
  const { user, server } = open()
  await menu(user, 'reseller')
  await choose(user, '结束登录')
  const asking = within(await dialog('结束 reseller 的全部登录？'))
  asking.getByText('2 个登录会立即失效，要重新登录。接口密钥不受影响。')
  await user.click(asking.getByRole('button', { name: '全部结束' }))
  await screen.findByText('已结束登录 reseller')
  expect(server.asked('editSysAccount')[0]?.body).toEqual({ id: 'r', endSessions: true })
})

it('lets a stopped account go on without a question', async () => {
  const { user, server } = open()
  expect(await menu(user, 'halted')).toEqual(['编辑', '恢复', '删除'])
  await choose(user, '恢复')
  await screen.findByText('已恢复 halted')
  expect(server.asked('editSysAccount')[0]?.body).toEqual({ id: 'h', status: 'active' })
})

it('offers nobody to stop oneself, and keeps the own login when others are ended', async () => {
  const { user } = open()
  expect(await menu(user, 'admin')).toEqual(['编辑', '结束别处的登录', '删除'])
  await choose(user, '结束别处的登录')
  const asking = within(await dialog('结束 admin 在别处的登录？'))
  asking.getByText('2 个登录会立即失效，要重新登录。你现在这个登录和接口密钥不受影响。')
})

it('asks before several are stopped, and counts their logins', async () => {
  const other = sysAccountOf({ id: 'o', username: 'other', sessions: 1 })
  const { user, server } = open([reseller, other])
  for (const name of ['reseller', 'other'])
    await user.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '停用' }))
  const asking = within(await dialog('停用选中的 2 个账号？'))
  asking.getByText(/^3 个登录立即失效/)
  await user.click(asking.getByRole('button', { name: /停 ?用/ }))
  await screen.findByText('已停用 2 个')
  expect(server.asked('editSysAccount')).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

it('says in the question why the last admin stays', async () => {
  const second = sysAccountOf({ id: 's', username: 'second', role: 'admin' })
  const { user, server } = open([second])
  server.answer({
    editSysAccount: () => {
      throw new Refused('lastAdmin')
    },
  })
  await menu(user, 'second')
  await choose(user, '停用')
  const asking = within(await dialog('停用 second？'))
  await user.click(asking.getByRole('button', { name: /停 ?用/ }))
  await asking.findByText(/管理员/)
})
