import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../identity/session/password.ts'
import { minute } from '../kernel/clock.ts'
import { mostAppPasswords } from '../mailbox/program/app-passwords.ts'
import { databaseKinds } from '../testing/databases.ts'
import { freePort } from '../testing/free-port.ts'
import { startMailSite } from '../testing/mail-site.ts'
import { makeMailbox, makePerson, type TestMailbox } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'
import { openPop3 } from './fetch/pop3/testing/test-client.ts'

const password = 'a long pass phrase'

describe.each(databaseKinds)('app passwords on %s', kind => {
  let site: TestApp
  let port: number
  let hash: string
  let count = 0
  beforeAll(async () => {
    port = await freePort()
    hash = await createPasswords().hash(password)
    site = await startMailSite(kind, { environment: { YANSHU_POP3S_PORT: String(port) } })
  })
  afterAll(() => site.stop())

  async function account(ownerId?: string): Promise<TestMailbox> {
    const box = await makeMailbox(site, `device${++count}`, ownerId)
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ password_hash: hash }).where('id', '=', box.id).execute()
    })
    return box
  }
  const make = (box: TestMailbox, name = 'phone', token = box.token) =>
    site.ok('createAppPassword', { body: { id: box.id, name } }, token)
  const listed = (box: TestMailbox) => site.ok('getAppPasswords', { query: { id: box.id } }, box.token)

  async function signIn(box: TestMailbox, secret: string) {
    const client = await openPop3(port, { tls: true })
    await client.line()
    await client.say(`USER ${box.address}`)
    return { client, answer: await client.say(`PASS ${secret}`) }
  }
  const enters = async (box: TestMailbox, secret: string): Promise<boolean> => {
    const { client, answer } = await signIn(box, secret)
    client.socket().destroy()
    return answer.startsWith('+OK')
  }

  it('let a program in, however they are typed, and tell when and where they were used', async () => {
    const box = await account()
    const { id, password: made } = await make(box)
    expect(made).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await listed(box)).list).toMatchObject([
      { id, name: 'phone', lastUsedAt: null, lastChannel: null },
    ])
    for (const typed of [made, made.toUpperCase(), made.replaceAll('-', ''), made.replaceAll('-', ' ')])
      expect(await enters(box, typed)).toBe(true)
    expect((await listed(box)).list).toMatchObject([
      { lastUsedAt: expect.any(String), lastClient: '127.0.0.1', lastChannel: 'pop3' },
    ])
    expect(await enters(box, password)).toBe(true)
    expect(await enters(await account(), made)).toBe(false)
    const rows = await site.app.db.query.selectFrom('app_password').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(made.replaceAll('-', ''))
    expect(site.logged.join('\n')).not.toContain(made)
  })

  it('open no page', async () => {
    const box = await account()
    const { password: made } = await make(box)
    const { body } = await site.call('loginEmail', { body: { address: box.address, password: made } })
    expect(body.error).not.toBe(0)
  })

  it('end one by one, and with them the sessions', async () => {
    const box = await account()
    const [lost, kept] = [await make(box, 'lost'), await make(box, 'kept')]
    const { client } = await signIn(box, lost.password)
    const other = (await signIn(box, kept.password)).client
    await site.ok('delAppPassword', { body: { id: lost.id } }, box.token)
    expect(await client.say('STAT')).toBe('-ERR [AUTH] This session has ended')
    expect(await other.say('STAT')).toMatch(/^\+OK/)
    expect(await enters(box, lost.password)).toBe(false)
    expect((await listed(box)).list.map(({ name }) => name)).toEqual(['kept'])
  })

  it('can be made the only way in for programs, which ends the others', async () => {
    const box = await account()
    const { password: made } = await make(box)
    const { client } = await signIn(box, password)
    await site.ok('requireAppPasswords', { body: { id: box.id, only: true } }, box.token)
    expect(await client.say('STAT')).toBe('-ERR [AUTH] This session has ended')
    expect([await enters(box, password), await enters(box, made)]).toEqual([false, true])
    const page = await site.call('loginEmail', { body: { address: box.address, password } })
    expect(page.body.error).toBe(0)
    await site.ok('requireAppPasswords', { body: { id: box.id, only: false } }, box.token)
    expect(await enters(box, password)).toBe(true)
  })

  it('end with the password of the mailbox, and when it is handed over', async () => {
    const box = await account()
    const { password: made } = await make(box)
    const { client } = await signIn(box, made)
    const body = { oldPassword: password, newPassword: 'quite another password' }
    await site.ok('changePassword', { body }, box.token)
    expect(await client.say('STAT')).toBe('-ERR [AUTH] This session has ended')
    expect(await enters(box, made)).toBe(false)
    expect((await listed(box)).list).toEqual([])
    const [ann, ben] = [await makePerson(site, `ann${count}`), await makePerson(site, `ben${count}`)]
    const given = await account(ann.id)
    const theirs = await make(given, 'phone', ann.token)
    expect(await enters(given, theirs.password)).toBe(true)
    const admin = await site.adminToken()
    await site.ok('editEmailAccount', { body: { id: given.id, ownerId: ben.id } }, admin)
    expect(await enters(given, theirs.password)).toBe(false)
    expect(await site.ok('getAppPasswords', { query: { id: given.id } }, ben.token)).toMatchObject({
      list: [],
    })
  })

  it('are beyond guessing, so strangers who guess cannot lock a device out', async () => {
    const box = await account()
    const { password: made } = await make(box)
    for (let at = 0; at < 5; at++) expect(await enters(box, 'aaaa-bbbb-cccc-dddd')).toBe(false)
    expect((await signIn(box, password)).answer).toBe('-ERR [SYS/TEMP] Too many attempts, try again later')
    expect(await enters(box, made)).toBe(true)
    site.clock.advance(20 * minute)
  })

  it('stand in the way of nobody who opens many connections at once', async () => {
    const box = await account()
    const answers = await Promise.all(Array.from({ length: 8 }, () => enters(box, password)))
    expect(answers).toEqual(Array(8).fill(true))
  })

  it('are the holder’s: nobody else sees, makes or ends them', async () => {
    const box = await account()
    const { id } = await make(box)
    const [other, admin] = [await account(), await site.adminToken()]
    for (const token of [other.token, admin]) {
      expect((await site.call('getAppPasswords', { query: { id: box.id } }, token)).status).toBe(404)
      expect((await site.call('createAppPassword', { body: { id: box.id, name: 'x' } }, token)).status).toBe(
        404,
      )
      expect((await site.call('delAppPassword', { body: { id } }, token)).status).toBe(404)
      expect(
        (await site.call('requireAppPasswords', { body: { id: box.id, only: true } }, token)).status,
      ).toBe(404)
    }
    expect((await listed(box)).list).toHaveLength(1)
  })

  it('are so many at most', async () => {
    const box = await account()
    const answers = await Promise.all(
      Array.from({ length: mostAppPasswords + 3 }, (_, at) =>
        site.call('createAppPassword', { body: { id: box.id, name: `device ${at}` } }, box.token),
      ),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  })
})
