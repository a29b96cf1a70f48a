import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('the groups of settings on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const states = async (token = admin) => {
    const { groups } = await site.ok('getSetting', {}, token)
    return Object.fromEntries(groups.map(group => [group.id, group]))
  }

  it('hold every setting of the site, and tell how many are changed', async () => {
    const { list } = await site.ok('getSetting', {}, admin)
    const groups = await states()
    for (const { scope, groupId, group, name } of list)
      if (scope === 'site') expect([name, groups[groupId]?.name]).toEqual([name, group])
    expect(groups.login).toMatchObject({ name: '登录', changed: 0, state: '默认', tone: 'plain' })
    const { groups: after } = await site.ok(
      'updateSetting',
      { body: { values: { sessionDays: 7, stripeKey: 'sk_test_x' } } },
      admin,
    )
    expect(after.find(({ id }) => id === 'login')).toMatchObject({ changed: 1, state: '改过 1 项' })
    expect(after.find(({ id }) => id === 'payment')).toMatchObject({ changed: 1 })
    await site.ok('updateSetting', { body: { values: { sessionDays: null, stripeKey: null } } }, admin)
    expect((await states()).login?.changed).toBe(0)
  })

  it.each([
    ['registration', { registration: true, temporary: true }, '都开着'],
    ['registration', { registration: false, temporary: true }, '只收临时邮箱'],
    ['registration', { registration: true, temporary: false }, '只收邮箱账号'],
    ['registration', { registration: false, temporary: false }, '都关着'],
    ['store', { store: false }, '关着'],
    ['store', { store: true }, '开着，还没有套餐'],
    ['payment', { payByCard: false }, '都没有启用'],
    ['receiving', { smtpMaxMb: 40 }, '每封 40 MB'],
    ['retention', { retentionDays: 180 }, '留 180 天'],
    ['retention', { retentionDays: null }, '一直保留'],
    ['interfaces', { mailTmApi: true }, '开着 1 项'],
    ['interfaces', { mailTmApi: null }, '都关着'],
  ])('tell of %s with %j: %s', async (group, values, state) => {
    await site.ok('updateSetting', { body: { values } }, admin)
    expect((await states())[group]?.state).toBe(state)
  })

  it('are told to admins alone', async () => {
    const user = await makePerson(site, 'user')
    expect(await states(user.token)).toEqual({})
  })
})
