import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refused } from '../../../testing/fake-server.ts'
import { button, faultOf, fill, pressTwice, written } from '../../../testing/look.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'
import { settingServer, someSettings, someWays } from './testing.ts'

const open = (query = '', phone = false, answers = settingServer()) =>
  openPart(<Component />, { at: `/user/setting?tab=site${query}`, answers, phone })

/** The way back on a phone stands in the frame, which is not here. */
const all = '/user/setting?tab=site'

const box = (name: string) => screen.findByRole('textbox', { name })
const number = (name: string) => screen.findByRole('spinbutton', { name })
const group = (name: RegExp) => screen.findByRole('link', { name })
const bar = () => screen.findByRole('region', { name: '还没保存的改动' })
const save = async () => within(await bar()).getByRole('button', { name: '保存' })
const rowOf = (field: HTMLElement) => {
  const row = field.closest<HTMLElement>('[data-setting]')
  if (!row) throw new Error('the field stands in no row')
  return within(row)
}

it('lists the groups with the state that the server tells, and finds settings by label and help', async () => {
  const { user, place } = open()
  await group(/^收款方式.*2 种缺/)
  await group(/^启动时的设置.*改过 1 项/)
  const search = screen.getByRole('searchbox', { name: '搜全部设置' })
  await user.type(search, '彻底')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^站点/ })).toBeNull())
  await number('回收站保留天数')
  expect(screen.queryByRole('spinbutton', { name: '邮件保留天数' })).toBeNull()
  expect(screen.getByText('彻底').tagName).toBe('MARK')
  expect(new URLSearchParams(place().split('?')[1]).get('q')).toBe('彻底')
  await user.clear(search)
  await user.type(search, '商户号')
  await box('易支付：商户号')
  await user.clear(search)
  await user.type(search, '没有这种')
  await screen.findByText('没有这样的设置，换个词试试。')
})

it('keeps what is typed in one group while another is open, and saves both at once', async () => {
  const { user, server, place, go } = open('', true)
  await user.click(await group(/^站点/))
  expect(screen.queryByRole('spinbutton')).toBeNull()
  await fill(user, await box('站点名称'), '新站')
  await go(all)
  await group(/^站点.*有改动还没保存/)
  await user.click(await group(/^保留/))
  expect(place()).toContain('group=retention')
  await fill(user, await number('回收站保留天数'), '60')
  expect((await bar()).textContent).toContain('2 项还没保存')
  pressTwice(await save())
  await waitFor(() => expect(screen.queryByRole('region', { name: '还没保存的改动' })).toBeNull())
  expect(server.asked('updateSetting').map(({ body }) => body.values)).toEqual([
    { siteName: '新站', trashDays: 60 },
  ])
})

it('leads to the field that the server refuses, in whatever group it is, and marks its group', async () => {
  const { user, server, go } = open('&group=site', true)
  server.answer({
    updateSetting: () => {
      throw new Refused('invalidInput', { fields: { 'values.retentionDays': '现在不能改' } })
    },
  })
  await go(all)
  await user.click(await group(/^保留/))
  await fill(user, await number('邮件保留天数'), '9')
  await go(all)
  await user.click(await group(/^站点/))
  await fill(user, await box('站点名称'), '新站')
  await user.click(await save())
  const refused = await number('邮件保留天数')
  expect(faultOf(refused)).toContain('现在不能改')
  await waitFor(() => expect(document.activeElement).toBe(refused))
  await go(all)
  await group(/^保留.*1 项要改/)
  await user.click(await group(/^保留/))
  await fill(user, await number('邮件保留天数'), '8')
  expect(faultOf(await number('邮件保留天数'))).toBeNull()
})

it('refuses a number out of bounds at its field and sends nothing', async () => {
  const { user, server } = open()
  const days = await number('回收站保留天数')
  await fill(user, days, '9999')
  expect(faultOf(days)).toContain('不能大于 3,650')
  expect(written(days)).toBe('9999')
  await group(/^保留.*1 项要改/)
  await user.click(await save())
  expect(server.asked('updateSetting')).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(days))
  await fill(user, days, '3650')
  expect(faultOf(days)).toBeNull()
  await user.type(days, '{Enter}')
  await waitFor(() => expect(server.asked('updateSetting')[0]?.body.values).toEqual({ trashDays: 3650 }))
})

