import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('one who has only the password of a mailbox, on %s', kind => {
  let site: TestApp
  let admin: string
  let owner: Person
  let owned: TestMailbox
  let free: TestMailbox
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    owner = await makePerson(site, 'owner')
    owned = await makeMailbox(site, 'owned', owner.id)
    free = await makeMailbox(site, 'free')
    await edit(owned, { note: '给王五，逾期未付' }, owner.token)
    await edit(free, { note: '疑似机器人' }, admin)
  })
  afterAll(() => site.stop())

  const call = (box: TestMailbox, change: Record<string, unknown>, token = box.token) =>
    site.call('editEmailAccount', { body: { id: box.id, ...change } }, token)
  const edit = async (box: TestMailbox, change: Record<string, unknown>, token = box.token) =>
    (await site.ok('editEmailAccount', { body: { id: box.id, ...change } }, token)).mailbox

  it('sees no note of those who look after it, nor finds out by searching', async () => {
    for (const [box, keeper, word] of [
      [owned, owner.token, '逾期'],
      [free, admin, '机器人'],
    ] as const) {
      const told = [
        await site.ok('emailList', {}, box.token),
        await site.ok('getEmailAccount', {}, box.token),
        await site.ok('searchEmailAccount', { query: { content: box.address } }, box.token),
        await edit(box, { pinned: true }),
        (await fileOf(site, box.token, '/api/user/exportData')).bytes.toString(),
      ]
      expect(JSON.stringify(told)).not.toMatch(/逾期|机器人/)
      expect((await site.ok('searchEmailAccount', { query: { content: word } }, box.token)).list).toEqual([])
      expect((await site.ok('getEmailAccount', { query: { q: word } }, box.token)).list).toEqual([])
      expect((await site.ok('getEmailAccount', { query: { q: word } }, keeper)).list).toHaveLength(1)
    }
    const own = await site.ok('searchEmailAccount', { query: { content: '逾期' } }, owner.token)
    expect(own.list).toHaveLength(1)
    expect((await fileOf(site, owner.token, '/api/user/exportData')).bytes.toString()).toContain('逾期')
  })

  it('writes none either', async () => {
    for (const box of [owned, free]) {
      const { status, body } = await call(box, { note: '改了' })
      expect([status, body.error, body.fields]).toEqual([403, 1005, { note: '备注由管理这个邮箱的账号来写' }])
    }
    const { list } = await site.ok('getEmailAccount', {}, owner.token)
    expect(list[0]?.note).toBe('给王五，逾期未付')
  })

  it('neither ends nor makes the pause of a mailbox that belongs to an account', async () => {
    await edit(owned, { status: 'paused' }, owner.token)
    for (const status of ['active', 'paused']) {
      const { status: code, body } = await call(owned, { status })
      expect([code, body.fields]).toEqual([403, { status: '暂停和恢复收信由管理这个邮箱的账号决定' }])
    }
    const [shown] = (await site.ok('emailList', {}, owned.token)).list
    expect(shown).toMatchObject({ status: 'paused', mayPause: false })
    expect(await edit(owned, { status: 'active' }, owner.token)).toMatchObject({
      status: 'active',
      mayPause: true,
    })
    expect(await edit(owned, { status: 'paused' }, admin)).toMatchObject({ status: 'paused', mayPause: true })
  })

  it('pauses and resumes what was made without an account', async () => {
    expect(await edit(free, { status: 'paused' })).toMatchObject({ status: 'paused', mayPause: true })
    expect(await edit(free, { status: 'active' })).toMatchObject({ status: 'active' })
  })

  it('deletes no mailbox that belongs to an account, in whatever way', async () => {
    const ways = [
      await site.call('delEmailAccount', { body: { ids: [owned.id], keep: false } }, owned.token),
      await site.call('delEmailAccount', { body: { ids: [owned.id] } }, owned.token),
      await site.call('deleteOwnAccount', { body: { name: owned.address, password: 'x' } }, owned.token),
    ]
    expect(ways.map(({ status, body }) => [status, body.msg])).toEqual(
      Array(3).fill([403, '这个邮箱由管理它的账号来删除']),
    )
    expect((await site.ok('emailList', {}, owned.token)).list).toHaveLength(1)
    const own = await makeMailbox(site, 'thrown-away')
    await site.ok('delEmailAccount', { body: { ids: [own.id] } }, own.token)
  })

  it('deletes nothing that an admin stopped, nor does its owner, so that it is not made anew', async () => {
    const stopped = await makeMailbox(site, 'bad-one', owner.id)
    await edit(stopped, { status: 'stopped' }, admin)
    const body = { ids: [stopped.id], keep: false }
    const refused = await site.call('delEmailAccount', { body }, owner.token)
    expect([refused.status, refused.body.msg]).toEqual([403, '管理员停用的邮箱不能删除'])
    await site.ok('delEmailAccount', { body }, admin)
  })

  it('changes a password only with the one it has', async () => {
    const box = await makeMailbox(site, 'locked')
    expect((await call(box, { password: 'a first password' })).status).toBe(200)
    const { status, body } = await call(box, { password: 'another password' })
    expect([status, body.fields]).toEqual([403, { password: '请在设置里用现在的密码修改' }])
  })

  it('without the right to send makes no rule that forwards either', async () => {
    const rule = (action: object) => ({
      name: '转走',
      enabled: true,
      match: 'all',
      scope: { kind: 'all' },
      conditions: [{ field: 'subject', operator: 'contains', value: 'a' }],
      actions: [action],
    })
    const forward = rule({ action: 'forward', value: 'out@example.org' })
    const { status, body } = await site.call('addFilter', { body: forward }, owned.token)
    expect([status, body.fields]).toEqual([403, { 'actions.0.action': '没有开通发信，不能转发' }])
    await site.ok('addFilter', { body: rule({ action: 'star' }) }, owned.token)
    await edit(owned, { maySend: true }, admin)
    await site.ok('addFilter', { body: forward }, owned.token)
  })
})
