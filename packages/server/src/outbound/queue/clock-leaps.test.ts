/**
 * Tests waiting mail while the clock leaps ahead or is set back: it loses no attempts, and nothing is held
 * up.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { inbox, subjects } from '../../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../../testing/outbound-site.ts'

const notNow = { rcpt: '450 4.2.0 try later' }

describe.each(databaseKinds)('a mail that waits on %s', kind => {
  let out: OutboundSite
  let count = 0
  let ann: Sender
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    out.far.play(notNow)
  })

  const deliver = async () => {
    await out.site.app.deliverDue()
    await out.site.app.settled()
  }
  const later = async (ms: number) => {
    out.site.clock.advance(ms)
    await deliver()
  }
  const look = async (id: string) => (await sent(out.site, ann.person.token, id)).recipients[0]
  const waits = async (id: string) => Date.parse((await look(id))?.nextAttemptAt ?? '') - out.site.clock.now()
  const to = () => ({ to: [`a@d${++count}.test`] })
  const row = (id: string) =>
    out.site.app.db.query
      .selectFrom('outgoing_recipient')
      .selectAll()
      .where('outgoing_id', '=', id)
      .executeTakeFirstOrThrow()
  const change = (id: string, values: Record<string, unknown>) =>
    out.site.app.db.transaction(async tx => {
      await tx.updateTable('outgoing_recipient').set(values).where('outgoing_id', '=', id).execute()
    })
  const told = async () => subjects(await inbox(out.site, ann.person.token))
  /** Makes the mail look as if attempts had failed on time for this long. */
  const age = (id: string, ms: number) => change(id, { queued_at: out.site.clock.now() - ms, attempts: 20 })
  const onTime = async (id: string) => later((await waits(id)) + second)

  it('is not given up by a leap of three days, nor when the clock is set right again', async () => {
    const id = await send(out.site, ann, to())
    await deliver()
    await age(id, 2.2 * day)
    await onTime(id)
    await later(3 * day)
    expect(await look(id)).toMatchObject({ state: 'deferred', attempts: 22 })
    for (let times = 0; times < 3; times++) await onTime(id)
    expect(await look(id)).toMatchObject({ state: 'deferred', attempts: 25 })
    await later(-3 * day)
    expect((await look(id))?.state).toBe('deferred')
    expect(await waits(id)).toBeLessThanOrEqual(4 * hour)
    expect((await told()).filter(subject => subject.startsWith('退信'))).toEqual([])
    out.far.play({})
    await later(4 * hour + second)
    expect((await look(id))?.state).toBe('delivered')
  })

  it('is given up when its days are over that it could be tried in', async () => {
    const id = await send(out.site, ann, to())
    await deliver()
    await age(id, 4.95 * day)
    await onTime(id)
    expect((await look(id))?.state).toBe('deferred')
    await onTime(id)
    expect((await look(id))?.state).toBe('bounced')
    expect((await told()).filter(subject => subject.startsWith('退信'))).toHaveLength(1)
  })

  it('keeps its life when another finds its place out of reach after a leap', async () => {
    const place = `d${++count}.test`
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push(await send(out.site, ann, { to: [`${name}@${place}`] }))
    await deliver()
    for (const id of ids) await age(id, 2.5 * day)
    out.names.set(place, 'trouble')
    await later(3 * day)
    const reasons = await Promise.all(ids.map(async id => (await row(id)).reason))
    out.names.delete(place)
    await later(4 * hour + second)
    for (const id of ids) expect((await look(id))?.state).toBe('deferred')
    expect(reasons.some(reason => reason === 'dnsTrouble' || reason === 'resting')).toBe(true)
    for (const id of ids) expect(out.site.clock.now() - (await row(id)).queued_at).toBeLessThan(3 * day)
  })

  it('is not called late for the days that the clock leapt over', async () => {
    await send(out.site, ann, { ...to(), subject: 'young' })
    await deliver()
    await out.site.app.runJobs()
    const seen = out.site.logged.length
    out.site.clock.advance(3 * day)
    await until(() =>
      out.site.logged
        .slice(seen)
        .some(line => line.includes('these jobs wait') && line.includes('report-delays')),
    )
    await deliver()
    await out.site.app.runJobs()
    expect(await told()).toEqual([])
  })

  it('from a mailbox that only the leap has ended waits an hour, and goes on when the clock is set right', async () => {
    const ids = [await send(out.site, ann, to()), await send(out.site, ann, to())]
    await deliver()
    const end = async (at: number) =>
      out.site.app.db.transaction(async tx => {
        // This is an account, because a temporary address might be removed before the check.
        const values = { kind: 'account' as const, expires_at: at }
        await tx.updateTable('mailbox').set(values).where('id', '=', ann.box.id).execute()
      })
    await end(out.site.clock.now() + hour)
    await later(3 * day)
    for (const id of ids)
      expect(await look(id)).toMatchObject({ state: 'deferred', reason: '发件邮箱已经到期', attempts: 1 })
    out.far.play({})
    await later(-3 * day)
    expect((await look(ids[0] ?? ''))?.state).toBe('delivered')
    // The clock was not set right, so the time was real.
    out.far.play(notNow)
    const third = await send(out.site, ann, to())
    await deliver()
    await later(3 * day)
    await later(hour + second)
    expect(await look(third)).toMatchObject({ state: 'cancelled', reason: '发件邮箱已经到期' })
  })

  it('has its whole time before it after its sender was stopped for long, and was not tried meanwhile', async () => {
    const id = await send(out.site, ann, to())
    await deliver()
    const edit = (status: string) =>
      out.site.ok('editSysAccount', { body: { id: ann.person.id, status } }, out.admin)
    const row0 = (await sent(out.site, ann.person.token, id)).recipients[0]
    await edit('stopped')
    for (let days = 0; days < 6; days++) await later(day)
    expect((await row(id)).attempts).toBe(row0?.attempts)
    await change(id, { attempts: 20 })
    await edit('active')
    await until(async () => (await row(id)).reason === 'recipientRefused')
    expect((await row(id)).state).toBe('deferred')
    expect(out.site.clock.now() - (await row(id)).queued_at).toBeLessThan(minute)
  })

  it('does not wait a day to be taken back, nor to be tried again, when the clock is set back', async () => {
    out.far.play({})
    await out.site.ok('updateSetting', { body: { values: { undoSeconds: 10 } } }, out.admin)
    const held = await send(out.site, ann, to())
    await out.site.ok('updateSetting', { body: { values: { undoSeconds: 0 } } }, out.admin)
    const hourAhead = new Date(out.site.clock.now() + hour).toISOString()
    const scheduled = await send(out.site, ann, { ...to(), sendAt: hourAhead })
    out.far.play(notNow)
    const soon = new Date(out.site.clock.now() + 2 * minute).toISOString()
    const begun = await send(out.site, ann, { ...to(), sendAt: soon })
    out.site.clock.advance(2 * minute + second)
    await deliver()
    expect((await look(begun))?.state).toBe('deferred')
    await change(held, { state: 'queued', waiting: 1, next_at: out.site.clock.now() + 10 * second })
    out.far.play({})
    await later(-day)
    expect((await look(held))?.state).toBe('delivered')
    expect((await sent(out.site, ann.person.token, held)).undoUntil).toBeNull()
    expect((await look(begun))?.state).toBe('delivered')
    expect(await look(scheduled)).toMatchObject({ state: 'queued', attempts: 0, nextAttemptAt: hourAhead })
    await later(day + hour)
    expect((await look(scheduled))?.state).toBe('delivered')
  })

  it('in the hands of a node that died is free after the time of a claim, whichever way the clock leapt', async () => {
    for (const leap of [-day, 3 * day]) {
      const id = await send(out.site, ann, to())
      await deliver()
      out.far.play({})
      const values = { state: 'sending', waiting: 0, claim: 'gone', claimed_by: 'a dead node' }
      await change(id, { ...values, claimed_until: out.site.clock.now() + 20 * minute })
      out.site.clock.advance(leap)
      // The holder of the claim may be alive, so the mail is not taken away at once.
      await until(async () => {
        const ahead = ((await row(id)).claimed_until ?? 0) - out.site.clock.now()
        return ahead > 0 && ahead <= 20 * minute
      })
      expect(await row(id)).toMatchObject({ state: 'sending', claim: 'gone' })
      out.site.clock.advance(20 * minute + second)
      await until(async () => (await row(id)).state === 'delivered')
      out.far.play(notNow)
    }
  })

  it('whose result could not be written is free again when its claim is over, without a restart', async () => {
    const id = await send(out.site, ann, to())
    await deliver()
    out.far.play({})
    const node = (await row(id)).claimed_by
    const now = out.site.clock.now()
    await change(id, {
      state: 'sending',
      waiting: 0,
      claim: 'lost',
      claimed_by: node,
      claimed_until: now - 1,
    })
    await until(async () => (await row(id)).state === 'delivered')
  })
})
