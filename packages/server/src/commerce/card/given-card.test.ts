import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, unlimited } from '../../identity/access.ts'
import { day } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('codes for given mailboxes on %s', kind => {
  let site: TestApp
  let seller: Person
  let rival: Person
  beforeAll(async () => {
    site = await startTestApp(kind)
    const rights = { role: 'user', can: everything, limits: unlimited } as const
    seller = await makePerson(site, 'seller', rights)
    rival = await makePerson(site, 'rival', rights)
  })
  afterAll(() => site.stop())

  async function setAside(localPart: string) {
    const box = await makeMailbox(site, localPart, seller.id)
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ kind: 'account' }).where('id', '=', box.id).execute()
    })
    return box
  }
  const make = (mailboxIds: string[], change: Record<string, unknown> = {}, token = seller.token) =>
    site.call('createCard', { body: { kind: 'given', count: 1, days: 30, mailboxIds, ...change } }, token)
  const redeem = (code: string | undefined) => site.call('verCard', { body: { code, redeem: true } })

  it('hand over what was set aside, once, and log out whoever had it', async () => {
    const boxes = [await setAside('first'), await setAside('second')]
    const { codes = [] } = (await make(boxes.map(box => box.id))).body
    const { card } = await site.ok('verCard', { body: { code: codes[0] } })
    expect(card).toMatchObject({ kind: 'given', addresses: ['f***t@yanshu.test', 's***d@yanshu.test'] })
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(codes[0])))
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const opened = won?.body.opened ?? []
    expect(opened.map(({ address }) => address)).toEqual(['first@yanshu.test', 'second@yanshu.test'])
    for (const { address, password, token, expiresAt } of opened) {
      expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(site.clock.now() + 29 * day)
      expect((await site.ok('emailList', {}, token)).total).toBe(1)
      await site.ok('loginEmail', { body: { address, password } })
    }
    for (const { token } of boxes) expect((await site.call('emailList', {}, token)).status).toBe(401)
    expect((await site.ok('emailList', {}, seller.token)).total).toBe(0)
    const { list } = await site.ok('getCard', { query: { q: 'first@' } }, seller.token)
    expect(list.map(({ usedBy }) => usedBy)).toEqual(['first@yanshu.test 等 2 个'])
  })

  it('hand over nothing that whoever had it before has set up: no copy of a mail goes to them', async () => {
    const box = await setAside('handed')
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ may_send: 1 }).where('id', '=', box.id).execute()
    })
    const forwarding = { mailbox: box.id, to: ['seller@elsewhere.test'], keep: true }
    await site.ok('setForwarding', { body: forwarding }, box.token)
    const autoReply = { mailbox: box.id, enabled: true, from: null, until: null, subject: 'a', text: 'b' }
    await site.ok('setAutoReply', { body: autoReply }, box.token)
    await site.ok('saveDraft', { body: { subject: 'half a letter' } }, box.token)
    const { codes = [] } = (await make([box.id])).body
    const { token } = (await redeem(codes[0])).body.opened?.[0] ?? {}
    const query = { mailbox: box.id }
    const kept = await site.ok('getForwarding', { query }, token)
    expect(kept.forwarding.to).toEqual([])
    const answer = await site.ok('getAutoReply', { query }, token)
    expect(answer.autoReply.enabled).toBe(false)
    expect((await site.ok('getDrafts', {}, token)).list).toEqual([])
  })

  it.each(['editEmailAccount', 'batchEditEmailAccount'] as const)(
    'open nothing that was given to somebody else since, by %s',
    async name => {
      const boxes = [await setAside(`moved-${name.length}`), await setAside(`stayed-${name.length}`)]
      const made = await Promise.all(boxes.map(async box => (await make([box.id])).body.codes ?? []))
      const give = (id: string, ownerId: string) =>
        name === 'editEmailAccount' ? { id, ownerId } : { ids: [id], ownerId }
      const admin = await site.adminToken()
      const [moved, stayed] = boxes
      await site.ok(name, { body: give(moved?.id ?? '', rival.id) }, admin)
      await site.ok(name, { body: give(stayed?.id ?? '', seller.id) }, admin)
      expect((await redeem(made[0]?.[0])).status).toBe(409)
      expect((await redeem(made[1]?.[0])).status).toBe(200)
    },
  )

  it('share mailboxes out, each to one code', async () => {
    const boxes = [await setAside('a1'), await setAside('a2')]
    const ids = boxes.map(box => box.id)
    const { codes = [] } = (await make(ids, { count: 2 })).body
    expect((await make(ids)).body.fields).toHaveProperty('mailboxIds')
    const addresses = []
    for (const code of codes) addresses.push((await redeem(code)).body.address)
    expect(addresses).toEqual(['a1@yanshu.test', 'a2@yanshu.test'])
  })

  it('cannot be made of what is another’s, or of temporary addresses', async () => {
    const box = await setAside('mine')
    const temporary = await makeMailbox(site, 'temporary', seller.id)
    expect((await make([box.id], {}, rival.token)).body.fields).toHaveProperty('mailboxIds')
    expect((await make([temporary.id])).body.fields).toHaveProperty('mailboxIds')
  })

  it('can be read again only when the site keeps them, and only by their owner', async () => {
    const admin = await site.adminToken()
    const body = { kind: 'open', count: 2, days: 1 }
    const once = await site.ok('createCard', { body }, seller.token)
    await site.ok('updateSetting', { body: { values: { keepCardCodes: true } } }, admin)
    const kept = await site.ok('createCard', { body }, seller.token)
    expect([once.kept, kept.kept]).toEqual([false, true])
    const reveal = (batchId: string, token = seller.token) =>
      site.call('revealCard', { body: { batchId } }, token)
    expect((await reveal(once.batchId)).body.list?.map(({ code }) => code)).toEqual([null, null])
    expect((await reveal(kept.batchId)).body.list?.map(({ code }) => code).sort()).toEqual(kept.codes.sort())
    expect((await reveal(kept.batchId, rival.token)).status).toBe(404)
    const stored = JSON.stringify(await site.app.db.query.selectFrom('card').selectAll().execute())
    for (const code of kept.codes) expect(stored).not.toContain(code)
  })
})
