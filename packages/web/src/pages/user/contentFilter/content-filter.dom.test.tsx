import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { mailOf } from '../../../mail/testing.ts'
import { Broken, Refused } from '../../../testing/fake-server.ts'
import { button, choose, dialog, faultOf, fill, written } from '../../../testing/look.ts'
import { admin, openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'
import { filterOf, filterServer } from './testing.ts'

function open(rules = filterServer(), query = '', as = admin, phone = false) {
  const opened = openPart(<Component />, {
    at: `/user/contentFilter${query}`,
    answers: rules.answers,
    as,
    phone,
  })
  return { ...opened, rules }
}

const value = () => screen.findByRole('textbox', { name: '值' })
const saveButton = () => button('保存')
const names = () =>
  within(screen.getByRole('complementary', { name: /^规则/ }))
    .getAllByRole('listitem')
    .map(row => within(row).getByRole('link').textContent)
const row = async (words: string) => {
  const found = (await screen.findAllByRole('listitem')).find(one => one.textContent?.includes(words))
  if (!found) throw new Error(`no rule says ${words}`)
  return within(found)
}

async function addStep(user: UserEvent, label: string): Promise<void> {
  await user.click(await button('加一步'))
  const steps = await screen.findAllByRole('combobox', { name: '做什么' })
  await choose(user, steps.at(-1) ?? document.body, label)
}

async function save(user: UserEvent): Promise<void> {
  await user.click(await saveButton())
  await screen.findByText('已保存')
}

it('writes a rule of several steps, shows what it would hit, and sends it as it reads', async () => {
  const { user, server, rules } = open(undefined, '?rule=new')
  server.answer({
    testFilter: () => ({
      tested: 2,
      hits: 1,
      withCode: 0,
      list: [mailOf({ subject: 'weekly report 1', from: { name: 'Wei', address: 'wei@friends.example' } })],
    }),
  })
  await fill(user, await screen.findByRole('textbox', { name: '规则的名称' }), '周报归类')
  await fill(user, await value(), 'WEEKLY')
  const lab = within(await screen.findByRole('region', { name: '试一试' }))
  await lab.findByText(/拿最近 2 封来信比一遍/)
  await lab.findByRole('row', { name: /^Wei weekly report 1 .*会移走/ })
  await choose(user, await screen.findByRole('combobox', { name: '移到哪里' }), '回收站')
  for (const step of ['标为已读', '加星', '加标签']) await addStep(user, step)
  await fill(user, await screen.findByRole('textbox', { name: '标签' }), '周报')
  expect(rules.rules()).toEqual([])
  await save(user)
  await (await row('周报归类')).findByText('还没有命中过')
  await row('主题含“WEEKLY”，就移到回收站、标为已读、加星并加标签“周报”')
  expect(server.asked('addFilter').map(({ body }) => body)).toEqual([
    {
      name: '周报归类',
      enabled: true,
      match: 'all',
      conditions: [{ field: 'subject', operator: 'contains', value: 'WEEKLY' }],
      actions: [
        { action: 'trash' },
        { action: 'read' },
        { action: 'star' },
        { action: 'label', value: '周报' },
      ],
      scope: { kind: 'all' },
    },
  ])
})

it('asks what a rule would hit once the typing rests, not at every letter', async () => {
  const { server } = open(undefined, '?rule=new')
  const field = await value()
  // So close to each other that no timer runs in between, however busy the machine.
  for (const typed of ['w', 'we', 'wee', 'weekly', 'weekly report'])
    fireEvent.change(field, { target: { value: typed } })
  await waitFor(() => expect(server.asked('testFilter')).toHaveLength(1))
  expect(server.asked('testFilter')[0]?.body.rule.conditions[0]?.value).toBe('weekly report')
})

it('offers examples where there is no rule, and warns before codes are put out of sight', async () => {
  const { user, server, rules } = open()
  await screen.findByText(/还没有规则/)
  await user.click(await button(/^验证码加星/))
  await save(user)
  await user.click(screen.getByRole('link', { name: '新建' }))
  server.answer({ testFilter: () => ({ tested: 3, hits: 2, withCode: 2, list: [] }) })
  await button('不建了')
  await fill(user, await value(), 'verify')
  await screen.findByText(/会碰到 2 封带验证码的邮件/)
  await user.click(await saveButton())
  await user.click(
    within(await dialog('会碰到 2 封带验证码的邮件')).getByRole('button', { name: '回去看看' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rules.rules()).toHaveLength(1)
  await user.click(await saveButton())
  await user.click(await button('避开它们再保存'))
  await row('主题含“verify”，且没有验证码，就移到垃圾')
  expect(rules.rules().at(-1)?.conditions).toHaveLength(2)
})

it('keeps what is typed until it is saved or given up, and asks before the page is left with it', async () => {
  const { user, go, place } = open(filterServer([filterOf({ name: '周报' }), filterOf({ name: '另一条' })]))
  await fill(user, await value(), 'monthly')
  await (await row('周报')).findByText('没保存')
  await user.click(screen.getByRole('link', { name: '另一条' }))
  await waitFor(async () => expect(written(await value())).toBe('weekly'))
  void go('/user/inbox')
  await user.click(within(await dialog('还有内容没有保存')).getByRole('button', { name: '留下' }))
  expect(place()).toContain('/user/contentFilter')
  await user.click(screen.getByRole('link', { name: '周报' }))
  await waitFor(async () => expect(written(await value())).toBe('monthly'))
  await user.click(await button('不改了'))
  await waitFor(async () => expect(written(await value())).toBe('weekly'))
  expect(screen.queryByText('没保存')).toBeNull()
  await go('/user/inbox')
  await screen.findByText('一个别的页面')
})

it('does not switch a rule on again by saving what was written in it', async () => {
  const { user, rules } = open(filterServer([filterOf({ name: '周报' })]))
  await fill(user, await value(), 'daily')
  await user.click(screen.getByRole('switch', { name: '启用“周报”' }))
  await waitFor(() => expect(rules.rules()[0]?.enabled).toBe(false))
  await save(user)
  expect(rules.rules()[0]).toMatchObject({ enabled: false, conditions: [{ value: 'daily' }] })
  expect(screen.getByRole('switch', { name: '启用“周报”' }).getAttribute('aria-checked')).toBe('false')
})

it('shows a switch at once and takes it back when the server says no', async () => {
  const { user, server } = open(filterServer([filterOf({ name: '周报' })]))
  const refused = Promise.withResolvers<never>()
  server.answer({ editFilter: () => refused.promise })
  const flip = await screen.findByRole('switch', { name: '启用“周报”' })
  await user.click(flip)
  await waitFor(() => expect(flip.getAttribute('aria-checked')).toBe('false'))
  refused.reject(new Refused('busy'))
  await screen.findByText('服务暂时繁忙，请稍后再试')
  await waitFor(() => expect(flip.getAttribute('aria-checked')).toBe('true'))
})

it('brings a deleted rule back to its place', async () => {
  const { user, rules } = open(filterServer([filterOf({ name: '周报' }), filterOf({ name: '另一条' })]))
  await user.click(await button('删除规则'))
  await screen.findByText('已删除“周报”')
  expect(names()).toEqual(['另一条'])
  await user.click(await button('撤回'))
  await waitFor(() => expect(names()).toEqual(['周报', '另一条']))
  expect(rules.rules().map(rule => rule.name)).toEqual(['周报', '另一条'])
})

it('gives the keyboard back to the pen after a rule was renamed', async () => {
  const { user } = open(filterServer([filterOf({ name: '周报' })]))
  ;(await button('改名')).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('textbox', { name: '规则的名称' })
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await button('改名')))
})

it('is put in order by the keys', async () => {
  const { user, rules } = open(filterServer(['甲', '乙', '丙'].map(name => filterOf({ name }))))
  for (const order of ['甲丙乙', '丙甲乙']) {
    ;(await button(/^移动“丙”/)).focus()
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(names().join('')).toBe(order))
    await waitFor(() =>
      expect(
        rules
          .rules()
          .map(rule => rule.name)
          .join(''),
      ).toBe(order),
    )
  }
})

