import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refused } from '../../../testing/fake-server.ts'
import { button, choose, dialog, faultOf, fill, pressTwice, written } from '../../../testing/look.ts'
import { admin, openPart } from '../../../testing/open-part.tsx'
import { sysAccountOf } from '../sysAccount/testing.ts'
import { Component } from './page.tsx'
import { accountOf, serverWith } from './testing.ts'

// As on a page with TLS; without it there is no clipboard.
beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => vi.unstubAllGlobals())

const anna = accountOf({ localPart: 'anna' })
const bert = accountOf({ localPart: 'bert' })

const open = (answers = serverWith([anna, bert]), query = '', phone = false) =>
  openPart(<Component />, { at: `/user/emailAccount${query}`, answers, phone })

const more = (address: string) => button(`${address} 的更多操作`)
async function rowMenu(user: UserEvent, address: string, item: string): Promise<void> {
  await user.click(await more(address))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const rowOf = async (address: string) => {
  const shown = await more(address)
  const row = shown.closest('tr')
  if (!row) throw new Error(`${address} stands in no row`)
  return within(row)
}

it('says that there is none yet', async () => {
  open(serverWith([]))
  await screen.findByText(/还没有邮箱账号/)
})

it('finds, filters and sorts by what is in the URL', async () => {
  const { user, server, place } = open(undefined, '?q=anna@')
  await rowOf(anna.address)
  expect(server.asked('getEmailAccount')[0]?.query).toMatchObject({ q: 'anna@', kind: 'account' })
  await user.clear(screen.getByRole('searchbox', { name: '搜地址、备注' }))
  await user.type(screen.getByRole('searchbox', { name: '搜地址、备注' }), '活动用')
  await waitFor(() => expect(server.asked('getEmailAccount').at(-1)?.query.q).toBe('活动用'))
  expect(new URLSearchParams(place().split('?')[1]).get('q')).toBe('活动用')
  await user.click(await button('状态'))
  await user.click(await screen.findByRole('menuitem', { name: '已暂停' }))
  await screen.findByText(/没有符合条件的邮箱/)
  expect(server.asked('getEmailAccount').at(-1)?.query).toMatchObject({ q: '活动用', status: 'paused' })
  await user.click(await button(/状态：已暂停，取消/))
  await user.click(await screen.findByRole('columnheader', { name: '地址' }))
  await waitFor(() =>
    expect(server.asked('getEmailAccount').at(-1)?.query).toMatchObject({ sort: 'address', order: 'asc' }),
  )
  expect(server.asked('getEmailAccount').at(-1)?.query.status).toBeUndefined()
  expect(place()).toContain('sort=address')
})

it('goes through the pages of the table by the URL', async () => {
  const many = Array.from({ length: 20 }, (_, at) => accountOf({ localPart: `n${at}` }))
  const { user, server, place } = open(serverWith(many, 450))
  await screen.findByText('共 450 个')
  expect(screen.getAllByRole('checkbox', { name: /^选择 / })).toHaveLength(20)
  await user.click(await button('下一页'))
  expect(place()).toContain('page=2')
  await waitFor(() => expect(server.asked('getEmailAccount').at(-1)?.query.page).toBe(2))
})

it('makes none before its domain is known, and says so', async () => {
  const known = Promise.withResolvers<{ list: string[] }>()
  const answers = { ...serverWith([]), getArrDomains: () => known.promise }
  const { user, server } = open(answers, '?open=one')
  await fill(user, await screen.findByRole('textbox', { name: '名字' }), 'carl')
  const make = () => button('新建')
  await waitFor(async () => expect((await make()).getAttribute('aria-disabled')).toBe('true'))
  await user.click(await make())
  expect(screen.queryByText('请填写域名')).toBeNull()
  known.resolve({ list: ['yanshu.test'] })
  await waitFor(async () => expect((await make()).getAttribute('aria-disabled')).toBeNull())
  expect(server.asked('createEmailAccount')).toEqual([])
})

it('makes one: an address that is taken is said at its form, nothing typed is lost, the password is shown once', async () => {
  const { user, server } = open(undefined, '?open=one')
  server.answer({
    createEmailAccount: () => {
      throw new Refused('addressTaken', { fields: { names: '这个地址已经有人用了' } })
    },
  })
  const name = await screen.findByRole('textbox', { name: '名字' })
  expect((await button('新建')).getAttribute('aria-disabled')).toBe('true')
  await fill(user, name, 'bad name')
  await user.click(await button('新建'))
  await screen.findByText(/只能用字母、数字/)
  expect(server.asked('createEmailAccount')).toEqual([])
  await fill(user, name, 'wangfang')
  await user.click(await button('新建'))
  await waitFor(() => expect(faultOf(name)).toBe('这个地址已经有人用了'))
  expect(written(name)).toBe('wangfang')

  const made = Promise.withResolvers<void>()
  server.answer({
    createEmailAccount: async () => {
      await made.promise
      const address = 'wangfang@yanshu.test'
      return { list: [{ id: 'w', address, password: 'only-once-1' }], failed: [] }
    },
  })
  const before = server.asked('createEmailAccount').length
  // However often it is pressed, one is made.
  const make = await button('新建')
  pressTwice(make)
  await waitFor(() => expect(make.getAttribute('aria-busy')).toBe('true'))
  await user.click(make)
  made.resolve()
  expect(written(await screen.findByRole('textbox', { name: '邮箱和密码' }))).toBe(
    'wangfang@yanshu.test\tonly-once-1',
  )
  expect(server.asked('createEmailAccount')).toHaveLength(before + 1)
  await user.click(await button('已存好，关掉'))
  await screen.findByText('还没有复制或下载')
  await user.click(await button('不了'))
  await user.click(await button('复制全部'))
  await user.click(await button('已存好，关掉'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: '邮箱和密码' })).toBeNull())
  expect(document.body.textContent).not.toContain('only-once-1')
})

