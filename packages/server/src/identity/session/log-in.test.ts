import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

describe.each(databaseKinds)('logging in on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  const forgetFailures = () =>
    site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
    })

  it('gives a token that opens what the account may see', async () => {
    const { token, url } = await site.ok('login', { body: { username: 'admin', password: adminPassword } })
    expect(url).toMatch(/^\/user\/\w+$/)
    const { list } = await site.ok('getSysAccount', {}, token)
    expect(list.map(account => account.username)).toEqual(['admin'])
  })

  it('answers alike for an unknown name and a wrong password', async () => {
    const wrong = await site.call('login', { body: { username: 'admin', password: 'wrong one' } })
    const unknown = await site.call('login', { body: { username: 'nobody', password: 'wrong one' } })
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('answers alike for an unknown mailbox, a wrong password and a mailbox without one', async () => {
    const known = { domain: 'yanshu.test', localPart: 'known', password: 'mailbox password' }
    await site.ok('regEmail', { body: known })
    await site.ok('regEmail', { body: { domain: 'yanshu.test', localPart: 'bare' } })
    const answers = []
    for (const address of [
      'known@yanshu.test',
      'bare@yanshu.test',
      'unknown@yanshu.test',
      'x@elsewhere.test',
      'no address',
    ]) {
      const { status, body } = await site.call('loginEmail', { body: { address, password: 'wrong one' } })
      answers.push(JSON.stringify([status, body]))
      await forgetFailures()
    }
    expect(new Set(answers)).toEqual(new Set(['[401,{"error":2001,"msg":"账号或密码不对"}]']))
  })

  // The time it takes is the same on every database.
  if (kind === 'sqlite') {
    it('takes as much work for an unknown name as for a known one', async () => {
      const took: Record<'admin' | 'nobody', number[]> = { admin: [], nobody: [] }
      for (let at = 0; at < 21; at++) {
        for (const username of ['admin', 'nobody'] as const) {
          const worked = startCpuTime()
          await site.call('login', { body: { username, password: 'wrong one' } })
          took[username].push(worked())
        }
        await forgetFailures()
      }
      const ratio = median(took.nobody) / median(took.admin)
      expect(ratio).toBeGreaterThan(0.5)
      expect(ratio).toBeLessThan(2)
    })
  }

  it('gives a new token each time, and none that was handed in', async () => {
    const fixed = `ys_${'A'.repeat(43)}`
    const body = { username: 'admin', password: adminPassword }
    const first = await site.ok('login', { body }, fixed)
    const second = await site.ok('login', { body }, first.token)
    expect(new Set([fixed, first.token, second.token]).size).toBe(3)
    expect(first.token).toMatch(/^ys_[A-Za-z0-9_-]{43}$/)
    expect((await site.call('getSetting', {}, fixed)).status).toBe(401)
  })

  it('keeps no token and no password in the database', async () => {
    const { token } = await site.ok('login', { body: { username: 'admin', password: adminPassword } })
    const { query } = site.app.db
    const rows = [
      ...(await query.selectFrom('session').selectAll().execute()),
      ...(await query.selectFrom('sys_account').selectAll().execute()),
      ...(await query.selectFrom('throttle').selectAll().execute()),
    ]
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(token.slice(3))
    expect(stored).not.toContain(adminPassword)
    expect(site.logged.join('')).not.toContain(adminPassword)
  })

  it.each(['admın', 'аdmin', 'adm\u0131n', 'admİn', 'admin\u200b', 'ad\u00admin', 'admin\u0301', 'αdmin'])(
    'with a twin of a name (%j) does not reach the account',
    async username => {
      const { status, body } = await site.call('login', { body: { username, password: adminPassword } })
      expect([status, body.error]).toEqual([401, 2001])
      await forgetFailures()
    },
  )

  it.each(['ADMIN', ' admin ', 'ａｄｍｉｎ'])(
    'with the name in another dress (%j) reaches the account',
    async username => {
      expect((await site.call('login', { body: { username, password: adminPassword } })).status).toBe(200)
    },
  )

  it('cannot name an account like another one in a different dress', async () => {
    const token = await site.adminToken()
    await site.ok('createSysAccount', { body: { username: 'kate' } }, token)
    for (const [username, status] of [
      ['\u212aate', 409],
      ['KATE', 409],
      [' kate ', 409],
      ['ｋate', 400],
      ['kаte', 400],
      ['ka\u200bte', 400],
    ] as const) {
      expect([username, (await site.call('createSysAccount', { body: { username } }, token)).status]).toEqual(
        [username, status],
      )
    }
  })
})