it('opens at the group and the setting that the URL names', async () => {
  const { go } = open('&field=epayKey')
  const key = await screen.findByLabelText('易支付：商户密钥')
  await waitFor(() => expect(document.activeElement).toBe(key))
  await go('/user/setting?tab=site&group=retention')
  const heading = await screen.findByRole('heading', { name: /^保留/ })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('on a phone shows the one group that the URL names', async () => {
  open('&field=trashDays', true)
  const days = await number('回收站保留天数')
  await waitFor(() => expect(document.activeElement).toBe(days))
  expect(screen.queryByRole('textbox', { name: '站点名称' })).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('leads back to the default and to what was there before', async () => {
  const { user, server } = open()
  const days = await number('回收站保留天数')
  const row = rowOf(days)
  expect(row.getByText('默认 30 天，')).toBeTruthy()
  await user.click(row.getByRole('button', { name: '回收站保留天数恢复默认' }))
  expect(written(days)).toBe('30')
  expect(row.getByText('原来 45 天，')).toBeTruthy()
  await user.click(row.getByRole('button', { name: '回收站保留天数撤回' }))
  expect(written(days)).toBe('45')
  expect(screen.queryByRole('region', { name: '还没保存的改动' })).toBeNull()
  await user.click(row.getByRole('button', { name: '回收站保留天数恢复默认' }))
  await user.click(await save())
  await waitFor(() => expect(server.asked('updateSetting')[0]?.body.values).toEqual({ trashDays: null }))
})

it('gives up all that is typed, and takes that back', async () => {
  const { user } = open()
  await fill(user, await box('站点名称'), '新站')
  await user.click(await button('使用条款，3 字'))
  await fill(user, await box('使用条款'), '第一条\n第二条')
  await user.click(within(await bar()).getByRole('button', { name: '放弃' }))
  expect(written(await box('站点名称'))).toBe('雁书')
  await user.click(await button('撤回'))
  expect(written(await box('站点名称'))).toBe('新站')
  expect((await bar()).textContent).toContain('站点名称、使用条款')
})

it('goes through the unsaved settings one by one', async () => {
  const { user } = open()
  const name = await box('站点名称')
  const days = await number('回收站保留天数')
  await fill(user, name, '新站')
  await fill(user, days, '31')
  const next = within(await bar()).getByRole('button', { name: '逐项看' })
  for (const field of [name, days, name]) {
    await user.click(next)
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
})

it('keeps what is typed when the settings are asked for anew', async () => {
  const { user, server } = open()
  await fill(user, await box('站点名称'), '新站')
  await fill(user, await number('回收站保留天数'), '31')
  server.answer({
    updateSetting: () => {
      throw new Refused('busy')
    },
  })
  await user.click(await save())
  expect((await within(await bar()).findByRole('alert')).textContent).toContain('服务暂时繁忙')
  expect([written(await box('站点名称')), written(await number('回收站保留天数'))]).toEqual(['新站', '31'])
})

/** A server at which somebody else changed these settings since. */
const changedTo = (values: Record<string, string | number>) =>
  settingServer(
    someSettings().map(entry =>
      entry.name in values ? { ...entry, value: values[entry.name] ?? null } : entry,
    ),
  )

it('says who changed the same setting meanwhile, and lets one take that or keep the own', async () => {
  const { user, server } = open()
  await fill(user, await box('站点名称'), '我的站')
  await fill(user, await number('回收站保留天数'), '60')
  const { updateSetting, ...others } = changedTo({ siteName: '他的站', trashDays: 50 })
  const at = new Date().toISOString()
  server.answer({
    ...others,
    updateSetting: () => {
      throw new Refused('conflict', {
        changed: [
          { field: 'siteName', value: '他的站', by: '李四', at },
          { field: 'trashDays', value: 50, by: '李四', at },
        ],
      })
    },
  })
  await user.click(await save())
  const name = await screen.findByText(/把“站点名称”改成了/)
  expect(name.textContent).toBe('李四 刚刚把“站点名称”改成了 “他的站”，这里是 “我的站”。')
  expect(screen.getByText(/把“回收站保留天数”改成了/).textContent).toContain('50 天，这里是 60 天')
  await group(/^保留.*1 项别人改了/)
  await waitFor(async () => expect(document.activeElement).toBe(await box('站点名称')))
  expect(written(await box('站点名称'))).toBe('我的站')
  // Before one has decided nothing is sent.
  await user.click(await save())
  expect(server.asked('updateSetting')).toHaveLength(1)
  await user.click(await button('“站点名称”用对方的'))
  expect(written(await box('站点名称'))).toBe('他的站')
  await user.click(await button('“回收站保留天数”用我的'))
  expect(screen.queryByText(/改成了/)).toBeNull()
  if (updateSetting) server.answer({ updateSetting })
  await user.click(await save())
  await waitFor(() => expect(server.asked('updateSetting')).toHaveLength(2))
  expect(server.asked('updateSetting').map(({ body }) => body)).toEqual([
    { values: { siteName: '我的站', trashDays: 60 }, seen: { siteName: '雁书', trashDays: 45 } },
    { values: { trashDays: 60 }, seen: { trashDays: 50 } },
  ])
})

it('says of each way to pay what it lacks, and when that is filled in', async () => {
  const { user, server, place } = open()
  const epay = within(await screen.findByRole('listitem', { name: '易支付' }))
  expect(epay.getByText('还缺 1 样')).toBeTruthy()
  expect(epay.getByText('缺商户密钥。')).toBeTruthy()
  await user.click(epay.getByRole('button', { name: '打开易支付的设置' }))
  expect(epay.getByRole('button', { name: '试一下易支付' }).getAttribute('aria-disabled')).toBe('true')
  await user.type(await screen.findByLabelText('易支付：商户密钥'), 'secret')
  expect(epay.getByText('填好了，保存后买家就能用。')).toBeTruthy()
  await user.click(await screen.findByRole('switch', { name: '易支付' }))
  expect(epay.getByText('填好了，打开就能用。')).toBeTruthy()
  await user.click(await screen.findByRole('switch', { name: '易支付' }))
  await user.click(await save())
  await waitFor(() => expect(server.asked('updateSetting')[0]?.body.values).toEqual({ epayKey: 'secret' }))
  await waitFor(() => expect(server.asked('getPayWays').length).toBeGreaterThan(1))
  // The field that it lacks may stand in another group.
  const card = within(await screen.findByRole('listitem', { name: '卡密' }))
  await user.click(card.getByRole('button', { name: '“开放卡密”' }))
  expect(place()).toContain('field=cards')
  await waitFor(async () =>
    expect(document.activeElement).toBe(await screen.findByRole('switch', { name: '开放卡密' })),
  )
})

it('warns of a gateway that cannot reach the site, and tells at its switch why it cannot be opened', async () => {
  const { user, server } = open('', false, {
    ...settingServer(),
    getPayWays: () => ({
      list: someWays().map(way => (way.way === 'card' ? { ...way, warning: '付款通知送不到' } : way)),
    }),
  })
  const card = within(await screen.findByRole('listitem', { name: '卡密' }))
  expect(card.getByText('付款通知送不到。')).toBeTruthy()
  const epay = within(await screen.findByRole('listitem', { name: '易支付' }))
  expect(epay.queryByText('付款通知送不到。')).toBeNull()
  server.answer({
    updateSetting: () => {
      throw new Refused('invalidInput', { fields: { payByEpay: '先设公开的网址' } })
    },
  })
  await user.click(epay.getByRole('button', { name: '打开易支付的设置' }))
  await user.type(await screen.findByLabelText('易支付：商户密钥'), 'secret')
  await user.click(await save())
  await waitFor(() => expect(epay.getByText('先设公开的网址')).toBeTruthy())
})

it('takes a secret away only when that is saved', async () => {
  const { user, server } = open('&field=epayKey')
  await user.type(await screen.findByLabelText('易支付：商户密钥'), 'secret')
  await user.click(await save())
  await waitFor(() => expect(server.asked('updateSetting')).toHaveLength(1))
  await user.click(await button('易支付：商户密钥清除'))
  await screen.findByPlaceholderText('保存后清除')
  await user.click(await save())
  await waitFor(() => expect(server.asked('updateSetting')[1]?.body.values).toEqual({ epayKey: null }))
})

it('asks before what is typed is lost by another tab', async () => {
  const { user, place } = open()
  await fill(user, await box('站点名称'), '新站')
  await act(async () => user.click(screen.getByRole('tab', { name: '通知' })))
  await screen.findByRole('dialog', { name: '还有内容没有保存' })
  expect(place()).toContain('tab=site')
})