it('begins a rule from an opened mail, also from one that has neither sender nor subject', async () => {
  const from = open(undefined, '?new=1&from=wei@friends.example&subject=big+sale+today')
  const [sender, subject] = await screen.findAllByRole('textbox', { name: '值' })
  expect([sender, subject].map(field => field && written(field))).toEqual([
    'wei@friends.example',
    'big sale today',
  ])
  const removers = await screen.findAllByRole('button', { name: '去掉这条' })
  await from.user.click(removers.at(-1) ?? document.body)
  await save(from.user)
  await row('发件人是“wei@friends.example”，就移到垃圾')
})

it('begins an empty rule from a mail that has neither sender nor subject', async () => {
  open(filterServer([filterOf({ name: '原有的' })]), '?new=1')
  await button('不建了')
  expect(written(await value())).toBe('')
})

it('says of an address to forward to that it is not whole', async () => {
  const { user, server } = open(undefined, '?rule=new')
  await fill(user, await value(), 'ticket')
  await choose(user, await screen.findByRole('combobox', { name: '做什么' }), '转发给')
  await fill(user, await screen.findByRole('textbox', { name: '转发地址' }), 'friend-of-zhao@')
  await screen.findByText('地址不完整')
  await user.click(await saveButton())
  expect(server.asked('addFilter')).toEqual([])
})

