import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import {
  keyFor,
  makeMailbox,
  makePerson,
  type Person,
  type TestMailbox,
  tokenFor,
} from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const link = 'https://shop.example/verify?token=Zk9QpW'
const letter = {
  from: '墨迹书店 <caiwu@moji.example>',
  subject: '登录验证码 493817',
  text: `您的验证码是 493817，十分钟内有效。\n或者点这里确认：${link}`,
}

describe.each(databaseKinds)('a look at somebody’s mailbox on %s', kind => {
  let site: TestApp
  let admin: Person
  let owner: Person
  let box: TestMailbox
  let count = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    count++
    admin = await makePerson(site, `admin-${count}`, { role: 'admin' })
    owner = await makePerson(site, `owner-${count}`)
    box = await makeMailbox(site, `box-${count}`, owner.id)
    await receive(site, { to: box.address, raw: plainMail(letter) })
  })

  const why = { reason: 'help', words: '稿费通知没收到，工单 318' } as const
  const knock = (body: object = {}, token = admin.token) =>
    site.call('beginLook', { body: { mailbox: box.id, ...why, ...body } }, token)
  const look = async (body: object = {}) =>
    (await site.ok('beginLook', { body: { mailbox: box.id, ...why, ...body } }, admin.token)).token
  const works = async (token: string) => (await site.call('getInbox', {}, token)).status
  const settle = async () => {
    site.clock.advance(minute)
    await site.app.runJobs()
    await site.app.settled()
  }

  /** The look in the audit log: what it was, and its steps. */
  async function recorded() {
    const { list } = await site.ok('getAuditLog', { query: { pageSize: 100 } }, admin.token)
    const [row] = list.filter(({ action, target }) => action === 'beginLook' && target === box.address)
    return row && { detail: row.detail, parts: row.parts.map(part => part.detail) }
  }

  it('reads this one mailbox, and leaves it as it was', async () => {
    const other = await makeMailbox(site, `other-${count}`, owner.id)
    await receive(site, { to: other.address, raw: plainMail({ subject: 'not this one' }) })
    const token = await look()
    const mails = await inbox(site, token)
    expect(mails.map(mail => mail.mailboxId)).toEqual([box.id])
    const id = mails[0]?.id ?? ''
    await site.ok('getEmail', { params: { id } }, token)
    expect((await site.call('getInbox', { query: { mailbox: other.id } }, token)).status).toBe(404)
    const before = await inbox(site, box.token)
    expect(before).toMatchObject([{ id, read: false, folder: 'inbox' }])
    const { list: traced } = await site.ok('getTrace', {}, token)
    expect(traced.map(row => row.recipient)).toEqual([box.address])
    // The admin's own lists are as they were.
    expect(await inbox(site, admin.token)).toEqual([])
  })

  it('covers codes and links until they are uncovered, which is a step of its own', async () => {
    const token = await look()
    const [row] = await inbox(site, token)
    expect(row).toMatchObject({ code: null, link: null, covered: ['code', 'link'] })
    const id = row?.id ?? ''
    const { mail } = await site.ok('getEmail', { params: { id } }, token)
    expect(mail).toMatchObject({ code: null, link: null, codeEvidence: null, linkEvidence: null })
    expect(mail.text).toContain('您的验证码是 ••••••')
    expect(JSON.stringify([row, mail])).not.toMatch(/493817|Zk9QpW/)
    const open = await site.ok('uncoverEmail', { body: { id } }, token)
    await site.ok('uncoverEmail', { body: { id } }, token)
    expect(open.mail).toMatchObject({ code: '493817', link })
    expect(open.mail).not.toHaveProperty('covered')
    expect((await inbox(site, token))[0]).toMatchObject({ code: '493817' })
    expect((await site.ok('getLook', {}, token)).look).toMatchObject({ mails: 1, codes: 1 })
    // In the next look they are covered again.
    expect((await inbox(site, await look()))[0]).toMatchObject({ code: null })
  })

  it('is on the record step by step, without anything of what the letters say, and its holder sees the same', async () => {
    const token = await look()
    await inbox(site, token)
    await inbox(site, token)
    await inbox(site, token, { folder: 'spam', q: '稿费' })
    const id = (await inbox(site, box.token))[0]?.id ?? ''
    await site.ok('getEmail', { params: { id } }, token)
    await site.ok('uncoverEmail', { body: { id } }, token)
    await site.ok('getTrace', {}, token)
    site.clock.advance(4 * minute)
    await site.ok('endLook', { body: {} }, token)
    await settle()
    const row = await recorded()
    expect(row?.detail).toBe(
      `${owner.username} 的，15 分钟。理由：请管理员帮忙找信，“稿费通知没收到，工单 318”`,
    )
    const read = expect.stringMatching(/^看了一封，.*（北京时间）到的，来自 moji\.example$/)
    const uncovered = expect.stringMatching(/^揭开了验证码和链接，.*（北京时间）到的，来自 moji\.example$/)
    expect(row?.parts).toEqual([
      '看了收件箱的列表',
      '在垃圾邮件里搜过',
      read,
      uncovered,
      '看了收信记录',
      '离开，还剩 11 分钟，看了 1 封，揭开 1 封',
      '写信告诉了对方',
    ])
    for (const token of [owner.token, box.token]) {
      const { list } = await site.ok('getLooks', {}, token)
      expect(list).toMatchObject([
        { address: box.address, by: admin.username, mails: 1, codes: 1, endedAt: expect.any(String) },
      ])
      expect(list[0]?.parts.map(part => part.detail)).toEqual(row?.parts)
      expect(list[0]?.reason).toBe('请管理员帮忙找信，“稿费通知没收到，工单 318”')
    }
    // Nobody else sees it, and steps of an act stand with it.
    expect((await site.ok('getLooks', {}, (await makePerson(site, `x-${count}`)).token)).list).toEqual([])
    const { list: log } = await site.ok('getAuditLog', { query: { pageSize: 100 } }, admin.token)
    expect(log.filter(({ action }) => action === 'getEmail')).toEqual([])
    const found = await site.ok('getAuditLog', { query: { q: 'moji.example' } }, admin.token)
    expect(found.list.map(({ action, target }) => [action, target]).slice(0, 2)).toEqual([
      ['uncoverEmail', box.address],
      ['getEmail', box.address],
    ])
  })

  it('writes to the holder after its end, once', async () => {
    const token = await look()
    await site.ok('endLook', { body: {} }, token)
    expect(subjects(await inbox(site, box.token))).toEqual([letter.subject])
    await settle()
    await settle()
    const mails = await inbox(site, box.token)
    expect(subjects(mails)).toEqual(['管理员查看过你的邮箱', letter.subject])
    const { mail } = await site.ok('getEmail', { params: { id: mails[0]?.id ?? '' } }, box.token)
    expect(mail.text).toContain(`管理员 ${admin.username} 查看过 ${box.address}`)
    expect(mail.text).toContain(why.words)
  })

  it('does not write where the letter would be the one after which the mailbox ends', async () => {
    const { db } = site.app
    await db.transaction(tx =>
      tx.updateTable('mailbox').set({ end_after_mails: 2 }).where('id', '=', box.id).execute(),
    )
    await site.ok('endLook', { body: {} }, await look())
    await settle()
    expect(await inbox(site, box.token)).toHaveLength(1)
    expect((await recorded())?.parts.at(-1)).toBe('没能写信告诉对方，对方在设置里看得到')
  })

  it('tries again for a day to write to a mailbox that takes no mail', async () => {
    await site.ok('editEmailAccount', { body: { id: box.id, status: 'paused' } }, owner.token)
    await site.ok('endLook', { body: {} }, await look())
    await settle()
    expect((await recorded())?.parts).toEqual(['离开，还剩 15 分钟，看了 0 封，揭开 0 封'])
    site.clock.advance(25 * hour)
    await settle()
    const token = await tokenFor(site, { sysAccountId: admin.id })
    const { list } = await site.ok('getAuditLog', { query: { pageSize: 100 } }, token)
    const row = list.find(({ action, target }) => action === 'beginLook' && target === box.address)
    expect(row?.parts.at(-1)?.detail).toBe('没能写信告诉对方，对方在设置里看得到')
  })

  it('wants a reason, unless the site does not', async () => {
    const bare = await site.call('beginLook', { body: { mailbox: box.id, words: '  ' } }, admin.token)
    expect([bare.status, bare.body.fields]).toEqual([
      400,
      { reason: '请选一个理由', words: '请写一句日后看得懂的' },
    ])
    await site.ok('updateSetting', { body: { values: { lookNeedsReason: false } } }, admin.token)
    expect((await site.call('beginLook', { body: { mailbox: box.id } }, admin.token)).status).toBe(200)
    expect((await recorded())?.detail).toBe(`${owner.username} 的，15 分钟。理由：没有写`)
    await site.ok('updateSetting', { body: { values: { lookNeedsReason: null } } }, admin.token)
  })

  it('is at nobody’s mailbox where the site forbids it, and ends there at once', async () => {
    const token = await look()
    const ask = async () =>
      (await site.ok('prepareLook', { query: { mailbox: box.id } }, admin.token)).allowed
    expect(await ask()).toBe(true)
    await site.ok('updateSetting', { body: { values: { lookAllowed: false } } }, admin.token)
    expect(await ask()).toBe(false)
    expect(await works(token)).toBe(401)
    const refused = await knock()
    expect([refused.status, refused.body.msg]).toEqual([403, '本站的设置不让管理员查看别人的邮箱'])
    // Nor does a mailbox with letters become an admin's own, by whatever call.
    const take = { ownerId: admin.id }
    for (const [name, body] of [
      ['editEmailAccount', { id: box.id, ...take }],
      ['batchEditEmailAccount', { ids: [box.id], ...take }],
    ] as const)
      expect((await site.call(name, { body }, admin.token)).body.fields).toHaveProperty('ownerId')
    const leaving = { id: owner.id, owned: 'toMe' }
    const kept = await site.call('delSysAccount', { body: leaving }, admin.token)
    expect(kept.body.fields).toHaveProperty('owned')
    await site.ok('updateSetting', { body: { values: { lookAllowed: null } } }, admin.token)
  })

  it('has the taking of a mailbox and the giving back in the log', async () => {
    for (const ownerId of [admin.id, owner.id])
      await site.ok('editEmailAccount', { body: { id: box.id, ownerId } }, admin.token)
    const { list } = await site.ok('getAuditLog', { query: { q: box.address } }, admin.token)
    const told = list.filter(row => row.action === 'editEmailAccount').map(row => row.detail)
    expect(told).toEqual([`归属：${owner.username}`, `归属：${admin.username}`])
  })

  it('tells beforehand whose it is and who looked last', async () => {
    const ask = () => site.ok('prepareLook', { query: { mailbox: box.id } }, admin.token)
    const told = { address: box.address, ownerName: owner.username, received: 1, needsReason: true }
    expect(await ask()).toMatchObject({ ...told, last: null })
    await look()
    expect(await ask()).toMatchObject({ ...told, last: { by: admin.username } })
  })

  it('is not at the own mailbox, nor at one that is not there, nor with a key', async () => {
    const own = await makeMailbox(site, `own-${count}`, admin.id)
    expect((await knock({ mailbox: own.id })).status).toBe(409)
    await site.ok('delEmailAccount', { body: { ids: [own.id] } }, admin.token)
    for (const mailbox of [own.id, '01absentabsentabsentabsent']) {
      expect((await knock({ mailbox })).status).toBe(404)
      expect((await site.call('prepareLook', { query: { mailbox } }, admin.token)).status).toBe(404)
    }
    expect((await knock({}, await keyFor(site, admin))).status).toBe(403)
    // A mailbox that nobody owns is somebody else's too, also when it was stopped.
    const free = await makeMailbox(site, `free-${count}`)
    await site.ok('editEmailAccount', { body: { id: free.id, status: 'stopped' } }, admin.token)
    expect((await knock({ mailbox: free.id })).status).toBe(200)
  })

  it.each([
    [
      'after its time, however busy it is',
      async (token: string) => {
        site.clock.advance(14 * minute)
        expect(await works(token)).toBe(200)
        site.clock.advance(minute)
      },
      '时间到了，看了',
    ],
    [
      'with the log-in in which it began',
      async () => void (await site.ok('logout', {}, admin.token)),
      '提前结束，还剩 ',
    ],
    [
      'when the same log-in looks at another',
      async () => void (await knock({ mailbox: (await makeMailbox(site, `next-${count}`)).id })),
      '离开，还剩 ',
    ],
    [
      'when the admin is no admin any more',
      async () => {
        const body = { id: admin.id, role: 'user' }
        await site.ok('editSysAccount', { body }, await site.adminToken())
      },
      '提前结束，还剩 ',
    ],
    [
      'when its holder ends the other log-ins',
      async () => void (await site.ok('endSession', { body: { others: true } }, box.token)),
      '提前结束，还剩 ',
    ],
    [
      'when the mailbox is deleted',
      async () => void (await site.ok('delEmailAccount', { body: { ids: [box.id] } }, owner.token)),
      '提前结束，还剩 ',
    ],
  ])('ends %s', async (_, end, says) => {
    const token = await look()
    await end(token)
    expect(await works(token)).toBe(401)
    await settle()
    const boss = await site.adminToken()
    const { list } = await site.ok('getAuditLog', { query: { pageSize: 100 } }, boss)
    const row = list.find(({ action, target }) => action === 'beginLook' && target === box.address)
    const ends = row?.parts.map(part => part.detail).filter(detail => detail.startsWith(says))
    expect(ends).toHaveLength(1)
  })

  it('is not told to the next holder of the mailbox, who also ends it', async () => {
    const token = await look()
    await inbox(site, token)
    const next = await makePerson(site, `next-holder-${count}`)
    await site.ok('editEmailAccount', { body: { id: box.id, ownerId: next.id } }, admin.token)
    expect(await works(token)).toBe(401)
    await settle()
    expect((await site.ok('getLooks', {}, next.token)).list).toEqual([])
    expect(subjects(await inbox(site, next.token))).toEqual([letter.subject])
    expect((await recorded())?.parts).toEqual(['看了收件箱的列表', expect.stringMatching(/^提前结束，/)])
  })

  it('is seen by the holder among the log-ins while it lasts', async () => {
    await look()
    const token = await tokenFor(site, { mailboxId: box.id })
    const { list } = await site.ok('getSessions', {}, token)
    expect(list.map(session => session.actedBy).filter(Boolean)).toEqual([admin.username])
  })
})