it('makes what is pasted and says which were not made', async () => {
  const { user, server } = open(undefined, '?open=many')
  server.answer({
    createEmailAccount: ({ body }) => ({
      list: (body.names ?? [])
        .filter(name => name !== 'anna')
        .map(name => ({ id: name, address: `${name}@yanshu.test`, password: 'p-123456' })),
      failed: [{ address: 'anna@yanshu.test', msg: '这个地址已经有人用了' }],
    }),
  })
  await fill(
    user,
    await screen.findByRole('textbox', { name: '名单' }),
    'carl\ndora@yanshu.test, carl\ncleo@other.test\nbad name\nanna',
  )
  await screen.findByText('共 3 个名字，另有 3 个建不了：carl 等，名单里有重复')
  await user.click(await button('新建 3 个'))
  await screen.findByText('建好了 2 个')
  expect(server.asked('createEmailAccount').map(({ body }) => body.names)).toEqual([['carl', 'dora', 'anna']])
  for (const text of [/名单里有重复/, /这个地址已经有人用了/, /不是选中的域名/, /只能用字母、数字/])
    await screen.findByText(text)
})

it('has a job make many, and opens it', async () => {
  const { user, server, place } = open(undefined, '?open=many')
  server.answer({ createEmailAccount: () => ({ list: [], failed: [], jobId: 'j1' }) })
  await user.click(await screen.findByText('随机生成'))
  await fill(user, await screen.findByLabelText('个数'), '450')
  await fill(user, screen.getByRole('textbox', { name: '备注' }), '随机的')
  await user.click(await button('新建 450 个'))
  await waitFor(() => expect(place()).toContain('job=j1'))
  expect(place()).not.toContain('open=')
  expect(server.asked('createEmailAccount').map(({ body }) => [body.random, body.note, body.job])).toEqual([
    [450, '随机的', true],
  ])
})

it('changes all that a filter means, after showing what would change', async () => {
  const { user, server, place } = open(serverWith([anna, bert], 450), '?q=活动用')
  await screen.findByText('共 450 个')
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  await user.click(await button('选符合条件的全部 450 个'))
  await user.click(await button('改空间'))
  const asks = within(await dialog('修改 450 个邮箱'))
  await fill(user, asks.getByRole('spinbutton'), '2048')
  await user.click(asks.getByRole('button', { name: '看会改动什么' }))
  await asks.findByText(/选中 450 个，其中/)
  expect(server.asked('batchEditEmailAccount').map(({ body }) => body.dryRun)).toEqual([true])
  await user.click(await asks.findByRole('button', { name: '改这 450 个' }))
  await waitFor(() => expect(place()).toContain('job=j3'))
  const { body } = server.asked('batchEditEmailAccount')[1] ?? {}
  expect(body).toMatchObject({ filter: { q: '活动用', kind: 'account' }, quotaMb: 2048, job: true })
  expect(body?.dryRun).toBeUndefined()
  expect(body?.ids).toBeUndefined()
})