it('says at the field what is wrong, saves nothing then, and loses nothing that was typed', async () => {
  const { user, server, rules } = open(undefined, '?rule=new')
  const name = await screen.findByRole('textbox', { name: '规则的名称' })
  await fill(user, name, '写错的')
  await user.click(await saveButton())
  const field = await value()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(faultOf(field)).toBe('请填写')
  await user.click(await button('去掉这步'))
  await screen.findByText('至少要有一步')

  await choose(user, screen.getByRole('combobox', { name: '怎么比' }), '匹配正则')
  // The server is the one who knows expressions.
  const fault = '正则里不能用断言和反向引用'
  const refuse = () => {
    throw new Refused('invalidInput', { fields: { 'conditions.0.value': fault } })
  }
  server.answer({ testFilter: refuse, addFilter: refuse })
  await fill(user, field, '发票(?=单)')
  await waitFor(() => expect(faultOf(field)).toBe(fault))
  await addStep(user, '当场拒收')
  const reply = await screen.findByRole('textbox', { name: '答复' })
  await fill(user, reply, '不收')
  expect(faultOf(reply)).toBe('答复只能用英文、数字和标点')
  await fill(user, reply, 'No')
  await user.click(await saveButton())
  await waitFor(() => expect(server.asked('addFilter')).toHaveLength(1))
  await waitFor(async () => expect((await saveButton()).getAttribute('aria-busy')).toBeNull())
  expect(faultOf(field)).toBe(fault)
  expect(rules.rules()).toEqual([])

  server.answer(filterServer().answers)
  server.answer({
    addFilter: () => {
      throw new Broken()
    },
  })
  await fill(user, field, '发票$')
  await user.click(await saveButton())
  await screen.findByText('连不上服务器，请检查网络')
  expect([name, field, reply].map(written)).toEqual(['写错的', '发票$', 'No'])
  server.answer(rules.answers)
  await save(user)
  expect(rules.rules()[0]).toMatchObject({ name: '写错的', conditions: [{ value: '发票$' }] })
})

it('sends a rule once, however often one presses', async () => {
  const { user, server, rules } = open(undefined, '?rule=new')
  const saved = Promise.withResolvers<void>()
  server.answer({
    addFilter: async asked => {
      await saved.promise
      const made = await rules.answers.addFilter?.(asked)
      if (!made) throw new Error('nothing was made')
      return made
    },
  })
  await choose(user, await screen.findByRole('combobox', { name: '做什么' }), '加星')
  await fill(user, await value(), 'weekly')
  await user.dblClick(await saveButton())
  await user.click(await saveButton())
  saved.resolve()
  await screen.findByText('已保存')
  expect(server.asked('addFilter')).toHaveLength(1)
})

it('goes from the list to a rule and back on a phone, with what was typed', async () => {
  const { user } = open(filterServer([filterOf({ name: '周报' })]), '', admin, true)
  await user.click(await screen.findByRole('link', { name: '周报' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  await fill(user, await value(), 'monthly')
  await user.click(await button('回到规则'))
  await (await row('周报')).findByText('没保存')
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

it('offers one mailbox neither another scope nor what it may not do', async () => {
  const { user } = open(filterServer([filterOf({ name: '飞蛾' })]), '', {
    ...admin,
    role: 'mailbox',
    can: { send: false, upload: false, createDomain: false, createCard: false, useApi: false },
  })
  await screen.findByText('这个邮箱')
  expect(screen.queryByRole('combobox', { name: '作用范围' })).toBeNull()
  await user.click(await screen.findByRole('combobox', { name: '做什么' }))
  await screen.findAllByTitle('直接丢弃')
  // A caller who may not send cannot forward either.
  expect(screen.queryByTitle('转发给')).toBeNull()
})

it('tells when a rule was changed or deleted in another window, and loses neither', async () => {
  const { user, rules } = open(filterServer([filterOf({ name: '周报' })]))
  const elsewhere = (change: string) =>
    rules.change(
      rules
        .rules()
        .map(one => ({ ...one, conditions: [{ field: 'subject', operator: 'contains', value: change }] })),
    )
  const condition = () => rules.rules()[0]?.conditions[0]?.value
  await fill(user, await value(), 'monthly')
  elsewhere('yearly')
  await user.click(await saveButton())
  await screen.findByText('这条规则在别处改过了，这里的还没有存。')
  expect([condition(), written(await value())]).toEqual(['yearly', 'monthly'])
  await user.click(await button('换成那边的'))
  await waitFor(async () => expect(written(await value())).toBe('yearly'))

  await fill(user, await value(), 'hourly')
  elsewhere('daily')
  await user.click(await saveButton())
  await user.click(await button('保留这里的'))
  await waitFor(() => expect(condition()).toBe('hourly'))
  await waitFor(() => expect(screen.queryByText(/在别处改过了/)).toBeNull())

  await fill(user, await value(), 'never')
  rules.change([])
  await user.click(await saveButton())
  await screen.findByText('这条规则在别处删掉了。保存就是重新建一条。')
  expect([written(await value()), rules.rules()]).toEqual(['never', []])
  await user.click(await saveButton())
  await waitFor(() => expect(rules.rules().map(one => one.conditions[0]?.value)).toEqual(['never']))
})
