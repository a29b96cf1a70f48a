import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, type Person, tokenFor } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('editing many mailboxes on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let bob: Person
  let names = 0
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
  })
  beforeEach(() => {
    names++
  })
  afterAll(() => site.stop())

  async function accounts(count: number, token = ann.token): Promise<string[]> {
    const list = Array.from({ length: count }, (_, at) => `b${names}-${at}`)
    const made = await site.ok('createEmailAccount', { body: { domain: 'yanshu.test', names: list } }, token)
    return made.list.map(item => item.id)
  }
  const batch = (body: Record<string, unknown>, token = admin) =>
    site.call('batchEditEmailAccount', { body }, token)
  const rowsOf = async (ids: readonly string[]) => {
    const { list } = await site.ok('getEmailAccount', { query: { q: `b${names}-`, pageSize: 100 } }, admin)
    return list.filter(row => ids.includes(row.id))
  }

  it('tells first what would change, and changes nothing by that', async () => {
    const ids = await accounts(5)
    await batch({ ids: ids.slice(0, 2), quotaMb: 512 })
    const { body } = await batch({ ids, quotaMb: 512, note: '', dryRun: true })
    expect(body).toMatchObject({ matched: 5, changed: 3, differing: { quotaMb: 3, note: 0 }, passwords: [] })
    expect(body.sample?.[0]).toMatchObject({ before: { status: 'active', ownerId: 'ann', kind: 'account' } })
    expect((await rowsOf(ids)).filter(row => row.quotaMb === 512)).toHaveLength(2)
  })

  it('changes room, end, state, right to send and note of those that differ', async () => {
    const ids = await accounts(3)
    const change = {
      quotaMb: 0,
      expiresAt: '2999-01-01T00:00:00.000Z',
      status: 'paused',
      maySend: true,
      note: '批量',
    }
    expect((await batch({ ids, ...change })).body).toMatchObject({ matched: 3, changed: 3, next: null })
    for (const row of await rowsOf(ids)) expect(row).toMatchObject(change)
    expect((await batch({ ids, ...change })).body).toMatchObject({ matched: 3, changed: 0 })
  })

  it('goes on from where it stopped until all that a filter means are done, each once', async () => {
    const ids = await accounts(23)
    const filter = { q: `b${names}-`, status: 'active' }
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { body } = await batch({ filter, status: 'paused', limit: 10, ...(cursor && { cursor }) })
      sizes.push(body.changed ?? 0)
      cursor = body.next ?? undefined
    } while (cursor)
    expect(sizes).toEqual([10, 10, 3])
    expect((await rowsOf(ids)).every(row => row.status === 'paused')).toBe(true)
  })

  it('resets passwords, each to one of its own, and ends what was logged in', async () => {
    const ids = await accounts(2)
    const old = await tokenFor(site, { mailboxId: ids[0] ?? '' })
    const { body } = await batch({ ids, resetPassword: true })
    expect(body.passwords).toHaveLength(2)
    const [first] = body.passwords ?? []
    expect((await site.call('loginEmail', { body: first })).status).toBe(200)
    expect((await site.call('emailList', {}, old)).status).toBe(401)
  })

  it('turns temporary addresses into accounts, with a password where there was none', async () => {
    const box = await makeMailbox(site, `b${names}-temp`, ann.id)
    const [account = ''] = await accounts(1)
    const { body } = await batch({ ids: [box.id, account], toAccount: true })
    expect(body.passwords?.map(item => item.address)).toEqual([box.address])
    expect((await rowsOf([box.id]))[0]).toMatchObject({ kind: 'account', hasPassword: true })
    const log = { address: box.address, password: body.passwords?.[0]?.password }
    expect((await site.call('loginEmail', { body: log })).status).toBe(200)
  })

  it('hands mailboxes with their mail over to another owner', async () => {
    const ids = await accounts(2)
    expect((await batch({ ids, ownerId: bob.id })).body.changed).toBe(2)
    expect((await rowsOf(ids)).map(row => row.ownerName)).toEqual(['bob', 'bob'])
    expect((await site.ok('getEmailAccount', { query: { q: `b${names}-` } }, ann.token)).total).toBe(0)
    expect((await batch({ ids, ownerId: 'nobody' })).body.fields).toEqual({ ownerId: '没有这个账号' })
  })

  it('does nothing at all when one of them is somebody else’s or is not there', async () => {
    const ids = await accounts(2)
    const others = await makeMailbox(site, `b${names}-other`, bob.id)
    const strange = await batch({ ids: [...ids, others.id], note: 'mine' }, ann.token)
    const absent = await batch({ ids: [...ids, 'not-there'], note: 'mine' }, ann.token)
    expect([strange.status, strange.body]).toEqual([absent.status, absent.body])
    expect(strange.body.error).toBe(errors.notFound.code)
    expect((await rowsOf([...ids, others.id])).every(row => row.note === '')).toBe(true)
    expect((await batch({ filter: { q: `b${names}-` }, note: 'mine' }, ann.token)).body.changed).toBe(2)
    expect((await rowsOf([others.id]))[0]?.note).toBe('')
  })

  it('leaves room, end and owner to those who rule the domain', async () => {
    const ids = await accounts(1)
    for (const change of [
      { quotaMb: 1 },
      { expiresAt: null },
      { maySend: true },
      { ownerId: null },
      { status: 'stopped' },
    ]) {
      const { status, body } = await batch({ ids, ...change }, ann.token)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([403, Object.keys(change)])
    }
    await makeDomain(site, `d${names}.test`, { ownerId: ann.id })
    const body = { domain: `d${names}.test`, names: ['own'] }
    const { list } = await site.ok('createEmailAccount', { body }, ann.token)
    const own = [list[0]?.id]
    expect((await batch({ ids: own, quotaMb: 7 }, ann.token)).body.changed).toBe(1)
    expect((await batch({ ids: [...own, ...ids], quotaMb: 8 }, ann.token)).status).toBe(403)
    await batch({ ids, status: 'stopped' })
    expect((await batch({ ids, note: 'x' }, ann.token)).status).toBe(403)
  })

  it.each([
    [{ ids: ['a'] }, 1001],
    [{ note: 'x' }, 1001],
    [{ ids: ['a'], filter: {}, note: 'x' }, 1001],
    [{ ids: [], note: 'x' }, 1001],
    [{ ids: Array.from({ length: 10_001 }, (_, at) => `id-${at}`), note: 'x' }, 1001],
    [{ filter: { sort: 'x' }, note: 'x' }, 1001],
    [{ filter: {}, quotaMb: 2 ** 53, note: 'x' }, 1001],
    [{ filter: {}, limit: 10_001, note: 'x' }, 1001],
    [{ filter: {}, unread: 0 }, 1001],
    [{ filter: {}, password_hash: 'x', note: 'x' }, 1001],
  ])('is refused: %j', async (body, error) => {
    expect((await batch(body)).body.error).toBe(error)
  })

  /** The newest row about such an act; a moment apart, so that its place is sure. */
  const written = async (q: string) => {
    const { list } = await site.ok('getAuditLog', { query: { q } }, admin)
    site.clock.advance(1)
    return list[0]
  }
  const addresses = (...at: number[]) => at.map(number => `b${names}-${number}@yanshu.test`)

  it('is written down with addresses and new values when an admin does it', async () => {
    const ids = await accounts(2)
    site.clock.advance(1)
    await batch({ ids, quotaMb: 99, status: 'stopped', ownerId: bob.id, resetPassword: true, note: 'x' })
    const row = await written('batchEditEmailAccount')
    expect(row?.target.split('、').sort()).toEqual(addresses(0, 1))
    expect(row?.detail).toBe('空间：99 MB；状态：停用；归属：bob；重置密码；改备注')
  })

  it('is written down with the first few of many, and only of those that changed', async () => {
    const ids = await accounts(8)
    await batch({ ids: ids.slice(0, 1), maySend: true })
    site.clock.advance(1)
    await batch({ ids, maySend: true, expiresAt: null, quotaMb: null })
    const row = await written('batchEditEmailAccount')
    expect(row?.detail).toBe('空间：不限；到期：长期；发信：允许')
    const [shown, rest] = row?.target.split(' 等 ') ?? []
    expect(rest).toBe('7 个')
    const five = new Set(shown?.split('、'))
    expect(five.size).toBe(5)
    for (const address of five) expect(addresses(1, 2, 3, 4, 5, 6, 7)).toContain(address)
  })

  it('one by one is written down with the new values, and never with a password', async () => {
    const [id = ''] = await accounts(1)
    const edit = async (change: Record<string, unknown>) => {
      await site.ok('editEmailAccount', { body: { id, ...change } }, admin)
      return (await written(`b${names}-0@yanshu.test`))?.detail
    }
    expect(await edit({ status: 'stopped' })).toBe('状态：停用')
    expect(await edit({ ownerId: bob.id, status: 'paused' })).toBe('状态：暂停收信；归属：bob')
    expect(await edit({ ownerId: null })).toBe('归属：无')
    const secret = { password: 'another-Passw0rd-9', expiresAt: '2999-01-01T00:00:00.000Z' }
    expect(await edit(secret)).toBe('到期：2999年1月1日 08:00（北京时间）；重置密码')
  })

  it('holds up nobody: others create and read while two thousand are changed', async () => {
    const body = { domain: 'yanshu.test', random: 1000 }
    for (let at = 0; at < 2; at++)
      await site.ok('createEmailAccount', { body: { ...body, note: `mass${names}` } }, admin)
    const started = performance.now()
    const editing = batch({ filter: { q: `mass${names}` }, quotaMb: 5, limit: 10_000 })
    let waited = 0
    let done = false
    void editing.then(() => {
      done = true
    })
    while (!done) {
      const began = performance.now()
      await site.ok('createEmail', { body: { domain: 'yanshu.test' } }, ann.token)
      waited = Math.max(waited, performance.now() - began)
    }
    const took = performance.now() - started
    expect((await editing).body).toMatchObject({ matched: 2000, changed: 2000 })
    // Nobody waits for the whole of it, however slow the machine.
    expect(waited).toBeLessThan(Math.max(2000, took / 2))
  })
})
