import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBlockList, normalPattern } from '../../ledger/block/block-list.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { deliver, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe('an entry of the block list', () => {
  it.each([
    ['sender', 'Spam@Example.COM', 'spam@example.com'],
    ['sender', 'example.com', 'example.com'],
    ['sender', '@example.com', 'example.com'],
    ['sender', '*@example.com', 'example.com'],
    ['sender', '例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
    ['client', '203.0.113.7', '203.0.113.7'],
    ['client', '::ffff:203.0.113.7', '203.0.113.7'],
    ['client', '203.0.113.0/24', '203.0.113.0/24'],
    ['client', '2001:db8::/32', '2001:db8::/32'],
  ] as const)('of kind %s, %s is kept as %s', (kind, text, pattern) => {
    expect(normalPattern(kind, text)).toEqual({ pattern })
  })

  it.each([
    ['sender', ''],
    ['sender', 'com'],
    ['sender', 'a@'],
    ['sender', '@'],
    ['sender', 'a b@example.com'],
    ['sender', '*'],
    ['client', 'example.com'],
    ['client', '203.0.113.7/33'],
    ['client', '203.0.113.7/'],
    ['client', '203.0.113.7/1e1'],
    ['client', '0.0.0.0/0'],
    ['client', '::/0'],
    ['client', '127.0.0.1'],
    ['client', '::1'],
    ['client', '126.0.0.0/7'],
  ] as const)('of kind %s, %j is refused', (kind, text) => {
    expect(normalPattern(kind, text)).toHaveProperty('wrong')
  })
})

