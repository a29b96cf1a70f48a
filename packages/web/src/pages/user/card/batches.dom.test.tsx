import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { CardBatch, CardRow, PermissionData } from '@yanshu/contract'
import { completeCardCode } from '@yanshu/contract/card-code'
import { expect, it } from 'vitest'
import type { Answers } from '../../../testing/fake-server.ts'
import { button, dialog, fill } from '../../../testing/look.ts'
import { admin, openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'

const worth = { kind: 'open' as const, days: 30, domains: [], quotaMb: 1024, maySend: false }

const batchOf = (change: Partial<CardBatch> & { id: string }): CardBatch => ({
  ...worth,
  ...{ amount: 0, note: '', createdAt: '2026-11-01T08:00:00Z', made: 500, sold: 312, used: 268, left: 188 },
  ...{
    paused: 0,
    revoked: 0,
    expired: 0,
    kept: false,
    lastUsedAt: null,
    lasts: null,
    endsAt: null,
    found: null,
  },
  ...change,
})

const cardOf = (tail: string, change: Partial<CardRow> = {}): CardRow => ({
  ...worth,
  ...{ id: `card-${tail}`, batchId: 'shopa', tail, kept: false, note: '', createdAt: '2026-11-01T08:00:00Z' },
  ...{ state: 'unused', step: 'left', usesLeft: 1, balance: 0, addresses: [], expiresAt: null },
  ...{ soldAt: null, soldTo: '', usedAt: null, usedBy: '' },
  ...change,
})

const shop = batchOf({ id: 'shopa', note: '淘宝店' })
const club = batchOf({ id: '00k3m9q', made: 100, sold: 94, used: 71, left: 6, lasts: 4 })

const answersOf = (list: CardBatch[] = [shop, club], cards: CardRow[] = []): Answers => ({
  getPayCases: () => ({ list: [], total: 0 }),
  getCardBatches: () => ({
    list,
    total: list.length,
    left: list.reduce((sum, { left }) => sum + left, 0),
    soonest: list.includes(club) ? { id: club.id, note: '', left: 6, lasts: 4 } : null,
  }),
  getCard: () => ({ list: cards, total: cards.length }),
})

const open = (answers = answersOf(), query = '', as: Partial<PermissionData> = admin) =>
  openPart(<Component />, { at: `/user/card${query}`, answers, as })

async function batchMenu(user: UserEvent, title: string, item: string): Promise<void> {
  await user.click(await button(`${title} 的更多操作`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

it('sums up what is in hand, and each batch', async () => {
  open()
  await screen.findByRole('heading', {
    name: '手里还有 194 张；批次 K3M9Q只剩 6 张，照这几天的快慢约够 4 天',
  })
  screen.getByRole('img', { name: '用掉 268，卖出还没用 44，剩下 188' })
  const [first, second] = within(screen.getByRole('list', { name: '批次' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('做了500卖出312用掉268剩下188')
  expect(first?.textContent).toContain('开新邮箱，30 天，1 GB')
  expect(second?.textContent).toContain('剩下6，约够 4 天')
})

it('opens a batch, shows how far its codes are, and asks for one step by the URL', async () => {
  const cards = [
    cardOf('D6Z4', {
      step: 'used',
      state: 'used',
      usesLeft: 0,
      usedAt: '2026-11-02T08:00:00Z',
      usedBy: 'suixin@hongyan.mail',
    }),
    cardOf('9R69', { step: 'sold', soldAt: '2026-11-02T08:00:00Z', soldTo: '尾号 7745' }),
    cardOf('9TDF'),
    cardOf('XXXX', { step: 'gone', state: 'revoked' }),
    cardOf('YYYY', { step: 'gone', state: 'expired' }),
    cardOf('ZZZZ', { state: 'disabled' }),
  ]
  const { user, server, place } = open(answersOf([shop], cards))
  await user.click((await screen.findAllByRole('button', { name: '打开看卡密' }))[0] ?? document.body)
  const rowOf = async (tail: string) => (await screen.findByText(`····-${tail}`)).closest('tr')?.textContent
  expect(await rowOf('D6Z4')).toContain('用掉suixin@hongyan.mail')
  expect(await rowOf('9R69')).toContain('卖出，还没用尾号 7745')
  expect(await rowOf('9TDF')).toContain('剩下在手里')
  expect(await rowOf('XXXX')).toContain('作废')
  expect(await rowOf('YYYY')).toContain('过期')
  expect(await rowOf('ZZZZ')).toContain('停用着')
  expect(place()).toBe('/user/card?batch=shopa')
  await user.click(await button(/^卖出没用/))
  await waitFor(() =>
    expect(server.asked('getCard').at(-1)?.query).toMatchObject({ batch: 'shopa', step: 'sold', page: 1 }),
  )
  expect(place()).toBe('/user/card?batch=shopa&in-step=sold')
  await user.click(await button('收起'))
  expect(place()).toBe('/user/card')
})

it('marks chosen codes as sold, with the buyer', async () => {
  const { user, server } = open(answersOf([shop], [cardOf('9TDF'), cardOf('CD7V')]), '?batch=shopa')
  server.answer({ editCard: () => ({ changed: 2 }) })
  for (const tail of ['9TDF', 'CD7V'])
    await user.click(await screen.findByRole('checkbox', { name: `选择 卡密 ${tail}` }))
  await user.click(await button('标为卖出'))
  const asking = within(await dialog('选中的 2 张卡密标为卖出'))
  await fill(user, asking.getByRole('textbox', { name: '卖给谁' }), '顾青')
  await user.click(asking.getByRole('button', { name: '标为卖出' }))
  await screen.findByText('2 张标为卖出')
  expect(server.asked('editCard')[0]?.body).toEqual({
    ids: ['card-9TDF', 'card-CD7V'],
    sold: true,
    soldTo: '顾青',
  })
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

it('revokes what is left of a batch after it has said how much, and spares what was sold', async () => {
  const { user, server } = open()
  server.answer({ editCard: () => ({ changed: 188 }) })
  await batchMenu(user, '淘宝店', '作废剩下的')
  const asking = within(await dialog('作废淘宝店剩下的 188 张？'))
  expect(server.asked('editCard')).toEqual([])
  await user.click(asking.getByRole('button', { name: /作 ?废/ }))
  await screen.findByText('已作废 188 张')
  expect(server.asked('editCard')[0]?.body).toEqual({ batchId: 'shopa', step: 'left', state: 'revoked' })
})

it('changes the note of a batch', async () => {
  const { user, server } = open()
  server.answer({ editCard: () => ({ changed: 500 }) })
  await batchMenu(user, '淘宝店', '改备注和最晚使用')
  const asking = within(await dialog('淘宝店'))
  await fill(user, asking.getByRole('textbox', { name: '备注' }), '京东店')
  await user.click(asking.getByRole('button', { name: /保 ?存/ }))
  await screen.findByText('已保存 500 张')
  expect(server.asked('editCard')[0]?.body).toEqual({ batchId: 'shopa', note: '京东店' })
})

it('looks for a whole code by its end alone, and shows it in its batch', async () => {
  const code = completeCardCode('ABCDEFGHJKMNPQR')
  const { user, server, place } = open(answersOf([{ ...shop, found: 1 }], [cardOf(code.slice(-4))]))
  await fill(user, await screen.findByRole('searchbox', { name: '搜批次、末四位、邮箱' }), code)
  await waitFor(() => expect(server.asked('getCardBatches').at(-1)?.query.q).toBe(code.slice(-4)))
  expect(place()).not.toContain(code.slice(0, 4))
  await user.click((await screen.findAllByRole('button', { name: '打开看卡密' }))[0] ?? document.body)
  await screen.findByText(`····-${code.slice(-4)}`)
  expect(server.asked('getCard').at(-1)?.query).toMatchObject({ batch: 'shopa', q: code.slice(-4) })
})

it('offers only what a batch still allows', async () => {
  const done = batchOf({ id: 'donea', note: '卖完的', made: 10, sold: 10, used: 10, left: 0 })
  const { user } = open(answersOf([done]))
  await screen.findByRole('heading', { name: '手里没有剩下的了' })
  expect(screen.getByRole('list', { name: '批次' }).textContent).toContain('剩下0，卖完了')
  await user.click(await button('卖完的 的更多操作'))
  const items = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
  expect(items).toEqual(['改备注和最晚使用', '导出 CSV，只有末四位'])
})

it('says what to do while there is no batch, and what is missing to make one', async () => {
  const { user, place } = open({
    ...answersOf([]),
    getArrDomains: () => ({ list: [] }),
    getDomains: () => ({ list: [], total: 0 }),
  })
  await user.click(
    await within(await screen.findByRole('tabpanel')).findByRole('button', { name: '制作卡密' }),
  )
  expect(place()).toContain('make=1')
})

it('tells who has not the right to make codes whom to ask', async () => {
  const can = { send: true, upload: true, createDomain: true, createCard: false, useApi: true }
  open(answersOf([]), '', { ...admin, role: 'user', can })
  await screen.findByText(/制作卡密的权限由管理员开通/)
})
