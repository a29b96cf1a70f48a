import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
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

  /** Oldest first: what was done, to what, in which words. */
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

  it('has what an admin makes a mailbox of somebody else do, and not what its owner does', async () => {
    const away = { mailbox: box.id, enabled: true, from: null, until: null, subject: '', text: '不在' }
    const forward = { mailbox: box.id, to: ['friend@example.org'], keep: true }
    await site.ok('setForwarding', { body: forward }, owner.token)
    await site.ok('setAutoReply', { body: away }, owner.token)
    await site.ok('setForwarding', { body: forward }, admin)
    await site.ok('setForwarding', { body: { ...forward, to: [] } }, admin)
    await site.ok('setAutoReply', { body: away }, admin)
    await site.ok('editEmailAccount', { body: { id: box.id, quotaMb: 7 } }, admin)
    expect(await written(box.address)).toEqual([
      ['setForwarding', box.address, '转发到 friend@example.org'],
      ['setForwarding', box.address, '不再转发'],
      ['setAutoReply', box.address, '自动回复开'],
      ['editEmailAccount', box.address, '空间：7 MB'],
    ])
  })

  it('has that an admin made a new key, never the key', async () => {
    await site.ok('refreshKey', { body: {} }, owner.token)
    const { key, prefix } = await site.ok('refreshKey', { body: {} }, admin)
    const rows = await written('refreshKey')
    expect(rows).toEqual([['refreshKey', 'admin', `换新的 API 密钥 ${prefix}…`]])
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it('has what an admin does to the mails of others, and nothing of what it or they do to their own', async () => {
    const { id: adminId } = await site.app.db.query
      .selectFrom('sys_account')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    const theirs = await makeMailbox(site, 'read-by-owner', owner.id)
    const mine = await makeMailbox(site, 'mine', adminId)
    const ids = async (token: string) => (await inbox(site, token, { pageSize: 10 })).map(mail => mail.id)
    for (const to of [theirs.address, theirs.address, theirs.address, mine.address])
      await receive(site, { to, raw: plainMail({ subject: 'to be deleted' }) })
    const [first, second, third] = await ids(theirs.token)
    await site.ok('delEmail', { body: { ids: [first, second] } }, admin)
    await site.ok('delEmail', { body: { ids: [first] } }, admin)
    await site.ok('updateEmail', { body: { ids: [second], folder: 'inbox' } }, admin)
    await site.ok('updateEmail', { body: { ids: [second], starred: true } }, admin)
    await site.ok('delEmail', { body: { ids: [third] } }, theirs.token)
    await site.ok('delEmail', { body: { ids: await ids(mine.token) } }, admin)
    const range = { from: '2000-01-01T00:00:00.000Z', to: '2001-01-01T00:00:00.000Z' }
    await site.ok('deleteEmailsInTimeRange', { body: { ...range, mailbox: theirs.id } }, admin)
    await site.ok('deleteEmailsInTimeRange', { body: { ...range, mailbox: theirs.id, dryRun: true } }, admin)
    await site.ok('emptyTrash', { body: { mailbox: theirs.id } }, admin)
    expect(await written(theirs.address)).toEqual([
      ['delEmail', theirs.address, '移进回收站 2 封'],
      ['delEmail', theirs.address, '彻底删除 1 封'],
      ['updateEmail', theirs.address, '移到收件箱 1 封'],
      ['deleteEmailsInTimeRange', theirs.address, `${range.from} 至 ${range.to} 的信移进回收站`],
      ['emptyTrash', theirs.address, ''],
    ])
    expect(await written(mine.address)).toEqual([])
    await site.ok('emptyTrash', { body: {} }, admin)
    expect(await written('所有邮箱')).toEqual([['emptyTrash', '所有邮箱', '']])
  })
})
