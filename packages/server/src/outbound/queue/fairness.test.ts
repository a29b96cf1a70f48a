import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hour, minute } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import {
  deliveryTo,
  makeSender,
  type OutboundSite,
  send,
  sent,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { enqueue } from './enqueue.ts'
import { shareOut } from './share-out.ts'

describe('the room for deliveries', () => {
  const room = { total: 6, ofDomain: () => 3, ofSender: (key: string) => (key === 'a' ? 4 : 6) }
  const slot = (domain: string, sender_key: string) => ({ domain, sender_key })

  it('is given away in turns, within the limit of every place and sender', () => {
    const shares = shareOut([slot('big.test', 'a'), slot('big.test', 'b'), slot('small.test', 'c')], room)
    expect(shares.map(({ most }) => most)).toEqual([2, 1, 3])
    const alone = shareOut([slot('x.test', 'a'), slot('y.test', 'a'), slot('z.test', 'a')], room)
    expect(alone.reduce((sum, { most }) => sum + most, 0)).toBe(4)
  })

  it('is not exceeded by however many want it', () => {
    const many = Array.from({ length: 100 }, (_, i) => slot(`d${i}.test`, `s${i}`))
    expect(shareOut(many, room)).toHaveLength(6)
    expect(shareOut(many, { ...room, total: 0 })).toEqual([])
  })
})

describe.each(databaseKinds)('a full queue on %s', kind => {
  let out: OutboundSite
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())

  it('with ten thousand mails for a place that does not answer delays nobody else', async () => {
    const ann = await makeSender(out.site, 'ann')
    const bob = await makeSender(out.site, 'bob')
    const answered = Promise.withResolvers<'trouble'>()
    out.names.set('dead.test', answered.promise)
    // Even if this test fails, the next ones must not wait for that place.
    onTestFinished(() => answered.resolve('trouble'))
    const { db } = out.site.app
    const now = out.site.clock.now()
    const id = newId(now)
    await db.transaction(async tx => {
      await enqueue(tx, {
        id,
        kind: 'mail',
        mailbox: { id: ann.box.id, owner_id: ann.person.id },
        fromAddress: ann.box.address,
        fromName: '',
        to: [],
        cc: [],
        subject: 'dead',
        preview: '',
        messageId: '<x@yanshu.test>',
        attachmentCount: 0,
        smtpUtf8: false,
        raw: Buffer.from('Subject: dead\r\n\r\nx\r\n'),
        blobKey: null,
        recipients: [],
        sendAt: null,
        holdMs: 0,
        now,
      })
      await sql`INSERT INTO outgoing_recipient (id, outgoing_id, kind, address, domain, sender_key, state, waiting,
          reason, answer, host, attempts, queued_at, next_at, reported)
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
        SELECT 'dead' || n, ${id}, 'to', 'r' || n || '@dead.test', 'dead.test', ${`account:${ann.person.id}`}, 'queued', 1,
          'none', '', '', 0, ${now}, ${now}, 0 FROM number`.execute(tx)
      await tx.updateTable('outgoing').set({ pending: 10_000 }).where('id', '=', id).execute()
    })
    const ids = [
      await send(out.site, bob, { to: ['b@alive.test'] }),
      await send(out.site, ann, { to: ['a@alive.test'] }),
    ]
    for (const [index, sentId] of ids.entries()) {
      const { token } = [bob, ann][index]?.person ?? { token: '' }
      await eventually(
        'it is delivered',
        async () => (await sent(out.site, token, sentId)).state === 'delivered',
      )
    }
    // That place has not answered in all this time.
    const { destinations } = await out.site.ok('getQueue', {}, out.admin)
    expect(destinations[0]).toMatchObject({ domain: 'dead.test', waiting: 9990 })
    // One answer is enough for all mail to the same place.
    answered.resolve('trouble')
    await out.site.app.deliverDue()
    const tried = await db.query
      .selectFrom('outgoing_recipient')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('domain', '=', 'dead.test')
      .where('waiting', '=', 1)
      .where('next_at', '<=', out.site.clock.now() + 30_000)
      .executeTakeFirstOrThrow()
    expect(Number(tried.count)).toBe(0)
    await db.transaction(async tx => {
      await tx.deleteFrom('outgoing').where('subject', '=', 'dead').execute()
    })
  })

  it('is stopped, watched, pushed and thinned out by the operator, and by nobody else', async () => {
    const eve = await makeSender(out.site, 'eve')
    await out.site.ok('pauseQueue', { body: { paused: true, domain: 'later.test' } }, out.admin)
    const id = await send(out.site, eve, { to: ['a@later.test', 'b@later.test', 'c@now.test'] })
    await out.site.app.deliverDue()
    const { list, total } = await out.site.ok('getQueue', { query: { domain: 'later.test' } }, out.admin)
    expect([total, list.map(({ address }) => address)]).toEqual([2, ['a@later.test', 'b@later.test']])
    expect((await out.site.call('getQueue', {}, eve.person.token)).status).toBe(403)
    const [first, second] = list
    const change = (ids: string[], action: string) =>
      out.site.call('changeQueue', { body: { ids, action } }, out.admin)
    expect((await change([first?.id ?? ''], 'cancel')).body.changed).toBe(1)
    expect((await change(['nothing'], 'cancel')).status).toBe(404)
    expect((await change([second?.id ?? ''], 'retry')).body.changed).toBe(1)
    await out.site.ok('pauseQueue', { body: { paused: false, domain: 'later.test' } }, out.admin)
    await out.site.app.deliverDue()
    const mail = await sent(out.site, eve.person.token, id)
    expect(mail.recipients.map(({ state }) => state)).toEqual(['cancelled', 'delivered', 'delivered'])
    expect((await out.site.ok('getQueue', {}, out.admin)).total).toBe(0)
    const log = await out.site.ok('getAuditLog', { query: { q: eve.box.address } }, out.admin)
    expect(log.list.map(row => [row.act, row.target, row.detail])).toEqual([
      ['马上重试发信', eve.box.address, '1 个收件人'],
      ['取消待发的信', eve.box.address, '1 个收件人'],
    ])
    await out.site.ok('delSentEmail', { body: { ids: [id] } }, eve.person.token)
  })

  it('goes through a relay where one is set, whose password nobody is shown', async () => {
    const eve = await makeSender(out.site, 'relayed')
    const relay = { host: '127.0.0.1', port: out.far.port, security: 'none', username: '' }
    out.names.set('unknown.test', 'noSuchName')
    await out.site.ok('setRelay', { body: { ...relay, domain: 'yanshu.test' } }, out.admin)
    const id = await send(out.site, eve, { to: ['a@unknown.test'] })
    await out.site.app.deliverDue()
    expect(await sent(out.site, eve.person.token, id)).toMatchObject({
      state: 'delivered',
      // Only the operator may see where the relay is.
      recipients: [{ host: '中继服务器', reason: '中继服务器已收下' }],
    })
    const secret = { ...relay, security: 'starttls', username: 'u', password: 'top secret' }
    const set = await out.site.ok('setRelay', { body: secret }, out.admin)
    expect(set.relay).toMatchObject({ domain: '', hasPassword: true })
    const { list } = await out.site.ok('getRelays', {}, out.admin)
    expect(JSON.stringify(list)).not.toContain('top secret')
    const rows = await out.site.app.db.query.selectFrom('relay').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('top secret')
    const clear = { ...secret, security: 'none' }
    expect((await out.site.call('setRelay', { body: clear }, out.admin)).body.fields).toHaveProperty(
      'security',
    )
    expect(
      (await out.site.call('setRelay', { body: { ...relay, domain: 'not-ours.test' } }, out.admin)).status,
    ).toBe(404)
    expect((await out.site.call('setRelay', { body: relay }, eve.person.token)).status).toBe(403)
    await out.site.ok('delRelay', { body: {} }, out.admin)
    await out.site.ok('delRelay', { body: { domain: 'yanshu.test' } }, out.admin)
  })

  it('tells the page of every change as it happens, and no stranger', async () => {
    const fay = await makeSender(out.site, 'fay')
    const guy = await makeSender(out.site, 'guy')
    const hers = await openEvents(out.site, fay.person.token)
    const his = await openEvents(out.site, guy.person.token)
    out.far.play({ rcpt: '450 4.2.1 busy' })
    const id = await send(out.site, fay, { to: ['a@events.test'] })
    await out.site.app.deliverDue()
    out.far.play({})
    out.site.clock.advance(5 * minute + 1)
    await out.site.app.deliverDue()
    const seen = () =>
      hers.events
        .filter(({ name }) => name === 'sent')
        .map(({ data }) => data as { id: string; state: string })
    await eventually('she is told', () => seen().at(-1)?.state === 'delivered')
    expect(seen().map(({ state }) => state)).toContain('deferred')
    expect(new Set(seen().map(event => event.id))).toEqual(new Set([id]))
    expect(his.events.filter(({ name }) => name === 'sent')).toEqual([])
    hers.close()
    his.close()
  })

  if (kind === 'postgres') {
    it('is worked on by two nodes, and no mail leaves twice', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'yanshu-node-'))
      const other = await startMailSite(kind, {
        place: { ...out.site.place, dataDir, remove: async () => undefined },
        clock: out.site.clock,
        delivery: deliveryTo(out.far.port, out.names),
      })
      const ian = await makeSender(out.site, 'ian')
      await out.site.ok('pauseQueue', { body: { paused: true } }, out.admin)
      const before = out.far.messages.length
      const to = Array.from({ length: 60 }, (_, i) => `n${i}@two${i % 6}.test`)
      const near = await makeSender(out.site, 'near')
      const id = await send(out.site, ian, { to: [...to, near.box.address] })
      // Nothing leaves until both nodes have taken their part, because one alone may not hold more than its
      // room.
      const reached = Promise.withResolvers<'found'>()
      for (const address of to) out.names.set(address.slice(address.indexOf('@') + 1), reached.promise)
      onTestFinished(() => reached.resolve('found'))
      await out.site.ok('pauseQueue', { body: { paused: false } }, out.admin)
      const attempts: Promise<void>[] = [out.site.app.deliverDue()]
      const holders = () =>
        out.site.app.db.query
          .selectFrom('outgoing_recipient')
          .select('claimed_by')
          .distinct()
          .where('outgoing_id', '=', id)
          .where('claimed_by', 'is not', null)
          .execute()
      // A node that looks while the other claims may find nothing free, and looks again by itself a little later.
      await eventually('both are at work', async () => {
        attempts.push(other.app.deliverDue())
        return (await holders()).length === 2
      })
      reached.resolve('found')
      await Promise.all(attempts)
      await eventually(
        'all have arrived',
        async () => (await sent(out.site, ian.person.token, id)).state === 'delivered',
      )
      const given = out.far.messages.slice(before).flatMap(({ recipients }) => recipients)
      expect(given.sort()).toEqual([...to].sort())
      expect(await holders()).toHaveLength(2)
      await out.site.app.settled()
      await other.app.settled()
      await eventually(
        'one copy',
        async () => (await out.site.ok('getInbox', {}, near.person.token)).list.length === 1,
      )
      await other.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('is taken over from a node that died, when its claim has run out', async () => {
      const jon = await makeSender(out.site, 'jon')
      await out.site.ok('pauseQueue', { body: { paused: true } }, out.admin)
      const id = await send(out.site, jon, { to: ['a@taken.test'] })
      const { db } = out.site.app
      const until = out.site.clock.now() + 20 * minute
      await db.transaction(async tx => {
        await tx
          .updateTable('outgoing_recipient')
          .set({ state: 'sending', waiting: 0, claim: 'x', claimed_by: 'dead-node', claimed_until: until })
          .where('outgoing_id', '=', id)
          .execute()
      })
      await out.site.ok('pauseQueue', { body: { paused: false } }, out.admin)
      await out.site.app.deliverDue()
      expect((await sent(out.site, jon.person.token, id)).state).toBe('sending')
      out.site.clock.advance(hour)
      await eventually(
        'it is taken over',
        async () => (await sent(out.site, jon.person.token, id)).state === 'delivered',
      )
    })
  }
})
