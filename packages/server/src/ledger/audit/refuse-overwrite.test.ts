import type { CallName, ErrorBody } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Body = Record<string, unknown>

/** A thing that two admins have open at the same time. */
type Thing = {
  call: CallName
  /** The rest of the body of a change. */
  id: Body
  first: Body
  second: Body
  seen: Body
  /** Another field, which does not stand in the way. */
  other: { change: Body; seen: Body }
  now(): Promise<Body>
}

describe.each(databaseKinds)('two admins who change the same on %s', kind => {
  let site: TestApp
  let nodes: TestApp[]
  let admins: Person[]
  const things: Record<string, Thing> = {}
  beforeAll(async () => {
    site = await startTestApp(kind)
    // With PostgreSQL they may even be at two nodes.
    nodes = kind === 'postgres' ? [site, await site.secondNode()] : [site]
    admins = [
      await makePerson(site, 'zhang', { role: 'admin' }),
      await makePerson(site, 'wang', { role: 'admin' }),
    ]
    const [token] = admins.map(admin => admin.token)
    const owner = await makePerson(site, 'owner')
    const box = await makeMailbox(site, 'theirs', owner.id)
    await site.ok('editEmailAccount', { body: { id: box.id, quotaMb: 10, note: '' } }, token)
    things.mailbox = {
      call: 'editEmailAccount',
      id: { id: box.id },
      first: { quotaMb: 50 },
      second: { quotaMb: 70 },
      seen: { quotaMb: 10 },
      other: { change: { expiresAt: '2031-01-31T08:00:00+08:00' }, seen: { expiresAt: null } },
      async now() {
        const { list } = await site.ok('getEmailAccount', { query: { q: box.address } }, token)
        return { ...list[0] }
      },
    }
    things.account = {
      call: 'editSysAccount',
      id: { id: owner.id },
      first: { limits: { domains: 1, mailboxes: 2, storageMb: 3, sendsPerDay: 4, apiPerMinute: 5 } },
      second: { limits: { domains: 9, mailboxes: 2, storageMb: 3, sendsPerDay: 4, apiPerMinute: 5 } },
      seen: {},
      other: { change: { note: '大客户' }, seen: { note: '' } },
      async now() {
        const { list } = await site.ok('getSysAccount', { query: { ids: owner.id } }, token)
        return { ...list[0] }
      },
    }
    const { limits } = await things.account.now()
    things.account.seen = { limits }
    const domainId = await makeDomain(site, 'shop.example')
    const plan = { name: '一年', days: 365, price: 2400, renewPrice: 2400, quotaMb: 1024, maySend: false }
    const made = await site.ok('addPlan', { body: { domainId, ...plan } }, token)
    things.plan = {
      call: 'editPlan',
      id: { id: made.plan.id },
      first: { price: 3000 },
      second: { price: 3600 },
      seen: { price: 2400 },
      other: { change: { maySend: true }, seen: { maySend: false } },
      async now() {
        const { list } = await site.ok('getPlans', { query: { domainId } }, token)
        return { ...list[0] }
      },
    }
  })
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop()
  })

  const edit = (at: Thing, who: number, body: Body): Promise<{ status: number; body: ErrorBody }> =>
    (nodes[who % nodes.length] ?? site).call(at.call, { body: { ...at.id, ...body } }, admins[who % 2]?.token)
  const thing = (name: string): Thing => {
    const found = things[name]
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const fieldOf = (change: Body): string => Object.keys(change)[0] ?? ''

  describe.each(['mailbox', 'account', 'plan'])('of one %s', name => {
    it('at the same moment: one is told who changed it to what, and nothing of that change is kept', async () => {
      const at = thing(name)
      const { first, second, seen } = at
      const answers = await Promise.all([edit(at, 0, { ...first, seen }), edit(at, 1, { ...second, seen })])
      const [won, lost] = answers[0]?.status === 200 ? [0, 1] : [1, 0]
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const field = fieldOf(seen)
      const present = (won === 0 ? first : second)[field]
      expect((await at.now())[field]).toEqual(present)
      expect(answers[lost]?.body).toMatchObject({
        error: 1007,
        changed: [{ field, value: present, by: admins[won]?.username, at: expect.stringMatching(/Z$/) }],
      })
      // Having seen that, they may change it.
      const again = lost === 0 ? first : second
      expect((await edit(at, lost, { ...again, seen: { [field]: present } })).status).toBe(200)
      expect((await at.now())[field]).toEqual(again[field])
    })

    it('ten times at once: one wins', async () => {
      const at = thing(name)
      const field = fieldOf(at.seen)
      const seen = { [field]: (await at.now())[field] }
      const wanted = (n: number): Body =>
        name === 'account'
          ? { limits: { domains: 100 + n, mailboxes: 2, storageMb: 3, sendsPerDay: 4, apiPerMinute: 5 } }
          : { [field]: 100 + n }
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => edit(at, n, { ...wanted(n), seen })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
      const won = answers.findIndex(({ status }) => status === 200)
      expect((await at.now())[field]).toEqual(wanted(won)[field])
    })

    it('may change different fields, and one field to the same', async () => {
      const at = thing(name)
      const field = fieldOf(at.seen)
      const before = (await at.now())[field]
      const same = { ...at.first, seen: { [field]: before } }
      const answers = await Promise.all([
        edit(at, 0, same),
        edit(at, 1, same),
        edit(at, 0, { ...at.other.change, seen: at.other.seen }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    })

    it('without saying what they saw: the last wins', async () => {
      const at = thing(name)
      const answers = await Promise.all([edit(at, 0, at.first), edit(at, 1, at.second)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    })
  })

  it('is told without a name where the log has none, and with the fields of the request alone', async () => {
    const at = thing('mailbox')
    expect((await edit(at, 0, { note: '大客户' })).status).toBe(200)
    const { status, body } = await edit(at, 1, {
      note: '欠费',
      quotaMb: 1,
      seen: { note: '', maySend: true },
    })
    expect([status, body.changed]).toEqual([409, [{ field: 'note', value: '大客户', by: null, at: null }]])
    expect((await at.now()).quotaMb).not.toBe(1)
  })

  it('a time that is written otherwise is the same time', async () => {
    const at = thing('mailbox')
    expect((await edit(at, 0, { expiresAt: '2031-01-31T00:00:00Z' })).status).toBe(200)
    const seen = { expiresAt: '2031-01-31T08:00:00+08:00' }
    expect((await edit(at, 1, { expiresAt: null, seen })).status).toBe(200)
  })

  it('a plan that was renamed meanwhile still tells by whom', async () => {
    const at = thing('plan')
    expect((await edit(at, 0, { name: '两年' })).status).toBe(200)
    const { body } = await edit(at, 1, { name: '三年', seen: { name: '一年' } })
    expect(body.changed).toMatchObject([{ field: 'name', value: '两年', by: 'zhang' }])
  })
})
