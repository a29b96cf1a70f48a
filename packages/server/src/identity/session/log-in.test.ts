import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('logging in on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  it('gives a token that opens what the account may see', async () => {
    const { token, url } = await site.ok('login', { body: { username: 'admin', password: adminPassword } })
    expect(url).toBe('/user/sysAccount')
    const { list } = await site.ok('getSysAccount', {}, token)
    expect(list.map(account => account.username)).toEqual(['admin'])
  })

  it('answers alike for an unknown name and a wrong password', async () => {
    const wrong = await site.call('login', { body: { username: 'admin', password: 'wrong one' } })
    const unknown = await site.call('login', { body: { username: 'nobody', password: 'wrong one' } })
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('ends with logging out', async () => {
    const token = await site.adminToken()
    await site.ok('logout', {}, token)
    const { status, body } = await site.call('getSetting', {}, token)
    expect([status, body]).toEqual([401, { error: 302, url: '/auth', msg: '登录状态失效，请先登录' }])
  })
})
