import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../kernel/clock.ts'
import { foldTally, pruneTally } from '../../ledger/tally/fold-tally.ts'
import { hourSlotOf, noteTally } from '../../ledger/tally/tally.ts'
import { timeWindow } from '../../ledger/tally/time-window.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { deliver, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createTestClock, noon } from '../../testing/test-clock.ts'
import { speedOf } from './dashboard.ts'

const code = (to: string, from = 'GitHub <noreply@github.com>') => ({
  to,
  raw: plainMail({ from, to, subject: '验证码', text: '你的验证码是 705318，5 分钟内有效。' }),
})

describe.each(databaseKinds)('the dashboard on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let bob: Person
  let box: TestMailbox
  let names = 0
  beforeAll(async () => {
    site = await startMailSite(kind, { clock: createTestClock(noon()) })
    admin = await site.adminToken()
  })
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann${names}`)
    bob = await makePerson(site, `bob${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
    site.clock.advance(2 * day)
  })
  afterAll(() => site.stop())

  /** The program folds every few seconds as well: what it has just taken counts only when it is done with it. */
  const allFolded = () =>
    until(async () => {
      await foldTally(site.app.db)
      const left = await site.app.db.query.selectFrom('tally_entry').select('seq').limit(1).execute()
      return left.length === 0
    })

  const show = (token: string, days = '1', zone = 'UTC') =>
    site.ok('getDashboard', { query: { days, zone } }, token)

  it('counts what came for the mailbox, its owner and the site, and for nobody else', async () => {
    await receive(site, code(box.address))
    await receive(site, code(box.address, 'JD <a@jd.com>'))
    await receive(site, code(box.address))
    await receive(site, { to: box.address, raw: plainMail({ from: 'x@Jd.com' }) })
    for (const token of [box.token, ann.token]) {
      const { figures, senders, series } = await show(token)
      expect(figures).toMatchObject({ received: 4, codes: 3, spam: 0, refused: 0 })
      expect(senders).toEqual([
        { domain: 'github.com', value: 2 },
        { domain: 'jd.com', value: 2 },
      ])
      const received = series.find(item => item.name === 'received')?.points ?? []
      expect(received.reduce((sum, point) => sum + point.value, 0)).toBe(4)
      expect(received).toHaveLength(24)
    }
    expect((await show(admin)).figures.received).toBe(4)
    const strange = await show(bob.token)
    expect([strange.figures.received, strange.senders, strange.storage.usedBytes]).toEqual([0, [], 0])
    expect((await show(ann.token)).storage.usedBytes).toBeGreaterThan(0)
    expect([(await show(box.token)).scope, (await show(ann.token)).scope]).toEqual(['mailbox', 'user'])
  })

  it('says why mail was not taken', async () => {
    for (let at = 0; at < 3; at++) await deliver(site.app.smtpPort, { to: `nobody${names}@yanshu.test` })
    await site.ok('editEmailAccount', { body: { id: box.id, status: 'paused' } }, ann.token)
    await deliver(site.app.smtpPort, { to: box.address })
    await expect.poll(async () => (await show(admin)).figures).toMatchObject({ refused: 3, deferred: 1 })
    expect((await show(ann.token)).refusals).toEqual([
      { reason: 'paused', label: '邮箱已暂停收信', value: 1 },
    ])
    expect((await show(admin)).refusals).toContainEqual({
      reason: 'unknownMailbox',
      label: '没有这个邮箱',
      value: 3,
    })
  })

  it('compares with the span before, and shows 7 and 30 days', async () => {
    await receive(site, code(box.address))
    site.clock.advance(day)
    await receive(site, code(box.address))
    await receive(site, code(box.address))
    const one = await show(ann.token)
    expect([one.figures.received, one.before.received]).toEqual([2, 1])
    const [seven, thirty] = [await show(ann.token, '7'), await show(ann.token, '30')]
    expect([seven.figures.received, thirty.figures.received]).toEqual([3, 3])
    expect([seven.series[0]?.points.length, thirty.series[0]?.points.length]).toEqual([28, 30])
  })

  it('begins its days at midnight of the caller’s zone', async () => {
    // At 20:00 UTC it is already tomorrow in Shanghai.
    const now = site.clock.now()
    site.clock.advance(20 * hour - (now % day) + (now % day > 20 * hour ? day : 0))
    await receive(site, code(box.address))
    site.clock.advance(-5 * hour)
    const early = await show(ann.token, '1', 'Asia/Shanghai')
    expect(early.figures.received).toBe(0)
    site.clock.advance(5 * hour)
    const late = await show(ann.token, '1', 'Asia/Shanghai')
    expect([late.figures.received, new Date(late.from).getUTCHours()]).toEqual([1, 16])
    expect((await site.call('getDashboard', { query: { zone: 'Mars/Olympus' } }, admin)).status).toBe(400)
    expect((await site.call('getDashboard', { query: { days: '365' } }, admin)).status).toBe(400)
  })

  it('tells an admin of mailboxes, speed and nodes, and nobody else of the machine', async () => {
    await receive(site, code(box.address))
    const whole = await show(admin)
    expect(whole.mailboxes?.temporary).toBeGreaterThan(0)
    expect(whole.speed?.bins.reduce((sum, bin) => sum + bin.value, 0)).toBeGreaterThan(0)
    // The certificate of a first start is made here.
    expect(whole.nodes).toMatchObject([{ smtpPort: site.app.smtpPort, certificateSelfSigned: true }])
    expect(await show(ann.token)).not.toHaveProperty('nodes')
    expect([(await show(ann.token)).speed, (await show(box.token)).mailboxes]).toEqual([null, null])
    expect((await show(ann.token)).figures.created).toBe(0)
  })

  it('counts what is sent and what becomes of it, for each who sees it', async () => {
    const to = await makeMailbox(site, `to${names}`)
    const body = { from: box.address, to: [to.address], subject: 'hello', text: 'hello' }
    await site.ok('sendEmail', { body }, ann.token)
    const waiting = { sent: 1, delivered: 0, failed: 0, deferred: 0, queued: 1 }
    expect((await show(ann.token)).sending).toMatchObject(waiting)
    site.clock.advance(minute)
    await site.app.deliverDue()
    const done = { sent: 1, delivered: 1, failed: 0, queued: 0, oldestQueuedAt: null }
    expect((await show(ann.token)).sending).toMatchObject(done)
    expect((await show(box.token)).sending).toMatchObject(done)
    expect((await show(to.token)).sending).toMatchObject({ sent: 0, delivered: 0 })
  })

  it('tells those who can sell what was sold, and a mailbox nothing of it', async () => {
    const nothing = { orders: 0, paid: 0, revenueCents: 0, cardsUsed: 0, openCases: 0 }
    expect((await show(ann.token)).selling).toEqual(nothing)
    expect(await show(box.token)).not.toHaveProperty('selling')
  })

  it('counts new mailboxes, one by one and many at once', async () => {
    await site.ok('createEmail', { body: { domain: 'yanshu.test' } }, ann.token)
    await site.ok('createEmailAccount', { body: { domain: 'yanshu.test', random: 150 } }, ann.token)
    const { figures, mailboxes } = await show(ann.token)
    expect([figures.created, mailboxes]).toEqual([
      151,
      { account: 150, temporary: 2, active: 152, paused: 0, stopped: 0 },
    ])
  })

  it('counts each thing once, however many fold at the same moment', async () => {
    const { db } = site.app
    const entries = Array.from({ length: 5000 }, (_, at) => ({
      what: 'received' as const,
      mailboxId: box.id,
      ownerId: ann.id,
      sender: `s${at % 2500}-${at % 2}.test`,
    }))
    for (const half of [entries.slice(0, 2500), entries.slice(2500)])
      await db.transaction(tx => noteTally(tx, half, site.clock.now()))
    await Promise.all(Array.from({ length: 4 }, () => foldTally(db)))
    await allFolded()
    const { figures, senders } = await show(box.token)
    expect([figures.received, senders.map(({ value }) => value)]).toEqual([5000, Array(8).fill(2)])
    expect(await db.query.selectFrom('tally_entry').select('seq').execute()).toEqual([])
  })

  it('forgets what nobody asks for, and of an hour keeps the strongest senders', async () => {
    const { db } = site.app
    const began = site.clock.now()
    const entries = Array.from({ length: 50 }, (_, at) => ({
      what: 'received' as const,
      mailboxId: box.id,
      ownerId: ann.id,
      times: at + 1,
      sender: `s${at}.test`,
    }))
    await db.transaction(tx => noteTally(tx, entries, began))
    await allFolded()
    await pruneTally(db, began + 2 * hour)
    const kept = await db.query
      .selectFrom('sender_tally')
      .select(['sender', 'value'])
      .where('scope', '=', box.id)
      .where('slot', '=', hourSlotOf(began))
      .orderBy('value', 'desc')
      .execute()
    expect([kept.length, kept[0]?.sender, kept.at(-1)?.sender]).toEqual([20, 's49.test', 's30.test'])
    await pruneTally(db, began + 70 * day)
    for (const table of ['tally', 'sender_tally'] as const)
      expect(await db.query.selectFrom(table).select('slot').where('scope', '=', box.id).execute()).toEqual(
        [],
      )
  })

  it('goes with its mailbox and stays with its owner', async () => {
    await receive(site, code(box.address))
    await show(ann.token)
    await site.ok('delEmailAccount', { body: { ids: [box.id] } }, ann.token)
    const rows = site.app.db.query.selectFrom('tally').select('name').where('scope', '=', box.id)
    expect(await rows.execute()).toEqual([])
    expect((await show(ann.token)).figures.received).toBe(1)
  })
})