it('refuses a number out of bounds at its field, as it was typed', async () => {
  const { user, server } = open(undefined, '?open=many')
  await user.click(await screen.findByText('随机生成'))
  const count = await screen.findByLabelText('个数')
  await fill(user, count, '-5')
  await user.tab()
  await screen.findByText('不能小于 1')
  expect(written(count)).toBe('-5')
  await fill(user, count, '10001')
  await user.tab()
  await screen.findByText('不能大于 10,000')
  expect(written(count)).toBe('10001')
  expect(server.asked('createEmailAccount')).toEqual([])
})

it('has a job delete all that a filter means', async () => {
  const { user, server, place } = open(serverWith([anna, bert], 1200))
  server.answer({ delEmailAccount: () => ({ deleted: 0, restorableUntil: null, jobId: 'j2' }) })
  await user.click(await screen.findByRole('checkbox', { name: '全选' }))
  await user.click(await button('选符合条件的全部 1,200 个'))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '删除' }))
  await user.click(within(await dialog(/^删除/)).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(place()).toContain('job=j2'))
  expect(server.asked('delEmailAccount')[0]?.body).toEqual({
    filter: { kind: 'account' },
    keep: true,
    job: true,
  })
})

it('says what failed in the dialog, with the change as it was chosen', async () => {
  const { user, server } = open()
  server.answer({
    batchEditEmailAccount: () => {
      throw new Refused('limitReached', { msg: '空间不够分' })
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: '选择 bert@yanshu.test' }))
  await user.click(await button('改空间'))
  const asks = within(await dialog('修改 1 个邮箱'))
  await fill(user, asks.getByRole('spinbutton'), '4096')
  await user.click(asks.getByRole('button', { name: '看会改动什么' }))
  await asks.findByText('空间不够分')
  expect(written(asks.getByRole('spinbutton'))).toBe('4096')
})

it('resets the passwords of the chosen ones and hands them to another', async () => {
  const { user, server } = open()
  server.answer({
    getSysAccount: () => ({ list: [sysAccountOf({ id: 'linmu', username: 'linmu' })], total: 1 }),
  })
  await user.click(await screen.findByRole('checkbox', { name: '选择 bert@yanshu.test' }))
  await user.click(await button('重置密码'))
  await user.click(await button('看会改动什么'))
  await user.click(await button('改这 1 个'))
  expect(written(await screen.findByRole('textbox', { name: '新密码' }))).toBe('bert@yanshu.test\tnew-pass-1')
  await user.click(await button('复制全部'))
  await user.click(await button('已存好，关掉'))

  await user.click(await screen.findByRole('checkbox', { name: '选择 bert@yanshu.test' }))
  await user.click(await button('转给别人'))
  const owner = await screen.findByRole('combobox', { name: '归属' })
  await user.type(owner, 'linm')
  // However many accounts there are: what is typed is looked for by the server.
  await waitFor(() => expect(server.asked('getSysAccount').at(-1)?.query.q).toBe('linm'))
  await choose(user, owner, 'linmu')
  await user.click(await button('看会改动什么'))
  await user.click(await button('改这 1 个'))
  await (await rowOf(bert.address)).findByText('linmu')
  expect(server.asked('batchEditEmailAccount').at(-1)?.body).toMatchObject({
    ids: ['bert'],
    ownerId: 'linmu',
  })
})

it('edits one, sending only what is other than before, and pauses it', async () => {
  const { user, server } = open()
  await rowMenu(user, anna.address, '修改')
  await fill(user, await screen.findByRole('textbox', { name: '备注' }), '投稿')
  await user.click(await button('保存'))
  await (await rowOf(anna.address)).findByText('投稿')
  expect(server.asked('editEmailAccount')[0]?.body).toEqual({
    ...{ id: 'anna', note: '投稿' },
    seen: { note: '' },
  })
  await rowMenu(user, anna.address, '暂停收信')
  await (await rowOf(anna.address)).findByText('已暂停')
})

