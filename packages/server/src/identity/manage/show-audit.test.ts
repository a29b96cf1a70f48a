import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditEntry, writeNotice } from '../../ledger/audit/write-audit.ts'
import { fact, someNamed } from '../../ledger/fact/fact.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('a search of the audit log on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    await note({ action: 'domainBroke', target: 'Goose "grey" \\o/', detail: null })
    await note({ action: 'domainLapsed', target: someNamed(['a@one.test', 'b@two.test']), detail: null })
    const owned = { owned: 'delete', mailboxes: 4711, domains: 2 } as const
    await note({ action: 'domainTaken', target: 'heron', detail: fact('accountRemoved', owned) })
    await note({ action: 'loginAs', target: 'crane', detail: fact('actingBegan', {}) })
    await site.ok('createSysAccount', { body: { username: 'swallow' } }, admin)
    await site.ok('updateSetting', { body: { values: { notice: '春天' } } }, admin)
  })
  afterAll(() => site.stop())

  const note = (entry: AuditEntry) => site.app.db.transaction(tx => writeNotice(tx, site.clock.now(), entry))
  const found = async (q: string) => {
    const { list, total } = await site.ok('getAuditLog', { query: { q } }, admin)
    expect(total).toBe(list.length)
    return list.map(row => row.action).sort()
  }

  it.each([
    ['a name', 'heron', ['domainTaken']],
    ['a name in other letters', 'goose', ['domainBroke']],
    ['quotation marks', '"grey"', ['domainBroke']],
    ['a backslash', '" \\o/', ['domainBroke']],
    ['one of many names', 'two.test', ['domainLapsed']],
    ['a number', '4711', ['domainTaken']],
    ['the name of a call', 'createSys', ['createSysAccount']],
    ['what a call is called', '新建系统账号', ['createSysAccount']],
    ['what the program noticed', '归属失效', ['domainLapsed']],
    ['a sentence that is always the same', '代为登', ['loginAs']],
    ['a target that is always the same', '站点设置', ['updateSetting']],
    ['what a setting is, by its own name', 'notice', ['updateSetting']],
    [
      'nobody in particular',
      '系统',
      ['createSysAccount', 'domainBroke', 'domainLapsed', 'domainTaken', 'loginAs'],
    ],
  ])('finds %s', async (_what, q, actions) => {
    expect(await found(q)).toEqual(actions)
  })

  it.each(['named', 'names', 'total', 'mailboxes', 'accountRemoved', '":', '["', '\\\\', '%', '_'])(
    'finds nothing in how facts are kept: %s',
    async q => {
      expect(await found(q)).toEqual([])
    },
  )
})
