import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, tokenFor } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { readRights } from './sys-account.ts'

const { notYourself, notFound, usernameTaken, ownsThings } = errors

describe.each(databaseKinds)('system accounts on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const list = (query: Record<string, unknown>) => site.ok('getSysAccount', { query }, admin)
  const names = async (query: Record<string, unknown>) => (await list(query)).list.map(row => row.username)
  const edit = (id: string, change: Record<string, unknown>, token = admin) =>
    site.call('editSysAccount', { body: { id, ...change } }, token)
  const remove = (id: string, owned?: string, token = admin) =>
    site.call('delSysAccount', { body: { id, ...(owned ? { owned } : {}) } }, token)

  describe('in the table', () => {
    beforeAll(async () => {
      for (const [at, username] of ['table-c', 'table-a', 'table-b'].entries()) {
        const rights = { role: at === 1 ? 'admin' : 'user', status: at === 2 ? 'stopped' : 'active' } as const
        await makePerson(site, username, { ...rights, note: `客户Ü ${at} 100%` })
        site.clock.advance(1000)
      }
    })
    afterAll(async () => {
      for (const { id } of (await list({ q: 'table-' })).list) await remove(id)
    })

    it('are found by name and note, as typed', async () => {
      expect(await names({ q: 'TABLE-B' })).toEqual(['table-b'])
      expect(await names({ q: '客户Ü 1' })).toEqual(['table-a'])
      expect(await names({ q: '100%', sort: 'username', order: 'asc' })).toHaveLength(3)
      for (const q of ['table_a', '%able', "' OR 1=1 --", 'table-a\\']) expect(await names({ q })).toEqual([])
    })

    it('are had by their ids, wherever they stand', async () => {
      const ids = (await list({ q: 'table-', pageSize: 2 })).list.map(row => row.id)
      expect(await names({ ids: ids.join(',') })).toEqual(['table-b', 'table-a'])
      expect(await names({ ids: `${ids[0]},${'0'.repeat(20)}`, status: 'stopped' })).toEqual(['table-b'])
      expect(await list({ ids: '0'.repeat(20) })).toMatchObject({ list: [], total: 0 })
      expect((await site.call('getSysAccount', { query: { ids: "a',b" } }, admin)).status).toBe(400)
    })

    it('are filtered, sorted and paged', async () => {
      expect(await names({ q: 'table-', role: 'admin' })).toEqual(['table-a'])
      expect(await names({ q: 'table-', status: 'stopped' })).toEqual(['table-b'])
      expect(await names({ q: 'table-', sort: 'username', order: 'asc' })).toEqual([
        'table-a',
        'table-b',
        'table-c',
      ])
      expect(await names({ q: 'table-' })).toEqual(['table-b', 'table-a', 'table-c'])
      const page = await list({ q: 'table-', sort: 'username', order: 'desc', page: 2, pageSize: 2 })
      expect([page.total, page.list.map(row => row.username)]).toEqual([3, ['table-a']])
      expect((await list({ q: 'table-', page: 9 })).list).toEqual([])
      for (const query of [{ sort: 'password_hash' }, { order: 'up' }, { role: 'root' }, { pageSize: 101 }])
        expect((await site.call('getSysAccount', { query }, admin)).status).toBe(400)
    })

    it('show what they own and never a secret', async () => {
      const [row] = (await list({ q: 'table-c' })).list
      await makeMailbox(site, 'counted', row?.id)
      const [again] = (await list({ q: 'table-c' })).list
      expect(again).toMatchObject({ mailboxes: 1, domains: 0, sessions: 1, twoFactor: false })
      expect(JSON.stringify(again)).not.toMatch(/hash|secret|argon|recovery/i)
      await remove(row?.id ?? '', 'delete')
    })
  })

  it('are made with a password that is shown once, and what an admin chose', async () => {
    const can = { send: false, upload: false, createDomain: false, createCard: true, useApi: false }
    const body = { username: 'made', pages: ['inbox', 'sysAccount'], can, note: ' a note ' }
    const { account, password } = await site.ok('createSysAccount', { body }, admin)
    expect(password).toMatch(/^[a-z2-9]{14}$/)
    expect(account).toMatchObject({ username: 'made', role: 'user', pages: ['inbox'], can, note: 'a note' })
    expect((await site.call('login', { body: { username: 'made', password } })).status).toBe(200)
    const twice = await site.call('createSysAccount', { body: { username: 'MADE' } }, admin)
    expect([twice.status, twice.body.error]).toEqual([409, usernameTaken.code])
  })

  it('have one name each, also when many are made and renamed at the same moment', async () => {
    const people = await Promise.all(['r1', 'r2', 'r3', 'r4'].map(name => makePerson(site, name)))
    const answers = await Promise.all([
      ...people.map(({ id }) => edit(id, { username: 'contested' })),
      ...Array.from({ length: 4 }, () =>
        site.call('createSysAccount', { body: { username: 'contested' } }, admin),
      ),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(409)])
    expect(await names({ q: 'contested' })).toEqual(['contested'])
  })

  it('are changed in what was asked for and nothing else', async () => {
    const { id } = await makePerson(site, 'changed')
    const [before] = (await list({ q: 'changed' })).list
    const { body } = await edit(id, { note: 'new' })
    expect(body.account).toEqual({ ...before, note: 'new' })
    expect(body.password).toBeNull()
    const reset = await edit(id, { resetPassword: true })
    const logIn = { username: 'changed', password: reset.body.password }
    expect((await site.call('login', { body: logIn })).status).toBe(200)
    for (const change of [
      { role: 'root' },
      { pages: ['nothing'] },
      { can: { send: true } },
      { limits: { domains: -1 } },
      { resetPassword: false },
      { username: 'a b' },
    ])
      expect((await edit(id, change)).status).toBe(400)
  })

  it('that are not there are not found, whatever is asked', async () => {
    for (const id of ['01notthere', 'admin'])
      for (const answer of [await edit(id, { note: 'x' }), await remove(id), await remove(id, 'toMe')])
        expect([answer.status, answer.body.error]).toEqual([404, notFound.code])
  })

  it('cannot be demoted, stopped or deleted by themselves', async () => {
    const me = await makePerson(site, 'self', { role: 'admin' })
    for (const answer of [
      await edit(me.id, { role: 'user' }, me.token),
      await edit(me.id, { status: 'stopped' }, me.token),
      await remove(me.id, 'refuse', me.token),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, notYourself.code])
    expect((await edit(me.id, { note: 'still me', role: 'admin' }, me.token)).status).toBe(200)
    await remove(me.id)
  })

  it('that are admins keep this page, whatever pages they were given', async () => {
    const { id, token } = await makePerson(site, 'locked', { role: 'admin' })
    expect((await edit(id, { pages: ['inbox'] }, token)).status).toBe(200)
    expect((await edit(id, { pages: ['inbox', 'domain'] }, token)).status).toBe(200)
    expect((await list({ q: 'locked' })).list[0]?.pages.toSorted()).toEqual(['domain', 'inbox', 'sysAccount'])
    await remove(id)
  })

  it('that are users reach none of this, whatever pages they were given', async () => {
    const user = await makePerson(site, 'climber', { role: 'user', pages: ['sysAccount'] })
    for (const answer of [
      await site.call('getSysAccount', {}, user.token),
      await site.call('createSysAccount', { body: { username: 'x1', role: 'admin' } }, user.token),
      await edit(user.id, { role: 'admin' }, user.token),
      await remove(user.id, 'refuse', user.token),
      await site.call('getAuditLog', {}, user.token),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 1005])
  })

  describe('with things of their own', () => {
    async function owner(username: string) {
      const person = await makePerson(site, username)
      await makeDomain(site, `${username}.test`, { ownerId: person.id })
      const box = await makeMailbox(site, username, person.id, `${username}.test`)
      return { ...person, box }
    }

    it('are not deleted without a word about them', async () => {
      const person = await owner('owner-refuse')
      const { status, body } = await remove(person.id)
      expect([status, body.error, body.msg]).toEqual([
        409,
        ownsThings.code,
        '名下还有 1 个邮箱和 1 个域名，请先选择如何处理',
      ])
      expect(await names({ q: 'owner-refuse' })).toHaveLength(1)
    })

    it('leave them to the admin, and whoever was logged in to them is logged out', async () => {
      const person = await owner('owner-give')
      expect((await remove(person.id, 'toMe')).body).toMatchObject({ error: 0, mailboxes: 1, domains: 1 })
      const row = await site.app.db.query
        .selectFrom('mailbox')
        .selectAll()
        .where('id', '=', person.box.id)
        .executeTakeFirst()
      const [me] = (await list({ q: 'admin', sort: 'createdAt', order: 'asc' })).list
      expect(row?.owner_id).toBe(me?.id)
      expect((await site.call('emailList', {}, person.box.token)).status).toBe(401)
    })

    it('take them along', async () => {
      const person = await owner('owner-take')
      expect((await remove(person.id, 'delete')).body).toMatchObject({ error: 0, mailboxes: 1, domains: 1 })
      const { query } = site.app.db
      expect(
        await query.selectFrom('domain').select('id').where('name', '=', 'owner-take.test').execute(),
      ).toEqual([])
      expect(
        await query.selectFrom('mailbox').select('id').where('id', '=', person.box.id).execute(),
      ).toEqual([])
      expect((await site.call('emailList', {}, person.box.token)).status).toBe(401)
    })

    it('do not take along the mailboxes of others on their domains', async () => {
      const person = await owner('owner-host')
      const guest = await makeMailbox(site, 'guest', null, 'owner-host.test')
      const { status, body } = await remove(person.id, 'delete')
      expect([status, body.fields?.owned]).toEqual([400, '它的域名上还有别人的 1 个邮箱，请改为转给自己'])
      expect((await site.call('emailList', {}, guest.token)).status).toBe(200)
      expect((await site.call('emailList', {}, person.token)).status).toBe(200)
    })
  })

  describe('that are the last admins', () => {
    const acting = async () => (await list({ role: 'admin', status: 'active' })).list

    it.each(['demote', 'stop', 'delete'] as const)('cannot %s each other at the same moment', async act => {
      for (let round = 0; round < 8; round++) {
        const others = (await acting()).filter(row => row.username !== 'admin')
        for (const { id } of others) await remove(id)
        const rival = await makePerson(site, `rival-${act}-${round}`, { role: 'admin' })
        const [root] = (await list({ q: 'admin', role: 'admin' })).list.filter(
          row => row.username === 'admin',
        )
        const rootToken = await tokenFor(site, { sysAccountId: root?.id ?? '' })
        const against = (id: string, token: string) =>
          act === 'delete'
            ? remove(id, 'refuse', token)
            : edit(id, act === 'stop' ? { status: 'stopped' } : { role: 'user' }, token)
        const answers = await Promise.all([
          against(rival.id, rootToken),
          against(root?.id ?? '', rival.token),
        ])
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        for (const { status, body } of answers.filter(answer => answer.status !== 200))
          expect([401, 403, 404, 409], JSON.stringify(body)).toContain(status)
        const left = await site.app.db.query
          .selectFrom('sys_account')
          .select('id')
          .where('role', '=', 'admin')
          .where('status', '=', 'active')
          .execute()
        expect(left).toHaveLength(1)
        await restoreRoot(root?.id ?? '', left[0]?.id ?? '')
      }
    })

    /** Makes the account of the tests an admin again, whichever account is left. */
    async function restoreRoot(rootId: string, leftId: string) {
      if (rootId === leftId) return
      const token = await tokenFor(site, { sysAccountId: leftId })
      const restored = await edit(rootId, { role: 'admin', status: 'active' }, token)
      if (restored.status === 404) await makePerson(site, 'admin', { role: 'admin' })
      const id = (await site.ok('getSysAccount', { query: { q: 'admin', role: 'admin' } }, token)).list.find(
        row => row.username === 'admin',
      )?.id
      admin = await tokenFor(site, { sysAccountId: id ?? '' })
    }
  })

  it('older than an ability or a limit are denied it, not refused altogether', () => {
    const row = {
      role: 'user',
      pages: '["inbox","gone"]',
      abilities: '{"send":true,"old":true}',
      limits: '{"domains":3}',
    } as const
    expect(readRights(row)).toMatchObject({
      pages: ['inbox'],
      can: { send: true, upload: false, useApi: false },
      limits: { domains: 3, mailboxes: 0, apiPerMinute: 0 },
    })
    expect(readRights(row).can).not.toHaveProperty('old')
  })
})

