import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, receive } from '../../testing/mail-site.ts'
import {
  makeSender,
  makeSendingMailbox,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import { insertStop } from './repository.ts'
import { judgeSending } from './send-stop.ts'

const rules = { stopBouncePercent: 20, stopBounceLeast: 10, stopVolumeTimes: 3, stopVolumeLeast: 20 }

describe('how a sender is judged', () => {
  const judge = (sent: number, ended: number, failed: number, usual = 100, more = {}) =>
    judgeSending({ lately: { sent, ended, failed }, usual }, { ...rules, ...more })?.reason ?? null

  it.each<[string, string | null, string | null]>([
    ['bounces up to the share are nothing', judge(10, 10, 2), null],
    ['one more is too much', judge(10, 10, 3), 'bounces'],
    ['few results say nothing', judge(9, 9, 9), null],
    ['without the rule nothing comes of bounces', judge(10, 10, 10, 100, { stopBouncePercent: 0 }), null],
    ['less than so many times as usual is nothing', judge(299, 0, 0), null],
    ['so many times as usual is too much', judge(300, 0, 0), 'volume'],
    ['little is never too much', judge(19, 0, 0, 1), null],
    ['who never sent has the least number', judge(20, 0, 0, 0), 'volume'],
    ['without the rule nothing comes of volume', judge(9999, 0, 0, 0, { stopVolumeTimes: 0 }), null],
  ])('%s', (_, found, wanted) => {
    expect(found).toBe(wanted)
  })
})

describe.each(databaseKinds)('a sender that sends as nobody should, on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let count = 0
  beforeAll(async () => {
    out = await startOutboundSite(kind)
    await out.site.ok('updateSetting', { body: { values: rules } }, out.admin)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    out.far.play({ rcpt: address => (address.startsWith('no') ? '550 5.1.1 unknown' : undefined) })
  })

  const settle = async () => {
    await out.site.app.deliverDue()
    await out.site.app.settled()
  }
  let made = 0
  const people = (amount: number, name = 'yes') =>
    Array.from({ length: amount }, () => `${name}${++made}@d${count}.test`)
  const pause = (paused: boolean) => out.site.ok('pauseQueue', { body: { paused } }, out.admin)
  const stops = async () => (await out.site.ok('getSendStops', {}, out.admin)).list
  const stopOf = async (id: string) => (await stops()).find(stop => stop.id === id)
  const lift = (kindOf = 'account', id = ann.person.id, token = out.admin) =>
    out.site.call('liftSendStop', { body: { kind: kindOf, id } }, token)
  const trySending = (to = people(1)) =>
    out.site.call(
      'sendEmail',
      { body: { from: ann.box.address, to, subject: 's', text: 't' } },
      ann.person.token,
    )
  const notices = async (target: string) =>
    (await out.site.ok('getAuditLog', { query: { q: target } }, out.admin)).list
      .filter(row => row.target === target)
      .map(row => [row.actorName, row.action, row.detail])

  it('is stopped when too much of its mail comes back, says why, and waits for its operator', async () => {
    await send(out.site, ann, { to: [...people(7), ...people(3, 'no')] })
    await settle()
    const detail = '24 小时里 10 个收件人有结果，其中 3 个退信'
    expect(await stopOf(ann.person.id)).toMatchObject({
      kind: 'account',
      name: ann.person.username,
      reason: '退信太多',
      detail,
    })
    expect(await notices(ann.person.username)).toEqual([['系统', 'sendingStopped', `退信太多：${detail}`]])
    const words = '退信太多，发信已被系统停住；排队的信会等着，请联系管理员恢复'
    expect(await trySending()).toMatchObject({ status: 403, body: { msg: words } })
    expect((await out.site.ok('getSenders', {}, ann.person.token)).stopped).toBe(words)
    const other = await makeSender(out.site, `other${count}`)
    expect((await out.site.ok('getSenders', {}, other.person.token)).stopped).toBeNull()
    expect((await lift('account', ann.person.id, other.person.token)).status).toBe(403)

    expect((await lift()).status).toBe(200)
    expect((await lift()).status).toBe(404)
    expect((await notices(ann.person.username))[0]).toEqual(['admin', 'liftSendStop', detail])
    // Counts from before the pardon do not matter.
    await send(out.site, ann, { to: people(1, 'no') })
    await settle()
    expect(await stopOf(ann.person.id)).toBeUndefined()
  })

  it('leaves what it had queued where it is, forwards nothing, and goes on with all of it afterwards', async () => {
    await pause(true)
    const waiting = await send(out.site, ann, { to: people(2) })
    const scheduled = await send(out.site, ann, {
      to: people(1),
      sendAt: new Date(out.site.clock.now() + hour).toISOString(),
    })
    const target = people(1)[0] ?? ''
    const forwarding = { mailbox: ann.box.id, to: [target], keep: true }
    await out.site.ok('setForwarding', { body: forwarding }, ann.person.token)
    expect((await trySending(people(19))).status).toBe(200)
    expect((await stopOf(ann.person.id))?.reason).toBe('发信量突然变大')
    const before = out.far.messages.length
    await pause(false)
    await receive(out.site, { to: ann.box.address, raw: plainMail() })
    await settle()
    out.site.clock.advance(2 * hour)
    await settle()
    expect(out.far.messages).toHaveLength(before)
    expect((await sent(out.site, ann.person.token, waiting)).state).toBe('queued')
    // Other senders continue.
    const other = await makeSender(out.site, `other${count}`)
    await send(out.site, other, { to: people(1) })
    await settle()
    expect(out.far.messages).toHaveLength(before + 1)
    await lift()
    await settle()
    expect(out.far.messages).toHaveLength(before + 1 + 2 + 1 + 19)
    expect((await sent(out.site, ann.person.token, scheduled)).state).toBe('delivered')
  })

  it('is measured by its own ordinary days', async () => {
    for (let days = 0; days < 3; days++) {
      await send(out.site, ann, { to: people(10) })
      out.site.clock.advance(2 * day)
    }
    await send(out.site, ann, { to: people(29) })
    expect(await stopOf(ann.person.id)).toBeUndefined()
    await send(out.site, ann, { to: people(1) })
    expect(await stopOf(ann.person.id)).toMatchObject({ detail: '24 小时里发给 30 个收件人，平时一天 10 个' })
    await settle()
  })

  it('is stopped once by whatever number at once, and nothing of it leaves', async () => {
    await pause(true)
    const answers = await Promise.all(Array.from({ length: 10 }, () => trySending(people(2))))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect((await stops()).filter(stop => stop.id === ann.person.id)).toHaveLength(1)
    expect(await notices(ann.person.username)).toHaveLength(1)
    const before = out.far.messages.length
    await pause(false)
    await settle()
    expect(out.far.messages).toHaveLength(before)
    await lift()
    await settle()
    expect(out.far.messages).toHaveLength(before + 20)
  })

  it('is marked where accounts, mailboxes and senders are listed, for those who see them', async () => {
    const lone = await makeSendingMailbox(out.site, `marked${count}`)
    const other = await makeSender(out.site, `other${count}`)
    const boss = await makePerson(out.site, `boss-${count}`, { role: 'admin' })
    const own = await makeMailbox(out.site, `own-of-boss${count}`, boss.id)
    await out.site.app.db.transaction(async tx => {
      for (const key of [`account:${ann.person.id}`, `mailbox:${lone.id}`, `account:${boss.id}`])
        await insertStop(tx, key, { reason: 'bounces', ended: 10, failed: 3 }, out.site.clock.now())
    })
    const accounts = async () => {
      const { list } = await out.site.ok('getSysAccount', { query: { pageSize: 100 } }, out.admin)
      return list.flatMap(({ username, sendingStopped }) =>
        sendingStopped ? [[username, sendingStopped]] : [],
      )
    }
    const mailboxes = async (token: string) => {
      const query = { kind: 'temporary', pageSize: 100 }
      const { list } = await out.site.ok('getEmailAccount', { query }, token)
      return list.flatMap(({ address, sendingStopped }) => (sendingStopped ? [address] : [])).sort()
    }
    const senders = async (token: string) => {
      const { list } = await out.site.ok('getSenders', {}, token)
      return list.flatMap(({ address, stopped }) => (stopped === null ? [] : [[address, stopped]]))
    }
    expect(await accounts()).toContainEqual([ann.person.username, '退信太多'])
    expect(await mailboxes(out.admin)).toEqual(expect.arrayContaining([ann.box.address, lone.address].sort()))
    expect(await mailboxes(ann.person.token)).toEqual([ann.box.address])
    expect(await mailboxes(other.person.token)).toEqual([])
    expect(await senders(ann.person.token)).toEqual([
      [ann.box.address, expect.stringContaining('请联系管理员')],
    ])
    expect(await senders(other.person.token)).toEqual([])
    // An admin is told how to put it right.
    expect(await senders(boss.token)).toEqual([[own.address, expect.stringContaining('“队列”里恢复')]])
    const body = { from: own.address, to: people(1), subject: 's', text: 't' }
    const refused = await out.site.call('sendEmail', { body }, boss.token)
    expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('“队列”里恢复')])
    const note = { body: { id: ann.box.id, note: 'x' } }
    expect((await out.site.ok('editEmailAccount', note, out.admin)).mailbox.sendingStopped).toBe('退信太多')
    await lift()
    await lift('mailbox', lone.id)
    await lift('account', boss.id)
    expect((await accounts()).map(([name]) => name)).not.toContain(ann.person.username)
    expect(await mailboxes(ann.person.token)).toEqual([])
  })

  it('counts reports that come back, and addresses that are known to be dead', async () => {
    const box = await makeSendingMailbox(out.site, `lone${count}`)
    const [dead = ''] = people(1)
    const post = async (to: string[]) => {
      const body = { from: box.address, to, subject: 's', text: 't' }
      return out.site.call('sendEmail', { body }, box.token)
    }
    await post([dead, ...people(9)])
    await settle()
    const path = out.far.messages.findLast(({ recipients }) => recipients.includes(dead))?.from ?? ''
    const text = [
      '--r',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.far.test',
      '',
      `Final-Recipient: rfc822; ${dead}`,
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--r--',
    ].join('\r\n')
    const headers = ['Content-Type: multipart/report; report-type=delivery-status; boundary=r']
    await receive(out.site, { from: '', to: path, raw: plainMail({ text, headers }) })
    await post([dead])
    expect(await stopOf(box.id)).toBeUndefined()
    await post([dead])
    expect(await stopOf(box.id)).toMatchObject({ kind: 'mailbox', name: box.address, reason: '退信太多' })
    expect((await post(people(1))).status).toBe(403)
    expect((await lift('mailbox', box.id)).status).toBe(200)
  })
})
