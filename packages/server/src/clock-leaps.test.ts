/**
 * Runs the program as a process of its own whose clock leaps: by days, over the change of summer time, and
 * within a second. The program stays up, mail keeps coming in and going out, and nothing is given up or
 * removed because of the leap.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { day, minute, second } from './kernel/clock.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from './testing/databases.ts'
import { eventually } from './testing/eventually.ts'
import { createLeapingClock, hasLeapingClock } from './testing/leaping-clock.ts'
import { deliver, plainMail } from './testing/mail-site.ts'
import { startProgram } from './testing/program.ts'
import { startScriptedSmtp } from './testing/scripted-smtp-server.ts'
import { adminPassword } from './testing/test-app.ts'

let cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

type Json = Record<string, unknown>
type Mailbox = { id: string; address: string }
type Sent = { state: string; recipients: { attempts: number; nextAttemptAt: string | null }[] }

/** Returns the names of the periodic jobs that have run, read beside the program. */
async function jobsBegun(place: TestPlace): Promise<string[]> {
  const names = 'SELECT name FROM job'
  if (place.kind === 'sqlite') {
    const db = new DatabaseSync(join(place.dataDir, 'yanshu.sqlite'), { readOnly: true })
    const rows = db.prepare(names).all()
    db.close()
    return rows.map(row => String(row.name))
  }
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(names)
  await client.end()
  return rows.map(row => row.name)
}