describe.each(databaseKinds)('against abuse on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startMailSite(kind, { environment: { YANSHU_TRUSTED_PROXIES: '127.0.0.1' } })
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const from = (client: string) => ({ 'x-forwarded-for': client })
  const block = (kind: 'sender' | 'client', ...patterns: string[]) =>
    site.ok('addBlock', { body: { kind, patterns } }, admin)

  it('a blocked sender is refused, and who waits for its mail finds the reason in the trace; its neighbours are not', async () => {
    const box = await makeMailbox(site, 'target')
    await block('sender', 'bad.example', 'one@mixed.example')
    const answers = []
    for (const sender of [
      'x@bad.example',
      'x@sub.bad.example',
      'ONE@mixed.example',
      'two@mixed.example',
      'x@notbad.example',
    ]) {
      const { mail, rcpt } = await deliver(site.app.smtpPort, { from: sender, to: box.address })
      answers.push(`${mail.slice(0, 3)} ${rcpt[0]?.slice(0, 9)}`)
    }
    const [out, through] = ['250 554 5.7.1', '250 250 2.1.5']
    expect(answers).toEqual([out, out, out, through, through])
    const refused = await eventually('the trace', async () => {
      const { list } = await site.ok('getTrace', { query: { verdict: 'refused' } }, box.token)
      return list.length >= 3 && list
    })
    expect(refused.map(entry => [entry.sender, entry.recipient, entry.reason])).toEqual(
      ['ONE@mixed.example', 'x@sub.bad.example', 'x@bad.example'].map(sender => [
        sender,
        box.address,
        '发件方在本站的拦截名单上',
      ]),
    )
  })

  it('a bounce, which has no sender, always comes through', async () => {
    const box = await makeMailbox(site, 'bounced')
    expect((await deliver(site.app.smtpPort, { from: '', to: box.address })).mail).toMatch(/^250/)
  })

  it('a blocked network brings no mail and makes no mailbox, until it is taken off', async () => {
    await block('client', '203.0.113.0/24', '2001:db8::/32')
    const list = createBlockList({ db: site.app.db, clock: site.clock })
    const judged = await Promise.all(
      ['203.0.113.9', '203.0.114.9', '2001:db8::5', '2001:db9::5', 'unknown'].map(client =>
        list.judge(client, ''),
      ),
    )
    expect(judged).toEqual(['client', null, 'client', null, null])
    await list.close()
    // Before the site itself counts some: it writes them down now and then.
    const { list: rows } = await site.ok('getBlocks', { query: { q: '203.0.113' } }, admin)
    const [six] = (await site.ok('getBlocks', { query: { q: '2001:db8' } }, admin)).list
    expect([rows[0]?.hits, six?.hits, typeof six?.lastHitAt]).toEqual([1, 1, 'string'])
    const make = (client: string) =>
      site.call('regEmail', { body: { domain: 'yanshu.test' }, headers: from(client) })
    expect((await make('203.0.113.77')).body).toMatchObject({ error: 1005, msg: /网络/ })
    expect((await make('198.51.100.1')).status).toBe(200)
    await site.ok('delBlock', { body: { ids: rows.map(row => row.id) } }, admin)
    expect((await make('203.0.113.77')).status).toBe(200)
  })

  it('the list counts what it keeps out, whichever entry it was, and writes it down together', async () => {
    await block('sender', 'counted.example', 'one@other.example')
    await block('client', '198.51.100.77', '2001:db9:1::1')
    const list = createBlockList({ db: site.app.db, clock: site.clock })
    for (let count = 0; count < 50; count++) await list.judge('198.51.100.1', `x${count}@sub.counted.example`)
    await Promise.all([
      list.judge('198.51.100.1', 'ONE@other.example'),
      list.judge('198.51.100.77', 'x@counted.example'),
      list.blocksClient('198.51.100.77'),
      list.blocksClient('2001:db9:1:0::1'),
    ])
    await list.close()
    const rows = (await site.ok('getBlocks', { query: { pageSize: 100 } }, admin)).list
    const hits = Object.fromEntries(rows.map(row => [row.pattern, row.hits]))
    expect(hits).toMatchObject({
      'counted.example': 50,
      'one@other.example': 1,
      '198.51.100.77': 2,
      '2001:db9:1::1': 1,
    })
  })

  it('the list takes an entry once, tells what is wrong with which line, and is written into the audit log', async () => {
    expect((await block('sender', 'once.example')).added).toBe(1)
    expect((await block('sender', 'once.example', 'ONCE.example')).added).toBe(0)
    const wrong = await site.call(
      'addBlock',
      { body: { kind: 'client', patterns: ['203.0.113.1', 'nonsense'] } },
      admin,
    )
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['patterns.1'])
    const { list } = await site.ok('getAuditLog', { query: { q: 'once.example' } }, admin)
    expect(list.map(entry => entry.action)).toEqual(['addBlock'])
    const hostile = await site.call('getBlocks', { query: { pageSize: 1e9 } }, admin)
    expect(hostile.status).toBe(400)
  })

  const report = (address: string, client = '198.51.100.20') =>
    site.call('complain', {
      body: { address, reason: 'fraud', words: '<script>alert(1)</script> 冒充银行', contact: '' },
      headers: from(client),
    })

  it('anyone may complain, and is told the same whether the mailbox exists or not', async () => {
    const box = await makeMailbox(site, 'accused')
    const known = await report(box.address)
    const unknown = await report('nobody-here@yanshu.test')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    const { list, open } = await site.ok('getComplaints', { query: { q: 'accused' } }, admin)
    expect(list).toMatchObject([
      { id: known.body.number, state: 'new', mailboxId: box.id, client: '198.51.100.20' },
    ])
    expect(open).toBeGreaterThanOrEqual(2)
  })

  it('an admin stops the mailbox from the complaint: its logins end, mail is refused, the act is logged', async () => {
    const box = await makeMailbox(site, 'stopped-by-complaint')
    const stream = await openEvents(site, box.token)
    const { body } = await report(box.address, '198.51.100.21')
    const { complaint } = await site.ok(
      'editComplaint',
      { body: { id: body.number, state: 'done', note: '属实', stopMailbox: true } },
      admin,
    )
    expect(complaint).toMatchObject({
      state: 'done',
      note: '属实',
      mailboxStatus: 'stopped',
      handledBy: 'admin',
    })
    await stream.ended
    expect((await site.call('getInbox', {}, box.token)).status).toBe(401)
    expect((await deliver(site.app.smtpPort, { to: box.address })).rcpt[0]).toMatch(/^550 5.2.1/)
    const { list } = await site.ok('getAuditLog', { query: { q: box.address } }, admin)
    expect(list[0]).toMatchObject({ action: 'editComplaint', detail: '已处理，停用邮箱，写说明' })
  })

  it('a complaint stops the mailbox it was about, never another that has its address since', async () => {
    const first = await makeMailbox(site, 'changed-hands')
    const { body } = await report(first.address, '198.51.100.22')
    const early = await report('made-later@yanshu.test', '198.51.100.22')
    await site.ok('delEmailAccount', { body: { ids: [first.id], keep: false } }, admin)
    const settle = (id: string | undefined) =>
      site.call('editComplaint', { body: { id, state: 'done', stopMailbox: true } }, admin)
    const absent = await settle(body.number)
    expect([absent.status, absent.body.msg]).toEqual([404, '这个邮箱已经不在了'])
    const second = await makeMailbox(site, 'changed-hands')
    const later = await makeMailbox(site, 'made-later')
    expect(second.address).toBe(first.address)
    for (const [number, words] of [
      [body.number, '被举报的邮箱已经删除，现在的是后来用同一地址新建的，不能凭这条举报停用'],
      [early.body.number, '收到举报时还没有这个邮箱，现在的是后来新建的，不能凭这条举报停用'],
    ] as const) {
      const refused = await settle(number)
      expect([refused.status, refused.body.fields]).toEqual([409, { stopMailbox: words }])
    }
    for (const box of [second, later]) expect((await site.call('getInbox', {}, box.token)).status).toBe(200)
    const { list } = await site.ok('getComplaints', { query: { q: 'changed-hands' } }, admin)
    expect(list).toMatchObject([{ mailboxId: null, mailboxStatus: null, state: 'new' }])
    // A new complaint is about the new one.
    const again = await report(second.address, '198.51.100.23')
    expect((await settle(again.body.number)).body.complaint).toMatchObject({ mailboxId: second.id })
    expect((await site.call('getInbox', {}, second.token)).status).toBe(401)
  })

  it('a mailbox that was deleted and can be restored is told as deleted, and can still be stopped', async () => {
    const box = await makeMailbox(site, 'deleted-for-now')
    const { body } = await report(box.address, '198.51.100.25')
    const shown = async () =>
      (await site.ok('getComplaints', { query: { q: 'deleted-for-now' } }, admin)).list[0]
    expect(await shown()).toMatchObject({ mailboxStatus: 'active', mailboxDeleted: false })
    await site.ok('delEmailAccount', { body: { ids: [box.id], keep: true } }, admin)
    expect(await shown()).toMatchObject({ mailboxId: box.id, mailboxDeleted: true })
    await site.ok('editComplaint', { body: { id: body.number, state: 'done', stopMailbox: true } }, admin)
    expect(await shown()).toMatchObject({ mailboxStatus: 'stopped', mailboxDeleted: true })
  })

  it('a complaint about an address elsewhere is refused at the field, and costs nothing', async () => {
    for (let at = 0; at < 5; at++) {
      const { status, body } = await report('someone@elsewhere.example', '198.51.100.24')
      const words = '这个地址不在本站的域名上，请向它所在的邮箱服务举报'
      expect([status, body.fields]).toEqual([400, { address: words }])
    }
    expect((await report('someone@yanshu.test', '198.51.100.24')).status).toBe(200)
  })

  it('complaints cost a proof of work after a few, and a user cannot read them', async () => {
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await report('a@yanshu.test', '198.51.100.99')).body.error)
    expect(statuses).toEqual([0, 0, 0, 2004])
    const { challenge } = await site.ok('startAuth', {
      body: { purpose: 'complain' },
      headers: from('198.51.100.99'),
    })
    expect(challenge).not.toBeNull()
    const user = await makePerson(site, 'curious')
    for (const name of ['getComplaints', 'getBlocks', 'getAuditLog'] as const) {
      expect((await site.call(name, {}, user.token)).status).toBe(403)
    }
  })

  it('the form can be closed', async () => {
    await site.ok('updateSetting', { body: { values: { complaintForm: false } } }, admin)
    expect((await report('a@yanshu.test', '198.51.100.50')).body.error).toBe(1011)
    expect((await site.ok('getVar')).settings.complaintForm).toBe(false)
    await site.ok('updateSetting', { body: { values: { complaintForm: null } } }, admin)
  })
})
