import { screen, waitFor } from '@testing-library/react'
import type { SysAccount } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { type Answers, Refused } from '../../../testing/fake-server.ts'
import { button, fill, written } from '../../../testing/look.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'
import { sysAccountOf } from './testing.ts'

const serverWith = (account: SysAccount): Answers => ({
  getSysAccount: () => ({ list: [account], total: 1 }),
  editSysAccount: () => ({ account, password: null }),
})

it('says who changed the same of an account meanwhile, and lets one take that or keep the own', async () => {
  const before = sysAccountOf({ id: 'a1', username: 'linmu', note: '旧' })
  const can = { ...before.can, send: false }
  const limits = { ...before.limits, mailboxes: 7 }
  const now = { ...before, can, limits, note: '他写的' }
  const { user, server } = openPart(<Component />, {
    at: '/user/sysAccount?edit=a1',
    answers: serverWith(before),
  })
  const note = await screen.findByRole('textbox', { name: '备注' })
  await fill(user, note, '我写的')
  await user.click(screen.getByRole('checkbox', { name: '制作卡密' }))
  await fill(user, screen.getByRole('spinbutton', { name: '域名数' }), '9')
  const at = new Date().toISOString()
  server.answer({
    ...serverWith(now),
    editSysAccount: () => {
      throw new Refused('conflict', {
        changed: [
          { field: 'note', value: '他写的', by: '李四', at },
          { field: 'can', value: can, by: '李四', at },
          { field: 'limits', value: limits, by: '李四', at },
        ],
      })
    },
  })
  await user.click(await button('保存'))
  expect((await screen.findByText(/把备注改成了/)).textContent).toBe(
    '李四 刚刚把备注改成了“他写的”，这里是“我写的”。',
  )
  expect(screen.getByText(/把能做的事改成了/).textContent).toContain(
    '“上传文件、添加域名、使用接口密钥”，这里是“发信、上传文件、添加域名、制作卡密、使用接口密钥”',
  )
  expect(screen.getByText(/把上限改成了/).textContent).toMatch(/邮箱数 7、.*这里是“域名数 9、邮箱数 100、/)
  await user.click(await button('能做的事用对方的'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '发信' }).checked).toBe(false)
  await user.click(await button('上限用对方的'))
  expect(written(screen.getByRole('spinbutton', { name: '域名数' }))).toBe('3')
  await user.click(await button('备注用我的'))
  expect(written(note)).toBe('我写的')
  server.answer(serverWith(now))
  await user.click(await button('保存'))
  await waitFor(() => expect(server.asked('editSysAccount')).toHaveLength(2))
  expect(server.asked('editSysAccount').map(({ body }) => body)).toEqual([
    {
      id: 'a1',
      note: '我写的',
      can: { ...before.can, createCard: true },
      limits: { ...before.limits, domains: 9 },
      seen: { note: '旧', can: before.can, limits: before.limits },
    },
    { id: 'a1', note: '我写的', seen: { note: '他写的' } },
  ])
})