it('says who changed the same meanwhile, and lets one take that or keep the own', async () => {
  const { user, server } = open()
  const at = new Date().toISOString()
  const by = '李四'
  await rowMenu(user, anna.address, '修改')
  await fill(user, await screen.findByRole('spinbutton', { name: '空间（MB）' }), '70')
  await fill(user, screen.getByRole('textbox', { name: '备注' }), '我写的')
  const { editEmailAccount } = serverWith([anna, bert])
  server.answer({
    // Somebody else gave it away, too; the table is asked for anew.
    ...serverWith([{ ...anna, quotaMb: 50, note: '他写的' }, bert]),
    editEmailAccount: () => {
      throw new Refused('conflict', {
        changed: [
          { field: 'quotaMb', value: 50, by, at },
          { field: 'note', value: '他写的', by: null, at: null },
        ],
      })
    },
  })
  await user.click(await button('保存'))
  const note = within(
    await screen.findByText(/把空间改成了/).then(said => said.closest('[role=alert]') as HTMLElement),
  )
  expect(note.getByText(/把空间改成了/).textContent).toBe('李四 刚刚把空间改成了 50 MB，这里是 70 MB。')
  expect(note.getByText(/备注/).textContent).toBe('备注刚在别处改成了“他写的”，这里是“我写的”。')
  expect(server.asked('editEmailAccount')[0]?.body).toEqual({
    ...{ id: 'anna', quotaMb: 70, note: '我写的' },
    seen: { quotaMb: 1024, note: '' },
  })
  // The typed text is still there, whatever the table says now.
  expect(written(screen.getByRole('textbox', { name: '备注' }))).toBe('我写的')
  await user.click(note.getByRole('button', { name: '空间用对方的' }))
  expect(written(screen.getByRole('spinbutton', { name: '空间（MB）' }))).toBe('50')
  await user.click(note.getByRole('button', { name: '备注用我的' }))
  expect(screen.queryByText(/改成了/)).toBeNull()
  if (editEmailAccount) server.answer({ editEmailAccount })
  await user.click(await button('保存'))
  await waitFor(() =>
    expect(server.asked('editEmailAccount')[1]?.body).toEqual({
      ...{ id: 'anna', note: '我写的' },
      seen: { note: '他写的' },
    }),
  )
})

it('deletes one with an undo, and many that come back from the recently deleted', async () => {
  const { user, server, place } = open()
  await rowMenu(user, anna.address, '删除')
  await screen.findByText('已删除 anna@yanshu.test')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: '选择 anna@yanshu.test' })).toBeNull())
  await user.click(await button('撤回'))
  await rowOf(anna.address)

  await user.click(await screen.findByRole('checkbox', { name: '选择 anna@yanshu.test' }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '删除' }))
  await user.click(within(await dialog(/^删除/)).getByRole('button', { name: '删除' }))
  await screen.findByText('已删除 1 个')
  await user.click(screen.getByRole('tab', { name: /最近删除/ }))
  await rowMenu(user, anna.address, '恢复')
  await screen.findByText(/没有可以恢复的邮箱/)
  expect(place()).toContain('tab=deleted')
  expect(server.asked('restoreEmailAccount').map(({ body }) => body.ids)).toEqual([['anna'], ['anna']])
})

it('lets rows be chosen on a phone, one by one and a whole page, and lets go of them', async () => {
  const { user } = open(serverWith([anna, bert], 450), '?q=活动用', true)
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: '全选' })
  const rows = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^选择 / })
  const [first, second] = rows
  if (!first || !second) throw new Error('two rows are shown')
  await user.click(second)
  await screen.findByText('已选 1 个')
  expect(all.indeterminate).toBe(true)
  await user.click(screen.getByText('全选'))
  await button('选符合条件的全部 450 个')
  expect(rows.every(box => box.checked)).toBe(true)
  await user.click(first)
  expect(all.checked).toBe(false)
  // However many acts there are, this one is at hand.
  await user.click(await button('取消选择'))
  expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()
  await user.click(all)
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '改到期' }))
  await button('看会改动什么')
})

it('names a long address in full on a phone, on its row, its box and its menu', async () => {
  const long = accountOf({ localPart: `a-name-of-${'many-letters-'.repeat(4)}x`, note: '长'.repeat(200) })
  const { user, server } = open(serverWith([long]), '', true)
  await user.click(await screen.findByRole('checkbox', { name: `选择 ${long.address}` }))
  expect(screen.getByText('长'.repeat(200)).className).toContain('clip')
  await rowMenu(user, long.address, '暂停收信')
  await screen.findByText('已暂停收信')
  expect(server.asked('editEmailAccount')[0]?.body.id).toBe(long.id)
})

it('lets a user make one without naming its owner', async () => {
  const { user } = openPart(<Component />, {
    at: '/user/emailAccount',
    answers: serverWith([anna]),
    as: { ...admin, role: 'user' },
  })
  await user.click(await button('新建邮箱'))
  await screen.findByRole('textbox', { name: '名字' })
  expect(screen.queryByText('归属')).toBeNull()
})
