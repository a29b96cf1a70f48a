import { csvCell } from '@yanshu/contract/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe('a cell of an export', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+86 138', `"'+86 138"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['  =cmd|x', `"'  =cmd|x"`],
    ['＝1', `"'＝1"`],
    ['say "hi", you', '"say ""hi"", you"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j is no formula and stays one cell', (value, expected) => {
    expect(csvCell(value)).toBe(expected)
  })
})

describe.each(databaseKinds)('mailboxes from and to a file, on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    ann = await makePerson(site, 'ann')
    await makeDomain(site, 'ann.test', { ownerId: ann.id })
  })
  afterAll(() => site.stop())

  const bring = (rows: Record<string, unknown>[], token = admin, more: Record<string, unknown> = {}) =>
    site.ok('importEmailAccount', { body: { rows, ...more } }, token)

  it('come in with a row in the audit when an admin brings them: how many, and nothing of what was in the file', async () => {
    const logged = async () =>
      (await site.ok('getAuditLog', { query: { q: 'importEmailAccount' } }, admin)).list
    const rows = [
      { line: 2, address: 'noted.one@yanshu.test', password: 'a password of its own', note: '财务' },
      { line: 3, address: 'noted.two@yanshu.test' },
      { line: 4, address: 'no-at-sign' },
    ]
    await bring(rows, admin, { dryRun: true })
    await bring([{ line: 1, address: 'hers@ann.test' }], ann.token)
    expect(await logged()).toEqual([])
    await bring(rows)
    // None of them can be made again: nothing happened, nothing is written down.
    await bring(rows)
    expect(await logged()).toMatchObject([
      { action: 'importEmailAccount', target: '2 个邮箱', detail: '从文件导入', actorName: 'admin' },
    ])
    expect(JSON.stringify(await logged())).not.toMatch(/noted|password of|财务/)
  })

  it('come in line by line; each fault is told with its line and column, and nothing else is lost', async () => {
    const rows = [
      { line: 2, address: 'In.One@yanshu.test', password: 'a password of its own', note: '财务' },
      { line: 3, address: 'no-at-sign' },
      { line: 4, address: 'two@nowhere.test' },
      { line: 5, address: 'in.one@YANSHU.test' },
      { line: 6, address: 'in.two@yanshu.test', quotaMb: '1e3' },
      { line: 7, address: 'in.three@yanshu.test', expiresAt: '2999-02-30' },
      { line: 8, address: 'in.four@yanshu.test', password: 'short' },
      { line: 9, address: 'in.five@yanshu.test', owner: 'nobody' },
      { line: 10, address: 'in.six@yanshu.test', status: 'sleeping' },
      { line: 11, address: 'in.seven@yanshu.test', maySend: 'maybe' },
      {
        line: 12,
        address: "'in.eight@yanshu.test".slice(1),
        quotaMb: '512',
        expiresAt: '2999/1/31 18:00',
        status: '暂停',
        maySend: '是',
        owner: 'ann',
        note: "'=not a formula",
      },
      { line: 13, address: 'in.nine@yanshu.test', note: 'x'.repeat(501) },
      { line: 14, address: 'in.ten@yanshu.test', expiresAt: '2020-01-01' },
    ]
    const dry = await bring(rows, admin, { zone: 'Asia/Shanghai', dryRun: true })
    const faults = [
      [3, 'address'],
      [4, 'address'],
      [5, 'address'],
      [6, 'quotaMb'],
      [7, 'expiresAt'],
      [8, 'password'],
      [9, 'owner'],
      [10, 'status'],
      [11, 'maySend'],
      [13, 'note'],
      [14, 'expiresAt'],
    ]
    expect(dry.failed.map(item => [item.line, item.column])).toEqual(faults)
    expect(dry.made).toEqual([])
    const done = await bring(rows, admin, { zone: 'Asia/Shanghai' })
    expect(done.failed).toEqual(dry.failed)
    expect(done.failed.every(item => /\p{Script=Han}/u.test(item.msg))).toBe(true)
    expect(done.made.map(item => [item.line, item.address])).toEqual([
      [2, 'in.one@yanshu.test'],
      [12, 'in.eight@yanshu.test'],
    ])
    const { list } = await site.ok('getEmailAccount', { query: { q: 'in.eight' } }, admin)
    expect(list[0]).toMatchObject({
      quotaMb: 512,
      expiresAt: '2999-01-31T10:00:00.000Z',
      status: 'paused',
      maySend: true,
      ownerName: 'ann',
      note: '=not a formula',
    })
    const log = { address: 'in.one@yanshu.test', password: 'a password of its own' }
    expect((await site.call('loginEmail', { body: log })).status).toBe(200)
    const again = await bring(rows.slice(0, 1), admin, { dryRun: true })
    expect(again.failed).toMatchObject([{ line: 2, msg: '这个地址已经有人用了' }])
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'do not come in with “%s” for a state',
    async status => {
      const { made, failed } = await bring([{ line: 2, address: 'odd.state@yanshu.test', status }])
      expect(made).toEqual([])
      expect(failed).toMatchObject([{ line: 2, column: 'status', msg: '要填正常、暂停或停用' }])
    },
  )

  it('come in as far as the rights of the caller go', async () => {
    const rows = [
      { line: 1, address: 'mine@ann.test', quotaMb: '10' },
      { line: 2, address: 'shared@yanshu.test' },
      { line: 3, address: 'roomy@yanshu.test', quotaMb: '10' },
      { line: 4, address: 'given@ann.test', owner: 'admin' },
      { line: 5, address: 'root@yanshu.test' },
      { line: 6, address: 'off@ann.test', status: 'stopped' },
    ]
    const { made, failed } = await bring(rows, ann.token)
    expect(made.map(item => item.line)).toEqual([1, 2])
    expect(failed.map(item => [item.line, item.column])).toEqual([
      [3, 'quotaMb'],
      [4, 'owner'],
      [5, 'address'],
      [6, 'status'],
    ])
    const bob = await makePerson(site, 'bob')
    expect((await bring([{ line: 1, address: 'x@ann.test' }], bob.token)).failed).toHaveLength(1)
  })

  it('tell nobody but an admin who has an account', async () => {
    const owners = ['admin', 'ann', 'nobody-at-all', '']
    const rows = owners.map((owner, at) => ({ line: at + 1, address: `whose${at}@ann.test`, owner }))
    const { failed } = await bring(rows, ann.token, { dryRun: true })
    const msg = '只有管理员能改归属'
    expect(failed).toMatchObject([
      { line: 1, column: 'owner', msg },
      { line: 3, column: 'owner', msg },
    ])
    const asked = await bring(rows, admin, { dryRun: true })
    expect(asked.failed).toMatchObject([{ line: 3, column: 'owner', msg: '没有这个账号' }])
  })

  it.each([
    [{ rows: [] }],
    [{ rows: [{ line: 0, address: 'a@b.c' }] }],
    [{ rows: [{ line: 1, address: 'a@b.c', kind: 'account' }] }],
    [{ rows: Array.from({ length: 1001 }, (_, at) => ({ line: at + 1, address: 'a@b.c' })), dryRun: true }],
    [{ rows: [{ line: 1, address: 'a@b.c' }], zone: 'Nowhere/At_All' }],
  ])('do not come in by a request that is wrong', async body => {
    expect((await site.call('importEmailAccount', { body }, admin)).body.error).toBe(1001)
  })

  it('go out with everything but their passwords, only those one reaches, as the filter says', async () => {
    await site.ok(
      'createEmailAccount',
      {
        body: {
          domain: 'yanshu.test',
          names: ['out-1'],
          note: '=HYPERLINK("http://x")',
          quotaMb: 5,
          expiresAt: '2999-01-31T10:00:00Z',
        },
      },
      admin,
    )
    const get = (query: string, token: string) =>
      site.fetch(`/api/user/exportEmailAccount?${query}`, { headers: { authorization: `Bearer ${token}` } })
    const { text, headers } = await get('q=out-&zone=Asia/Shanghai', admin)
    expect(headers.get('content-disposition')).toContain('.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, row] = text.replace(/^\ufeff/, '').split('\r\n')
    expect(head).toMatch(/^地址,密码,空间MB,到期,状态,发信,归属,备注/)
    expect(row).toMatch(
      /^out-1@yanshu\.test,,5,2999-01-31 18:00,正常,否,admin,"'=HYPERLINK\(""http:\/\/x""\)",邮箱账号,0,0,/,
    )
    const own = (await get('', ann.token)).text
    expect([own.includes('mine@ann.test'), own.includes('out-1')]).toEqual([true, false])
    expect((await get('zone=No/Where', admin)).status).toBe(400)
    const box = await site.ok('regEmail', { body: { domain: 'yanshu.test' } })
    expect((await get('', box.token)).status).toBe(403)
  })

  it('go out whole when they are more than one portion', async () => {
    for (let at = 0; at < 2; at++)
      await site.ok(
        'createEmailAccount',
        { body: { domain: 'yanshu.test', random: 600, note: 'portion' } },
        admin,
      )
    const headers = { authorization: `Bearer ${admin}` }
    const { text } = await site.fetch('/api/user/exportEmailAccount?q=portion', { headers })
    const rows = text.trim().split('\r\n').slice(1)
    expect([rows.length, new Set(rows.map(row => row.split(',')[0])).size]).toEqual([1200, 1200])
  })
})
