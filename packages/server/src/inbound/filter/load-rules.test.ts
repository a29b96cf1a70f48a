import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asAccount, everything, unlimited } from '../../identity/access.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { filtersChannel } from './filter.ts'
import { createRuleCache, type RuleCache, type RuledMailbox } from './load-rules.ts'
import { addFilter, editFilter } from './manage-filter.ts'
import { countHits, listFilters } from './repository.ts'
import { sampleRule } from './testing/sample-facts.ts'

describe.each(databaseKinds)('the rules of a mailbox on %s', kind => {
  let site: TestApp
  let admin: Person
  let owner: Person
  let other: Person
  let ruled: RuledMailbox
  let lone: RuledMailbox
  let cache: RuleCache
  let queries: number

  const callerOf = (person: Person, role: 'user' | 'admin'): LoggedIn =>
    asAccount({
      role,
      client: '127.0.0.1',
      agent: 'test',
      sessionId: null,
      accountId: person.id,
      name: person.username,
      pages: [],
      can: everything,
      limits: unlimited,
    })
  const itself = (mailbox: RuledMailbox): LoggedIn => ({
    role: 'mailbox',
    client: '127.0.0.1',
    agent: 'test',
    sessionId: 's',
    mailboxId: mailbox.id,
    address: '',
    maySend: false,
  })
  const deps = () => ({ db: site.app.db, clock: site.clock })
  const add = async (caller: LoggedIn, change: Parameters<typeof sampleRule>[0] = {}) =>
    (await addFilter(deps(), caller, sampleRule(change))).id
  const idsFor = async (mailbox: RuledMailbox) => (await cache.rulesFor(mailbox)).map(rule => rule.id)

  /** The mailbox as the receiving side knows it. */
  async function mailboxRow(name: string, ownerId: string | null, domain?: string): Promise<RuledMailbox> {
    const { id } = await makeMailbox(site, name, ownerId, domain)
    return site.app.db.query
      .selectFrom('mailbox')
      .select(['id', 'owner_id', 'domain_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await makePerson(site, 'ruler', { role: 'admin' })
    owner = await makePerson(site, 'owner')
    other = await makePerson(site, 'other')
    await makeDomain(site, 'own.example', { ownerId: owner.id })
    ruled = await mailboxRow('ruled', owner.id, 'own.example')
    lone = await mailboxRow('lone', null)
  })
  afterAll(() => site.stop())

  /** A deaf one hears nothing of changes. */
  function openCache(hears: 'all' | 'nothing'): RuleCache {
    const { db } = site.app
    const bus = hears === 'all' ? db.bus : { ...db.bus, subscribe: () => () => undefined }
    const query = new Proxy(db.query, {
      get(target, name) {
        if (name === 'selectFrom') queries++
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return createRuleCache({ db: { ...db, query, bus }, clock: site.clock })
  }
  beforeEach(() => {
    queries = 0
    cache = openCache('all')
  })
  afterEach(async () => {
    cache.close()
    await site.app.db.transaction(tx => tx.deleteFrom('filter').execute())
    await site.app.db.bus.publish(filtersChannel, '')
  })

  const everyone = { kind: 'all', everyone: true } as const

  it('are those of admins for everyone, then of its owner, then its own, each in their order', async () => {
    const own = await add(itself(ruled))
    const second1 = await add(callerOf(owner, 'user'))
    const first1 = await add(callerOf(owner, 'user'))
    await editFilter(deps(), callerOf(owner, 'user'), { id: first1, position: 0 })
    const ruler = await add(callerOf(admin, 'admin'), { scope: everyone })
    await add(callerOf(admin, 'admin'))
    await add(callerOf(other, 'user'))
    expect(await idsFor(ruled)).toEqual([ruler, first1, second1, own])
    expect(await idsFor(lone)).toEqual([ruler])
  })

  it('are only those whose scope it lies in', async () => {
    const ofDomain = { kind: 'domain', id: ruled.domain_id } as const
    const byDomain = await add(callerOf(admin, 'admin'), { scope: { ...ofDomain, everyone: true } })
    const own = await add(callerOf(owner, 'user'), { scope: { kind: 'mailbox', id: ruled.id } })
    await add(callerOf(owner, 'user'), { scope: ofDomain })
    expect(await idsFor(ruled)).toEqual([byDomain, own, expect.any(String)])
    expect(await idsFor(lone)).toEqual(lone.domain_id === ruled.domain_id ? [byDomain] : [])
  })

  it('of an admin, for everyone or not, apply once to a mailbox that the admin owns', async () => {
    const mine = await mailboxRow('of-the-admin', admin.id)
    const own = await add(callerOf(admin, 'admin'))
    const ruler = await add(callerOf(admin, 'admin'), { scope: everyone })
    expect(await idsFor(mine)).toEqual([ruler, own])
  })

  it('for everyone end with the admin who made them', async () => {
    const boss = await makePerson(site, 'former-ruler', { role: 'admin' })
    const mine = await mailboxRow('of-the-former', boss.id)
    await add(callerOf(boss, 'admin'), { scope: everyone })
    expect(await idsFor(lone)).toHaveLength(1)
    await site.app.db.transaction(tx =>
      tx.updateTable('sys_account').set({ role: 'user' }).where('id', '=', boss.id).execute(),
    )
    await site.app.db.bus.publish(filtersChannel, '')
    await expect.poll(() => idsFor(lone)).toEqual([])
    expect(await idsFor(mine)).toEqual([])
  })

  it('are neither those switched off nor those of stopped accounts', async () => {
    const stopped = await makePerson(site, 'stopped', { role: 'user', status: 'stopped' })
    const theirs = await mailboxRow('of-the-stopped', stopped.id)
    await add(callerOf(stopped, 'user'))
    await add(callerOf(owner, 'user'), { enabled: false })
    const ruler = await add(callerOf(admin, 'admin'), { scope: everyone })
    expect(await idsFor(ruled)).toEqual([ruler])
    expect(await idsFor(theirs)).toEqual([ruler])
  })

  it('tell whether one of them may refuse', async () => {
    await add(callerOf(owner, 'user'))
    expect(await cache.mayRefuse(ruled)).toBe(false)
    await add(callerOf(owner, 'user'), { actions: [{ action: 'refuse' }] })
    await expect.poll(() => cache.mayRefuse(ruled)).toBe(true)
    expect(await cache.mayRefuse(lone)).toBe(false)
  })

  it('are read again when one changes', async () => {
    const first = await add(callerOf(owner, 'user'))
    await expect.poll(() => idsFor(ruled)).toEqual([first])
    const next = await add(callerOf(owner, 'user'))
    await expect.poll(() => idsFor(ruled)).toEqual([first, next])
  })

  it('are held in memory for ten seconds when no word came', async () => {
    cache.close()
    cache = openCache('nothing')
    const id = await add(callerOf(owner, 'user'))
    expect(await idsFor(ruled)).toEqual([id])
    queries = 0
    await site.app.db.transaction(tx => tx.deleteFrom('filter').execute())
    expect(await idsFor(ruled)).toEqual([id])
    expect(queries).toBe(0)
    site.clock.advance(11 * second)
    expect(await idsFor(ruled)).toEqual([])
  })

  it('cost one question for all mailboxes while nobody has any', async () => {
    cache.close()
    cache = openCache('nothing')
    for (const mailbox of [ruled, lone, ruled]) {
      expect(await cache.rulesFor(mailbox)).toEqual([])
      expect(await cache.mayRefuse(mailbox)).toBe(false)
    }
    expect(queries).toBe(1)
  })

  it('count their hits, also those at the same moment', async () => {
    const caller = callerOf(owner, 'user')
    const [a, b] = [await add(caller), await add(caller)]
    const { db } = site.app
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        db.transaction(tx => countHits(tx, i % 2 ? [a, b] : [b, a, a], 1000 + i)),
      ),
    )
    const rows = await listFilters(db.query, { kind: 'account', id: owner.id })
    expect(rows.map(row => row.hits)).toEqual([30, 20])
    expect(rows[0]?.last_hit_at).toBeGreaterThanOrEqual(1000)
  })
})
