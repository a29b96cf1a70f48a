import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kyselyOf } from '../../database/kysely-of.ts'
import { findDomainByName } from '../../domain/repository.ts'
import { day } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMailboxes, type MailboxRow, newMailboxRow } from '../account/repository.ts'
import { matchingAccounts, sortedIds } from './account-repository.ts'

const many = 3000

/** Rows straight into the table; what they are made of repeats, so that searches and filters find some. */
async function fill(site: TestApp, owner: string): Promise<void> {
  const domain = await findDomainByName(site.app.db.query, 'yanshu.test')
  if (!domain) throw new Error('no domain')
  const now = site.clock.now()
  const rows = Array.from({ length: many }, (_, at): MailboxRow => {
    const row = newMailboxRow({
      id: newId(now + at),
      localPart: `row-${String(at).padStart(5, '0')}`,
      domain,
      kind: at % 3 === 0 ? 'temporary' : 'account',
      status: at % 50 === 0 ? 'paused' : 'active',
      ownerId: at % 2 === 0 ? owner : null,
      passwordHash: null,
      note: at % 100 === 0 ? `第${at}号 Émile` : '',
      now: now + at,
      expires_at: at % 10 === 0 && at % 3 !== 0 ? now + (at - 1000) * day : null,
      end_after_mails: null,
      end_after_code: 0,
    })
    const may_send = at % 6 === 1 ? (1 as const) : (0 as const)
    return {
      ...row,
      may_send,
      used_bytes: (at * 7919) % 100_003,
      last_login_at: at % 4 === 0 ? now + at : null,
    }
  })
  for (let at = 0; at < rows.length; at += 500)
    await site.app.db.transaction(tx => insertMailboxes(tx, nothingRests, rows.slice(at, at + 500)))
}

describe.each(databaseKinds)('the table of mailboxes on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    // Those whose time is long over are here to be listed, not to be swept.
    await site.ok('updateSetting', { body: { values: { graceDays: 0 } } }, admin)
    ann = await makePerson(site, 'ann')
    await fill(site, ann.id)
  })
  afterAll(() => site.stop())

  const table = (query: Record<string, unknown>, token = admin) =>
    site.ok('getEmailAccount', { query }, token)

  it('shows an account its own, an admin all, a mailbox itself', async () => {
    expect((await table({})).total).toBe(many)
    expect((await table({}, ann.token)).counts).toEqual({ account: 1000, temporary: 500, deleted: 0 })
    const box = await makeMailbox(site, 'alone', ann.id)
    const { list, total } = await table({}, box.token)
    expect([total, list.map(row => row.id)]).toEqual([1, [box.id]])
    const bob = await makePerson(site, 'bob')
    expect(await table({ q: 'row' }, bob.token)).toMatchObject({ list: [], total: 0 })
    expect((await table({ owner: ann.id }, bob.token)).total).toBe(0)
    await site.ok('delEmailAccount', { body: { ids: [box.id] } }, ann.token)
  })

  it.each(['address', 'createdAt', 'expiresAt', 'usedBytes', 'lastLoginAt'] as const)(
    'is in the order of %s, both ways, over its pages',
    async sort => {
      const values = async (order: 'asc' | 'desc') => {
        const rows = []
        for (const page of [1, 2, 3])
          rows.push(...(await table({ kind: 'account', sort, order, page, pageSize: 100 })).list)
        expect(new Set(rows.map(row => row.id)).size).toBe(300)
        return rows.map(row => {
          const value = row[sort]
          if (sort === 'expiresAt')
            return value === null ? Number.POSITIVE_INFINITY : Date.parse(String(value))
          return value === null ? '' : value
        })
      }
      const up = await values('asc')
      expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      const down = await values('desc')
      expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
    },
  )

  it.each([
    [{ q: 'row-0001' }, 10],
    [{ q: 'ROW-0001' }, 10],
    [{ q: 'Émile' }, 30],
    [{ q: '第2' }, 11],
    [{ q: '%' }, 0],
    [{ q: "' OR 1=1 --" }, 0],
    [{ kind: 'temporary' }, 1000],
    [{ status: 'paused' }, 60],
    [{ status: 'stopped' }, 0],
    [{ domain: 'yanshu.test', kind: 'account' }, 2000],
    [{ domain: 'nowhere.test' }, 0],
    [{ owner: 'none' }, 1500],
    [{ maySend: '1' }, 500],
    [{ maySend: '0', kind: 'temporary' }, 1000],
    [{ expires: 'past' }, 67],
    [{ expires: 'never' }, 2800],
    [{ expires: 'soon' }, 0],
    [{ kind: 'account', q: 'row-0', owner: 'none', status: 'active' }, 1000],
  ])('finds by %j', async (query, expected) => {
    expect((await table(query)).total).toBe(expected)
  })

  it('is empty beyond its last page, however far', async () => {
    for (const page of [32, 1_000_000]) {
      const { list, total } = await table({ page, pageSize: 100 })
      expect([list, total]).toEqual([[], many])
    }
  })

  it.each([
    'pageSize=1000000000',
    'pageSize=101',
    'page=1000001',
    'page=0',
    'page=1e9',
    'sort=passwordHash',
    'sort=password_hash',
    'sort=address;drop',
    'order=up',
    'kind[$gt]=',
    'status=deleted',
    'q[$ne]=x',
    'deleted=2',
  ])('is not had by ?%s', async query => {
    const headers = { authorization: `Bearer ${admin}` }
    const { status, body } = await site.fetch(`/api/user/getEmailAccount?${query}`, { headers })
    expect([query, status, body.error]).toEqual([query, 400, 1001])
  })

  it('is read along an index where the kind is given, and never sorts what an index has sorted', async () => {
    const { db } = site.app
    if (kind === 'postgres') await db.transaction(tx => sql`ANALYZE mailbox`.execute(tx))
    const match = matchingAccounts(db.query, { kind: 'all' }, { kind: 'account' }, site.clock.now())
    const plans = [
      sortedIds(match, { sort: 'createdAt', order: 'desc' }),
      sortedIds(match, { sort: 'address', order: 'asc' }),
      sortedIds(match, { sort: 'expiresAt', order: 'asc' }),
      sortedIds(match, { sort: 'lastLoginAt', order: 'desc' }),
    ]
    for (const plan of plans) {
      const compiled = plan.limit(20).compile()
      const explain = kind === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'
      const { rows } = await kyselyOf(db.query).executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]),
      )
      const text = rows.map(row => Object.values(row).join(' ')).join('\n')
      expect(text, compiled.sql).toMatch(/mailbox_by_|mailbox_address_key/)
      expect(text, compiled.sql).not.toMatch(/TEMP B-TREE|Sort/)
    }
  })

  it('has everybody’s for an admin, whose own addresses alone are in the list of what it opens', async () => {
    const mine = await site.ok('createEmail', { body: { domain: 'yanshu.test' } }, admin)
    const { counts } = await site.ok('getEmailAccount', {}, admin)
    expect(counts.account + counts.temporary).toBe(many + 1)
    const own = await site.ok('emailList', {}, admin)
    expect([own.total, own.list.map(row => row.id)]).toEqual([1, [mine.mailbox.id]])
    const { id } = await makeMailbox(site, 'itself')
    expect((await site.ok('emailList', { query: { ids: `${id},${mine.mailbox.id}` } }, admin)).total).toBe(1)
    const found = await site.ok('searchEmailAccount', { query: { content: 'itself' } }, admin)
    expect(found.list).toEqual([])
  })
})