describe.each(databaseKinds)('the audit log on %s', kind => {
  it('has a row for every act, newest first, that nothing can change', async () => {
    const site = await startTestApp(kind)
    const admin = await site.adminToken()
    const { account } = await site.ok('createSysAccount', { body: { username: 'watched' } }, admin)
    await site.ok('editSysAccount', { body: { id: account.id, note: 'x', role: 'admin' } }, admin)
    await site.ok('updateSetting', { body: { values: { siteName: '新名字', notice: null } } }, admin)
    await site.ok('delSysAccount', { body: { id: account.id } }, admin)
    await site.call('createSysAccount', { body: { username: 'admin' } }, admin)
    const { list, total } = await site.ok('getAuditLog', {}, admin)
    expect(list.map(({ action, target, detail }) => [action, target, detail]).sort()).toEqual(
      [
        ['delSysAccount', 'watched', '名下没有东西'],
        ['updateSetting', '站点设置', '站点名称'],
        ['editSysAccount', 'watched', '角色：管理员；备注'],
        ['createSysAccount', 'watched', '角色：用户'],
      ].sort(),
    )
    expect(total).toBe(4)
    for (const row of list) expect(row).toMatchObject({ actorName: 'admin', client: '127.0.0.1' })
    expect((await site.ok('getAuditLog', { query: { q: 'watched', pageSize: 2 } }, admin)).list).toHaveLength(
      2,
    )
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [
        '/api/admin/getAuditLog',
        `/api/admin/getAuditLog/${list[0]?.id}`,
        '/api/admin/delAuditLog',
      ]) {
        const headers = { authorization: `Bearer ${admin}` }
        expect((await site.fetch(path, { method, headers })).status).toBe(404)
      }
    }
    expect((await site.ok('getAuditLog', {}, admin)).list).toEqual(list)
    await site.stop()
  })
})
