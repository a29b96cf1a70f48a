import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRule } from '../../inbound/filter/testing/sample-facts.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('the audit log on %s', kind => {
  let site: TestApp
  let admin: string
  let owner: Person
  let box: TestMailbox
  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
    owner = await makePerson(site, 'owner')
    box = await makeMailbox(site, 'theirs', owner.id)
  })
  afterAll(() => site.stop())

  /** Returns the log's rows, oldest first: the action, its target and its sentence. */
  async function written(target: string): Promise<string[][]> {
    const { list } = await site.ok('getAuditLog', { query: { q: target, pageSize: 100 } }, admin)
    return list.map(row => [row.action, row.target, row.detail]).reverse()
  }

  it('has what an admin does to plans and names that are sold', async () => {
    const { id: domainId } = await site.app.db.query
      .selectFrom('domain')
      .select('id')
      .where('name', '=', 'yanshu.test')
      .executeTakeFirstOrThrow()
    const fields = { name: '月付', days: 30, price: 300, renewPrice: 250, quotaMb: 100, maySend: false }
    const { plan } = await site.ok('addPlan', { body: { domainId, ...fields } }, admin)
    await site.ok('editPlan', { body: { id: plan.id, price: 1205, days: null, position: 0 } }, admin)
    await site.ok('delPlan', { body: { id: plan.id } }, admin)
    const special = { domainId, names: ['vip', '888'] }
    await site.ok('setSpecialNames', { body: { ...special, kind: 'premium', price: 5000 } }, admin)
    await site.ok('delSpecialNames', { body: special }, admin)
    await site.ok('delSpecialNames', { body: special }, admin)
    const added =
      '名称：月付；时长：30 天；价格：¥3.00；续费价格：¥2.50；空间：100 MB；发信：不允许；推荐：否；在售：是'
    expect(await written('@yanshu.test')).toEqual([
      ['addPlan', '@yanshu.test 月付', added],
      ['editPlan', '@yanshu.test 月付', '时长：永久；价格：¥12.05；改排序'],
      ['delPlan', '@yanshu.test 月付', ''],
      ['setSpecialNames', '@yanshu.test', 'vip、888：靓号 ¥50.00'],
      ['delSpecialNames', '@yanshu.test', 'vip、888'],
    ])
  })

  it('has what an admin changes about a mailbox of somebody else, and not what its owner does', async () => {
    const forward = { mailbox: box.id, to: ['friend@example.org'], keep: true }
    await site.ok('setForwarding', { body: forward }, owner.token)
    await site.ok('editEmailAccount', { body: { id: box.id, note: '自己的' } }, owner.token)
    await site.ok('editEmailAccount', { body: { id: box.id, quotaMb: 7 } }, admin)
    expect(await written(box.address)).toEqual([['editEmailAccount', box.address, '空间：7 MB']])
  })

  it('has the rules that an admin makes for everyone, and none that are for the own mailboxes', async () => {
    const rule = sampleRule({ name: '全站拦广告', scope: { kind: 'all', everyone: true } })
    const { filter } = await site.ok('addFilter', { body: rule }, admin)
    await site.ok('editFilter', { body: { id: filter.id, enabled: false } }, admin)
    await site.ok('editFilter', { body: { id: filter.id, scope: { kind: 'all' } } }, admin)
    await site.ok('delFilter', { body: { ids: [filter.id] } }, admin)
    await site.ok('addFilter', { body: sampleRule({ name: '全站拦广告' }) }, admin)
    expect(await written('全站拦广告')).toEqual([
      ['addFilter', '全站拦广告', ''],
      ['editFilter', '全站拦广告', '停用'],
      ['editFilter', '全站拦广告', '改范围'],
    ])
  })

  it('names batches of codes as the page does', async () => {
    const batch = { kind: 'open' as const, count: 2, days: 30 }
    const named = await site.ok('createCard', { body: { ...batch, note: '六月的货' } }, admin)
    const plain = await site.ok('createCard', { body: batch }, admin)
    await site.ok('editCard', { body: { batchId: named.batchId, state: 'disabled' } }, admin)
    await site.ok('delCard', { body: { batchId: plain.batchId } }, admin)
    expect(await written('六月的货')).toEqual([
      ['createCard', '六月的货', '2 张开新邮箱，30 天'],
      ['editCard', '六月的货', '2 张，停用'],
    ])
    const name = `批次 ${plain.batchId.slice(-5).toUpperCase()}`
    expect((await written(plain.batchId)).map(([action, target]) => [action, target])).toEqual([
      ['createCard', name],
      ['delCard', name],
    ])
  })

  it('says everything in words, with names instead of ids', async () => {
    const { list } = await site.ok('getAuditLog', { query: { pageSize: 100 } }, admin)
    expect(list.length).toBeGreaterThan(10)
    for (const { act, target, detail } of list) {
      expect(act).toMatch(/\p{Script=Han}/u)
      expect(`${target} ${detail}`).not.toMatch(/\b[0-9a-z]{20,}\b|[[{]"/)
    }
  })

  it('has that an admin made a new key, never the key', async () => {
    await site.ok('refreshKey', { body: {} }, owner.token)
    const { key, prefix } = await site.ok('refreshKey', { body: {} }, admin)
    const rows = await written('refreshKey')
    expect(rows).toEqual([['refreshKey', 'admin', `换新的 API 密钥 ${prefix}…`]])
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})