describe('the span of a dashboard', () => {
  const now = Date.parse('2026-03-10T15:30:00Z')
  it('ends with today and is compared with as much of the span before', () => {
    const window = timeWindow(7, 'UTC', now)
    expect([window.edges.length, (window.to - window.from) / day]).toEqual([29, 7])
    expect(window.beforeTo - window.beforeFrom).toBe(now - window.from)
  })
  it('has a point for every hour of a day, also of one with 23', () => {
    expect(timeWindow(1, 'America/New_York', Date.parse('2026-03-08T15:00:00Z')).edges).toHaveLength(24)
    expect(timeWindow(1, 'America/New_York', now).edges).toHaveLength(25)
  })
  it('has edges that follow each other', () => {
    for (const days of [1, 7, 30] as const) {
      const { edges } = timeWindow(days, 'America/New_York', now)
      for (let at = 1; at < edges.length; at++)
        expect((edges[at] ?? 0) - (edges[at - 1] ?? 0)).toBeGreaterThan(30 * minute)
    }
  })
})

describe('the speed', () => {
  it('is unknown before the first mail, then has a median and its bins', () => {
    expect(speedOf([])).toBeNull()
    const speed = speedOf([0.01, 0.02, 0.2, 0.4, 9])
    expect([speed?.median, speed?.p95]).toEqual([0.2, 9])
    expect(speed?.bins.filter(bin => bin.value > 0)).toEqual([
      { upTo: 0.05, value: 2 },
      { upTo: 0.3, value: 1 },
      { upTo: 0.5, value: 1 },
      { upTo: null, value: 1 },
    ])
  })
})
