import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { keyFor, makeDomain, makeMailbox } from '../../testing/people.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('deleting oneself on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  async function personWithPassword(username: string, role: 'user' | 'admin' = 'user') {
    const admin = await site.adminToken()
    const password = 'a password of its own'
    const { account } = await site.ok('createSysAccount', { body: { username, password, role } }, admin)
    const { token } = await site.ok('login', { body: { username, password } })
    return { id: account.id, username, token, password }
  }

  it('takes the account, its mailboxes, domains, key and logins along, and is in the audit log', async () => {
    const me = await personWithPassword('leaving')
    const box = await makeMailbox(site, 'leaving-box', me.id)
    const domain = await makeDomain(site, 'leaving.example', { ownerId: me.id })
    const key = await keyFor(site, me)
    const stays = await makeMailbox(site, 'staying-box')
    const answer = await site.ok(
      'deleteOwnAccount',
      { body: { password: me.password, name: 'Leaving' } },
      me.token,
    )
    expect(answer).toMatchObject({ mailboxes: 1, domains: 1 })
    for (const credential of [me.token, key, box.token]) {
      expect((await site.call('getInbox', {}, credential)).status).toBe(401)
    }
    expect((await site.call('getInbox', {}, stays.token)).status).toBe(200)
    const { db } = site.app
    const left = await db.query.selectFrom('domain').select('id').where('id', '=', domain).execute()
    expect(left).toEqual([])
    const { list } = await site.ok('getAuditLog', { query: { q: 'leaving' } }, await site.adminToken())
    expect(list[0]).toMatchObject({ action: 'deleteOwnAccount', actorName: 'leaving', target: 'leaving' })
  })

  it('needs the right password and the own name, and takes nothing without', async () => {
    const me = await personWithPassword('careful')
    const wrong = await site.call('deleteOwnAccount', { body: { password: 'x', name: 'careful' } }, me.token)
    expect([wrong.status, wrong.body.error]).toEqual([400, 2008])
    const misspelt = await site.call(
      'deleteOwnAccount',
      { body: { password: me.password, name: 'somebody' } },
      me.token,
    )
    expect(Object.keys(misspelt.body.fields ?? {})).toEqual(['name'])
    expect((await site.call('emailList', {}, me.token)).status).toBe(200)
  })

  it('is not a way to guess the password', async () => {
    const me = await personWithPassword('guessed')
    const tries = []
    for (let at = 0; at < 12; at++) {
      tries.push(
        await site.call('deleteOwnAccount', { body: { password: `x${at}`, name: 'guessed' } }, me.token),
      )
    }
    expect(tries.at(-1)?.status).toBe(429)
  })

  it('is refused to the last admin, who keeps what it has', async () => {
    const token = await site.adminToken()
    const body = { password: adminPassword, name: 'admin' }
    const { status, body: answer } = await site.call('deleteOwnAccount', { body }, token)
    expect([status, answer.error]).toEqual([409, 4002])
    expect((await site.call('getSysAccount', {}, token)).status).toBe(200)
  })

  it('of two admins at once leaves one', async () => {
    const place = await startTestApp(kind)
    const boss = await place.adminToken()
    const password = 'another long password'
    await place.ok('createSysAccount', { body: { username: 'second', password, role: 'admin' } }, boss)
    const second = (await place.ok('login', { body: { username: 'second', password } })).token
    const answers = await Promise.all([
      place.call('deleteOwnAccount', { body: { password: adminPassword, name: 'admin' } }, boss),
      place.call('deleteOwnAccount', { body: { password, name: 'second' } }, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await place.stop()
  })

  it('removes a temporary mailbox that has no password yet', async () => {
    const box = await makeMailbox(site, 'short-lived')
    await site.ok('deleteOwnAccount', { body: { name: box.address } }, box.token)
    expect((await site.call('getInbox', {}, box.token)).status).toBe(401)
  })
})
