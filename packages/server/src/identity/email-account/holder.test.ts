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
      expect((await site.ok('searchEmailAccount', { query: { content: word } }, keeper)).list).toHaveLength(1)
      expect((await site.ok('getEmailAccount', { query: { q: word } }, keeper)).list).toHaveLength(1)
    }
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
})
