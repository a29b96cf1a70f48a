import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { fileOf, inbox, subjects } from '../../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
  states,
} from '../../testing/outbound-site.ts'
import { makeMailbox, tokenFor } from '../../testing/people.ts'
import type { Act, SmtpScript } from '../../testing/scripted-smtp-server.ts'

describe.each(databaseKinds)('the queue on %s', kind => {
  let out: OutboundSite
  let count = 0
  let ann: Sender
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    out.far.play({})
  })

  const deliver = async () => {
    await out.site.app.deliverDue()
    await out.site.app.settled()
  }
  const look = (id: string) => sent(out.site, ann.person.token, id)
  const place = () => `d${++count}.test`

  it('brings a mail to its place, signed, and says so', async () => {
    const domain = place()
    const id = await send(out.site, ann, {
      to: [`"Bob" <bob@${domain}>`],
      html: '<p>hi <b>Bob</b></p>',
      text: undefined,
    })
    await deliver()
    const mail = await look(id)
    expect(mail).toMatchObject({ state: 'delivered', from: ann.box.address, to: [`Bob <bob@${domain}>`] })
    expect(mail.recipients[0]).toMatchObject({ state: 'delivered', attempts: 1, nextAttemptAt: null })
    const message = out.far.messages.at(-1)
    expect(message?.recipients).toEqual([`bob@${domain}`])
    expect(message?.from).toMatch(/^bounce-[0-9a-z]+-[a-z2-7]+@yanshu\.test$/)
    const text = message?.data.toString() ?? ''
    expect(text.match(/^DKIM-Signature:/gim)).toHaveLength(2)
    expect(text).toContain('text/plain')
    expect(text).toContain('text/html')
    expect(text).not.toMatch(/(?<!\r)\n/)
  })

  it('never names blind copies on the wire, and gives every recipient an envelope of its own', async () => {
    const domain = place()
    const before = out.far.messages.length
    const [to, cc, bcc] = [`to@${domain}`, `cc@${domain}`, `secret-bcc@${domain}`]
    const id = await send(out.site, ann, { to: [to], cc: [cc], bcc: [bcc] })
    await deliver()
    const given = out.far.messages.slice(before)
    expect(given.flatMap(message => message.recipients).sort()).toEqual([bcc, cc, to].sort())
    for (const message of given) {
      expect(message.recipients).toHaveLength(1)
      expect(message.data.toString()).not.toMatch(/secret-bcc|^bcc:/im)
    }
    const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getSentSource/${id}`)
    expect(bytes.toString()).not.toContain('secret-bcc')
    expect((await look(id)).recipients.find(({ kind }) => kind === 'bcc')?.address).toBe(bcc)
  })

  const stages: [string, (act: Act) => SmtpScript][] = [
    ['banner', act => ({ banner: act })],
    ['EHLO', act => ({ hello: act })],
    ['MAIL', act => ({ mail: act })],
    ['RCPT', act => ({ rcpt: act })],
    ['DATA', act => ({ data: act })],
    ['the dot', act => ({ dot: act })],
  ]

  it.each(stages)(
    'tries again after a 4xx at %s, later each time, and keeps the time it was queued',
    async (_, script) => {
      const domain = place()
      out.far.play(script('451 4.3.0 not now'))
      const before = out.site.clock.now()
      const id = await send(out.site, ann, { to: [`a@${domain}`] })
      const after = out.site.clock.now()
      const waits: number[] = []
      for (let round = 0; round < 2; round++) {
        await deliver()
        const [recipient] = (await look(id)).recipients
        expect(recipient).toMatchObject({ state: 'deferred', attempts: round + 1 })
        expect(recipient?.answer).toContain('not now')
        const wait = Date.parse(recipient?.nextAttemptAt ?? '') - out.site.clock.now()
        waits.push(Math.round(wait / minute))
        out.site.clock.advance(wait + 1)
      }
      expect(waits).toEqual([5, 10])
      out.far.play({})
      await deliver()
      expect((await look(id)).state).toBe('delivered')
      const row = await out.site.app.db.query
        .selectFrom('outgoing_recipient')
        .select('queued_at')
        .where('outgoing_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.queued_at).toBeGreaterThanOrEqual(before)
      expect(row.queued_at).toBeLessThanOrEqual(after)
    },
  )

  it.each(stages)('gives up at a 5xx at %s with one report and no second try', async (_, script) => {
    const domain = place()
    out.far.play(script('554 5.7.1 never'))
    const id = await send(out.site, ann, { to: [`a@${domain}`], subject: `refused ${domain}` })
    await deliver()
    expect(states(await look(id))).toEqual({ [`a@${domain}`]: 'bounced' })
    out.far.play({})
    out.site.clock.advance(day)
    await deliver()
    expect((await look(id)).recipients[0]).toMatchObject({ state: 'bounced', attempts: 1 })
    const reports = await inbox(out.site, ann.person.token)
    expect(reports).toHaveLength(1)
    const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getEmailSource/${reports[0]?.id}`)
    const text = bytes.toString()
    expect(text).toMatch(/^Return-Path: <>\r\n/)
    expect(text).toMatch(/multipart\/report;[\s\S]*report-type="?delivery-status/)
    expect(text).toMatch(/^Auto-Submitted: auto-replied/im)
    expect(text).toContain(`Final-Recipient: rfc822; a@${domain}`)
    expect(text).toMatch(/^Action: failed/im)
    expect(text).toMatch(/^Status: 5\.7\.1/im)
  })

  it('reports only those who failed, all in one report', async () => {
    const domain = place()
    out.far.play({ rcpt: address => (address.startsWith('no') ? '550 5.1.1 unknown' : undefined) })
    const to = ['yes@', 'no1@', 'no2@'].map(local => `${local}${domain}`)
    const id = await send(out.site, ann, { to })
    await deliver()
    expect(Object.values(states(await look(id)))).toEqual(['delivered', 'bounced', 'bounced'])
    const reports = await inbox(out.site, ann.person.token)
    expect(reports).toHaveLength(1)
    const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getEmailSource/${reports[0]?.id}`)
    expect(bytes.toString().match(/^Final-Recipient:/gim)).toHaveLength(2)
    expect(bytes.toString()).not.toContain(`yes@${domain}\r\nAction`)
  })

  it('sends again with the same id when the answer after the dot never came', async () => {
    const domain = place()
    const before = out.far.messages.length
    out.far.play({ dot: 'cut' })
    const id = await send(out.site, ann, { to: [`a@${domain}`] })
    await deliver()
    expect((await look(id)).state).toBe('deferred')
    out.far.play({})
    out.site.clock.advance(5 * minute + 1)
    await deliver()
    expect((await look(id)).state).toBe('delivered')
    const ids = out.far.messages
      .slice(before)
      .map(({ data }) => /^Message-ID: (.*)$/im.exec(data.toString())?.[1])
    expect(new Set(ids).size).toBe(1)
    expect(ids.length).toBeGreaterThanOrEqual(1)
  })

  it('gives up after days with a report, and not a moment before it was really tried', async () => {
    const domain = place()
    out.far.play({ rcpt: '450 4.2.0 try later' })
    const id = await send(out.site, ann, { to: [`a@${domain}`] })
    await deliver()
    // Makes the mail look as if it had been tried once in all these days.
    await out.site.app.db.transaction(async tx => {
      const values = { queued_at: out.site.clock.now() - 6 * day }
      await tx.updateTable('outgoing_recipient').set(values).where('outgoing_id', '=', id).execute()
    })
    out.site.clock.advance(5 * minute + 1)
    await deliver()
    expect((await look(id)).recipients[0]).toMatchObject({ state: 'deferred', attempts: 2 })
    out.site.clock.advance(10 * minute + 1)
    await deliver()
    const [recipient] = (await look(id)).recipients
    expect(recipient).toMatchObject({ state: 'bounced', reason: '多次尝试都没有送达，已经放弃' })
    // The sender may also have received a report about the delay.
    const reports = subjects(await inbox(out.site, ann.person.token))
    expect(reports.filter(subject => subject.startsWith('退信'))).toHaveLength(1)
  })

  it('tries again in due time after the clock was set back', async () => {
    const domain = place()
    out.far.play({ rcpt: '450 4.2.0 try later' })
    const id = await send(out.site, ann, { to: [`a@${domain}`] })
    await deliver()
    out.far.play({})
    out.site.clock.advance(-day)
    await deliver()
    expect((await look(id)).state).toBe('delivered')
    out.site.clock.advance(day)
  })

  it('bounces at once where there is no such domain, and waits where the names have trouble', async () => {
    const [gone, trouble] = [place(), place()]
    out.names.set(gone, 'noSuchName')
    out.names.set(trouble, 'trouble')
    const id = await send(out.site, ann, { to: [`a@${gone}`, `a@${trouble}`] })
    await deliver()
    expect(states(await look(id))).toEqual({ [`a@${gone}`]: 'bounced', [`a@${trouble}`]: 'deferred' })
    // No server answered, so there is a reason in our words and no answer.
    expect((await look(id)).recipients.map(({ reason, answer }) => [reason, answer])).toEqual([
      ['没有这个域名', ''],
      ['域名查询没有结果，稍后再试', ''],
    ])
    const [report] = await inbox(out.site, ann.person.token)
    const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getEmailSource/${report?.id}`)
    expect(bytes.toString()).not.toMatch(/^Diagnostic-Code: smtp/m)
    const { mail } = await out.site.ok('getEmail', { params: { id: report?.id ?? '' } }, ann.person.token)
    expect(mail.text).toContain('原因：没有这个域名')
    expect(mail.text).not.toContain('对方的答复')
    const { list } = await out.site.ok('getSuppressions', {}, ann.person.token)
    expect(list.map(({ reason }) => reason)).toEqual(['没有这个域名'])
  })

  it('keeps mail between our own mailboxes in the house', async () => {
    const bob = await makeSender(out.site, `bob${++count}`)
    const before = out.far.connections()
    const id = await send(out.site, ann, {
      to: [bob.box.address, `no-such-${count}@yanshu.test`],
      subject: 'near',
    })
    await deliver()
    expect(Object.values(states(await look(id)))).toEqual(['delivered', 'bounced'])
    expect(subjects(await inbox(out.site, bob.person.token))).toEqual(['near'])
    expect(out.far.connections()).toBe(before)
    const [mail] = await inbox(out.site, bob.person.token)
    const { mail: read } = await out.site.ok('getEmail', { params: { id: mail?.id ?? '' } }, bob.person.token)
    expect(read.auth.dkim.result).toBe('pass')
    expect(read.folder).toBe('inbox')
  })

  it.each([
    ['550 5.1.1 IP address blacklisted', '对方不信任发信的服务器，把它挡住了（对方服务器不接受收件人）'],
    ['550 5.1.1 mailbox over quota', '对方邮箱满了（对方服务器不接受收件人）'],
  ])('goes on to send to an address that was refused with “%s”', async (said, reason) => {
    const address = `living@${place()}`
    out.far.play({ rcpt: said })
    const refused = await send(out.site, ann, { to: [address] })
    await deliver()
    out.far.play({})
    expect((await look(refused)).recipients).toMatchObject([{ state: 'bounced', reason, answer: said }])
    const again = await send(out.site, ann, { to: [address] })
    await deliver()
    expect((await look(again)).state).toBe('delivered')
  })

  it('does not send to an address again that said it does not exist, until it is taken off the list', async () => {
    const domain = place()
    const address = `dead@${domain}`
    out.far.play({ rcpt: '550 5.1.1 no such user' })
    await send(out.site, ann, { to: [address] })
    await deliver()
    out.far.play({})
    const again = await send(out.site, ann, { to: [address] })
    await deliver()
    expect((await look(again)).recipients[0]).toMatchObject({
      state: 'bounced',
      attempts: 0,
      reason: '这个地址退过信，在停发名单里：没有这个邮箱，请核对地址',
      answer: '550 5.1.1 no such user',
    })
    expect(await inbox(out.site, ann.person.token)).toHaveLength(1)
    const other = await makeSender(out.site, `other${++count}`)
    const list = async (token: string) => (await out.site.ok('getSuppressions', {}, token)).list
    expect(await list(other.person.token)).toEqual([])
    const [entry] = await list(ann.person.token)
    expect(entry).toMatchObject({ address })
    const ids = [entry?.id ?? '']
    expect((await out.site.call('delSuppression', { body: { ids } }, other.person.token)).status).toBe(404)
    await out.site.ok('delSuppression', { body: { ids } }, ann.person.token)
    const third = await send(out.site, ann, { to: [address] })
    await deliver()
    expect((await look(third)).state).toBe('delivered')
  })

  it('stops with its owner and goes on with its owner', async () => {
    const pause = (paused: boolean) => out.site.ok('pauseQueue', { body: { paused } }, out.admin)
    await pause(true)
    const id = await send(out.site, ann, { to: [`a@${place()}`] })
    const edit = (status: string) =>
      out.site.ok('editSysAccount', { body: { id: ann.person.id, status } }, out.admin)
    await edit('stopped')
    const before = out.far.messages.length
    await pause(false)
    await deliver()
    expect(out.far.messages).toHaveLength(before)
    await edit('active')
    const token = await tokenFor(out.site, { sysAccountId: ann.person.id })
    await until(async () => (await sent(out.site, token, id)).state === 'delivered')
    expect(out.far.messages).toHaveLength(before + 1)
  })

  it('of a mailbox that was stopped goes on at once, whichever way that is let go on', async () => {
    const { person, box } = ann
    const stopped = (status: string) =>
      out.site.ok('editEmailAccount', { body: { id: box.id, status } }, out.admin)
    const ways: (() => Promise<unknown>)[] = [
      () => stopped('active'),
      () => stopped('paused'),
      () => out.site.ok('batchEditEmailAccount', { body: { ids: [box.id], status: 'active' } }, out.admin),
    ]
    for (const goOn of ways) {
      await out.site.ok('pauseQueue', { body: { paused: true } }, out.admin)
      const id = await send(out.site, ann, { to: [`a@${place()}`] })
      await stopped('stopped')
      await out.site.ok('pauseQueue', { body: { paused: false } }, out.admin)
      await deliver()
      expect((await sent(out.site, person.token, id)).recipients[0]).toMatchObject({
        state: 'deferred',
        reason: '发件账号或邮箱已停用',
        attempts: 0,
      })
      await goOn()
      await until(async () => (await sent(out.site, person.token, id)).state === 'delivered')
    }
  })

  it('cancels what is left of a mailbox that was deleted or has ended, and says so to its owner', async () => {
    const pause = (paused: boolean) => out.site.ok('pauseQueue', { body: { paused } }, out.admin)
    const { db } = out.site.app
    const { person } = ann
    const make = (name: string) => makeMailbox(out.site, `${name}${count}`, person.id)
    const [deleted, ended, resting] = [await make('deleted'), await make('ended'), await make('resting')]
    await pause(true)
    const post = (box: { id: string; address: string; token: string }) =>
      send(out.site, { person, box }, { to: [`a@${place()}`] })
    const ids = [await post(deleted), await post(ended), await post(resting)]
    await out.site.ok('delEmailAccount', { body: { ids: [deleted.id], keep: true } }, person.token)
    await out.site.ok('editEmailAccount', { body: { id: resting.id, status: 'paused' } }, person.token)
    await db.transaction(async tx => {
      // This is an account, because a temporary address may be removed with all its sent mail before the
      // check.
      const values = { kind: 'account' as const, expires_at: out.site.clock.now() }
      await tx.updateTable('mailbox').set(values).where('id', '=', ended.id).execute()
    })
    const before = out.far.messages.length
    await pause(false)
    await deliver()
    const found = await Promise.all(ids.map(async id => (await look(id)).recipients[0]))
    expect(found.map(one => [one?.state, one?.reason])).toEqual([
      ['cancelled', '发件邮箱已经删除'],
      ['cancelled', '发件邮箱已经到期'],
      // This mailbox is only paused.
      ['delivered', '对方服务器已收下'],
    ])
    expect(out.far.messages).toHaveLength(before + 1)
    const { list } = await out.site.ok('getSentEmail', {}, person.token)
    expect(list.map(mail => mail.id).sort()).toEqual([...ids].sort())
    expect(await inbox(out.site, person.token)).toEqual([])
  })

  it('waits instead of leaving unsigned when a key cannot be had', async () => {
    await deliver()
    const { db } = out.site.app
    await db.transaction(async tx => {
      await tx.updateTable('dkim_key').set({ private_key: 'cannot be opened' }).execute()
    })
    const before = out.far.messages.length
    const id = await send(out.site, ann, { to: [`a@${place()}`] })
    await deliver()
    expect(out.far.messages).toHaveLength(before)
    expect((await look(id)).recipients[0]).toMatchObject({
      state: 'deferred',
      reason: '域名的签名密钥暂时取不到',
    })
    await db.transaction(async tx => {
      await tx.deleteFrom('dkim_key').execute()
    })
    out.site.clock.advance(5 * minute + 1)
    await deliver()
    expect((await look(id)).state).toBe('delivered')
  })
})