async function start(place: TestPlace, at = Date.now(), environment: Record<string, string> = {}) {
  const clock = createLeapingClock()
  cleaning.push(clock.remove)
  clock.goTo(at)
  /** The other side's answer to every recipient; it is read each time, because connections are reused. */
  let reply: string | undefined
  const far = await startScriptedSmtp({ rcpt: () => reply })
  cleaning.push(far.stop)
  const program = await startProgram({ place, environment: { ...clock.environment, ...environment } })
  cleaning.push(async () => {
    program.kill('SIGKILL')
    await program.exited
  })
  let token = ''
  async function ask(path: string, body?: unknown, as = token): Promise<Json> {
    const response = await fetch(`${program.url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Json
  }
  async function call<T = Json>(path: string, body?: unknown): Promise<T> {
    const answer = await ask(path, body)
    if (answer.error !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as T
  }
  const logIn = async (): Promise<string> => {
    const answer = await ask('login', { username: 'admin', password: adminPassword, remember: false }, '')
    token = String(answer.token)
    return token
  }
  await logIn()
  await call('admin/setRelay', { host: '127.0.0.1', port: far.port, security: 'none', username: '' })
  const values = { undoSeconds: 0, queueDays: 1, lifetimes: [0, 1440] }
  await call('user/updateSetting', { values })
  const makeMailbox = async (localPart: string, minutes: number): Promise<Mailbox> => {
    const wish = { domain: 'yanshu.test', localPart, lifetime: { minutes } }
    return (await call<{ mailbox: Mailbox }>('user/createEmail', wish)).mailbox
  }
  const subjectsOf = async (box: Mailbox): Promise<string[]> => {
    const { list } = await call<{ list: { subject: string }[] }>(`user/getInbox?mailbox=${box.id}`)
    return list.map(mail => mail.subject)
  }
  return {
    answerWith(words: string | undefined): void {
      reply = words
    },
    ...{ clock, far, program, ask, call, logIn, makeMailbox, subjectsOf },
    /** Sends a mail from outside and waits until it can be read. */
    async arrive(box: Mailbox, subject: string, headers: readonly string[] = []): Promise<void> {
      const { data } = await deliver(program.smtpPort, {
        to: box.address,
        raw: plainMail({ subject, headers }),
      })
      expect(data).toMatch(/^250/)
      await eventually(`${subject} is there`, async () => (await subjectsOf(box)).includes(subject))
    },
    async send(box: Mailbox, subject: string): Promise<string> {
      const mail = { from: box.address, to: ['a@far.test'], subject, text: subject }
      return (await call<{ id: string }>('user/sendEmail', mail)).id
    },
    /** Waits until a mail was tried this often. */
    tried: (id: string, attempts: number): Promise<Sent> =>
      eventually(`${attempts} tries`, async () => {
        const { mail } = await call<{ mail: Sent }>(`user/getSent/${id}`)
        return (mail.recipients[0]?.attempts ?? 0) >= attempts && mail.state !== 'sending' ? mail : null
      }),
    /** Reads the figures of the last days. */
    received: (times: number, days: number, zone = 'UTC') =>
      eventually(`${times} received`, async () => {
        const shown = await call<{
          figures: Record<string, number>
          series: { name: string; points: { at: string }[] }[]
        }>(`user/getDashboard?days=${days}&zone=${encodeURIComponent(zone)}`)
        return shown.figures.received === times ? shown : null
      }),
    async stop(): Promise<void> {
      program.kill('SIGTERM')
      expect(await program.exited).toBe(0)
      expect(program.output()).not.toMatch(/"level":"(?:error|fatal)"/)
    },
  }
}

describe.skipIf(!hasLeapingClock).each(databaseKinds)('a program on %s whose clock leaps', kind => {
  it('goes on, tries in due time, and gives up and removes nothing', async () => {
    const place = await makePlace(kind)
    cleaning.push(() => place.remove())
    const site = await start(place)
    const { clock, far } = site
    const token = await site.logIn()
    const box = await site.makeMailbox('box', 0)
    const brief = await site.makeMailbox('brief', 1440)
    await site.arrive(brief, 'kept')
    await site.arrive(box, 'first')
    await site.received(2, 7)
    site.answerWith('450 4.2.0 try later')
    const id = await site.send(box, 'patient')
    await site.tried(id, 1)
    // Jobs run one after another, so those before this one have run and know the time.
    await eventually('every job has run', async () => (await jobsBegun(place)).includes('remind-of-expiry'))

    clock.leap(3 * day)
    const waits = /"sweep-mailboxes".*these jobs wait an hour/
    await eventually('removal waits', () => waits.test(site.program.output()))
    // A log-in for the browser's session ends after three days, and the answer says so; a new log-in works.
    expect(await site.ask('user/emailList', undefined, token)).toMatchObject({ error: 302 })
    await site.logIn()
    expect((await site.tried(id, 2)).state).toBe('deferred')
    await site.arrive(box, 'ahead')
    clock.leap(6 * day)
    await site.logIn()
    const third = await site.tried(id, 3)
    // By the clock alone, its one day in the queue is long over.
    expect(third.state).toBe('deferred')
    const wait = Date.parse(third.recipients[0]?.nextAttemptAt ?? '') - clock.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(20 * minute + second)

    clock.leap(5 * day)
    expect((await site.tried(id, 4)).state).toBe('deferred')
    await site.arrive(box, 'set back')

    // A slow machine may find the next try due before the clock is right.
    site.answerWith(undefined)
    clock.leap(-4 * day)
    await site.logIn()
    const made = await site.makeMailbox('made', 1440)
    for (const reader of [box, made]) await site.arrive(reader, 'days back')

    clock.leap(0)
    // The first log-in has its remaining hours again.
    expect(await site.ask('user/emailList', undefined, token)).toMatchObject({ error: 0 })
    await site.logIn()
    expect((await site.tried(id, 5)).state).toBe('delivered')
    expect(far.messages).toHaveLength(1)
    await site.arrive(box, 'right')
    expect(await site.subjectsOf(box)).toEqual(['right', 'days back', 'set back', 'ahead', 'first'])
    expect(await site.subjectsOf(made)).toEqual(['days back'])
    expect(await site.subjectsOf(brief)).toEqual(['kept'])
    await site.stop()
  }, 600_000)
})

describe.skipIf(!hasLeapingClock)('a program', () => {
  it.each([
    { change: 'goes ahead', at: Date.UTC(2026, 2, 29, 1), hours: 23 },
    { change: 'is put back', at: Date.UTC(2026, 9, 25, 1), hours: 25 },
  ])(
    'knows the day on which the hour $change, and no try or job comes an hour early or late',
    async ({ at, hours }) => {
      const zone = 'Europe/Berlin'
      const place = await makePlace('sqlite')
      cleaning.push(() => place.remove())
      const site = await start(place, at - 3 * minute, { TZ: zone })
      const { clock } = site
      const box = await site.makeMailbox('box', 0)
      await site.arrive(box, 'before')
      site.answerWith('450 4.2.0 try later')
      const id = await site.send(box, 'over the change')
      const next = Date.parse((await site.tried(id, 1)).recipients[0]?.nextAttemptAt ?? '')
      expect(next).toBeGreaterThan(at)
      expect(next).toBeLessThanOrEqual(clock.now() + 5 * minute)
      clock.goTo(at - second)
      await eventually('the hour is over', () => clock.now() >= at)
      await site.arrive(box, 'after')
      const { series } = await site.received(2, 1, zone)
      const points = series.find(({ name }) => name === 'received')?.points.map(point => point.at) ?? []
      expect(points).toHaveLength(hours)
      expect([...new Set(points)].sort()).toEqual(points)
      site.answerWith(undefined)
      clock.goTo(next)
      expect(await site.tried(id, 2)).toMatchObject({ state: 'delivered' })
      await site.stop()
      const db = await openPlace(place)
      const jobs = await db.query.selectFrom('job').selectAll().execute()
      await db.close()
      expect(jobs.length).toBeGreaterThan(10)
      for (const job of jobs) {
        expect(job.next_at - clock.now()).toBeGreaterThan(-10 * minute)
        expect(job.next_at - clock.now()).toBeLessThanOrEqual(day)
      }
    },
    600_000,
  )

  it('keeps mail apart and in order while a second comes again and again, and reads a second that is the 61st', async () => {
    const place = await makePlace('sqlite')
    cleaning.push(() => place.remove())
    const midnight = Math.ceil(Date.now() / day) * day
    // The log-in must still be valid at midnight, whatever the hour is now.
    const site = await start(place, midnight - minute)
    const box = await site.makeMailbox('box', 0)
    const wanted: string[] = []
    const sent: string[] = []
    for (let round = 0; round < 6; round++) {
      site.clock.goTo(midnight - second / 2)
      wanted.push(`mail ${round}`)
      await site.arrive(box, `mail ${round}`)
      sent.push(await site.send(box, `sent ${round}`))
    }
    expect((await site.subjectsOf(box)).sort()).toEqual(wanted.sort())
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await site.call<{ list: { id: string; subject: string }[]; nextCursor: string | null }>(
        `user/getInbox?mailbox=${box.id}&pageSize=2${more}`,
      )
      ids.push(...page.list.map(mail => mail.id))
      cursor = page.nextCursor
    }
    expect(new Set(ids).size).toBe(wanted.length)
    const { list } = await site.call<{ list: { id: string }[] }>('user/getSentEmail')
    expect(list.map(mail => mail.id).sort()).toEqual([...new Set(sent)].sort())
    const leap = 'Date: Sat, 31 Dec 2016 23:59:60 +0000'
    await deliver(site.program.smtpPort, {
      to: box.address,
      raw: Buffer.from(`From: a@example.org\r\nSubject: 61st\r\n${leap}\r\n\r\nword\r\n`),
    })
    const mail = await eventually('it is there', async () => {
      const { list } = await site.call<{ list: { id: string; subject: string }[] }>(
        `user/getInbox?mailbox=${box.id}`,
      )
      return list[0]?.subject === '61st' ? list[0] : null
    })
    const read = await site.call<{ mail: { date: string } }>(`user/getEmail/${mail.id}`)
    expect(read.mail.date).toBe('2017-01-01T00:00:00.000Z')
    await site.stop()
  }, 600_000)
})
