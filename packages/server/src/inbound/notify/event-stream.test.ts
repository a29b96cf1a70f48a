import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { kyselyOf } from '../../database/kysely-of.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { type EventClient, openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import {
  keyFor,
  makeMailbox,
  makePerson,
  type Person,
  type TestMailbox,
  tokenFor,
} from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { openEventStream } from './event-stream.ts'
import { createOpenStreams, maxStreams } from './open-streams.ts'

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

describe.each(databaseKinds)('the event stream on %s', kind => {
  let site: TestApp
  let ann: Person
  let box: TestMailbox
  let names = 0
  let open: EventClient[] = []

  beforeAll(async () => {
    site = await startMailSite(kind)
    await heard(site)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
  })
  afterEach(() => {
    for (const client of open) client.close()
    open = []
  })

  /** Waits until a node hears the others, a moment after its start. Earlier messages arrive before that. */
  async function heard(node: TestApp): Promise<void> {
    let told = 0
    const stop = node.app.db.bus.subscribe('test', () => {
      told++
    })
    await eventually('the node hears the bus', async () => {
      await node.app.db.bus.publish('test', 'x')
      return told > 0
    })
    stop()
  }
  async function listen(token: string, lastEventId?: string, node = site): Promise<EventClient> {
    const client = await openEvents(node, token, lastEventId)
    open.push(client)
    expect(client.status).toBe(200)
    await eventually('the stream has begun', () => client.comments.includes('welcome'))
    return client
  }
  const mailEvents = (client: EventClient) => client.events.filter(event => event.name === 'mail')
  const subjectsOf = (client: EventClient) => mailEvents(client).map(event => event.data.subject)
  /** Brings a mail, and waits until everybody who listens was told. */
  async function send(subject: string, to: string = box.address): Promise<void> {
    await receive(site, { to, raw: plainMail({ subject, text: '您的验证码是 493817' }) })
    await heard(site)
  }

  it('tells of a mail as lists show it, then of the unread count', async () => {
    const client = await listen(box.token)
    expect(client.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(client.headers.get('cache-control')).toBe('no-store')
    expect(client.headers.get('content-encoding')).toBeNull()
    await send('live')
    await eventually('both events', () => client.events.length >= 2)
    const [mail] = await inbox(site, box.token)
    expect(client.events).toEqual([
      { id: expect.stringMatching(/^\d+~[0-9a-z.]+$/), name: 'mail', data: mail },
      { id: null, name: 'unread', data: { mailboxId: box.id, unread: 1 } },
    ])
    expect(mail?.code).toBe('493817')
    await site.ok('setReadEmail', { body: { all: true, read: true } }, box.token)
    await eventually('what became of it', () => client.events.length >= 4)
    expect(client.events.slice(2).map(({ name, data }) => [name, data])).toEqual([
      ['unread', { mailboxId: box.id, unread: 0 }],
      ['changed', { mailboxId: box.id, ids: null, change: {} }],
    ])
  })

  it('tells what becomes of mails, and only those who reach them', async () => {
    await send('first')
    await send('second')
    const ids = (await inbox(site, box.token)).map(mail => mail.id)
    const bob = await makePerson(site, `bob-${names}`)
    const [client, owner, stranger] = [
      await listen(box.token),
      await listen(ann.token),
      await listen(bob.token),
    ]
    const told = (of: EventClient) =>
      of.events.filter(event => event.name === 'changed').map(({ data }) => data)
    const steps = [
      () => site.ok('setReadEmail', { body: { ids, read: true } }, box.token),
      // They are so already: nothing is told.
      () => site.ok('setReadEmail', { body: { ids, read: true } }, box.token),
      () => site.ok('updateEmail', { body: { ids, starred: true, labels: ['工作', '工作'] } }, ann.token),
      () => site.ok('delEmail', { body: { ids } }, box.token),
      () => site.ok('updateEmail', { body: { ids: ids.slice(0, 1), folder: 'inbox' } }, box.token),
      () => site.ok('delEmail', { body: { ids } }, box.token),
      () => site.ok('emptyTrash', { body: {} }, ann.token),
    ]
    for (const step of steps) await step()
    const [first, second] = ids
    const of = (which: unknown, change: unknown) => ({ mailboxId: box.id, ids: which, change })
    const expected = [
      of(
        expect.toSatisfy(list => isSame(list, ids)),
        { read: true },
      ),
      of(
        expect.toSatisfy(list => isSame(list, ids)),
        { starred: true, labels: ['工作'] },
      ),
      of(
        expect.toSatisfy(list => isSame(list, ids)),
        { folder: 'trash' },
      ),
      of([first], { folder: 'inbox' }),
      of([first], { folder: 'trash' }),
      of([second], null),
      of(null, {}),
    ]
    await eventually('all that was done', () => told(client).length >= expected.length)
    expect(told(client)).toEqual(expected)
    await eventually('the owner knows', () => told(owner).length >= expected.length)
    expect(told(owner)).toEqual(expected)
    await heard(site)
    expect(stranger.events).toEqual([])
  })

  it('tells of a mail that does not fit into one message between nodes', async () => {
    const client = await listen(box.token)
    const to = Array.from(
      { length: 90 },
      (_, at) => `"${'收件人'.repeat(12)}${at}" <r${at}@example.org>`,
    ).join(',\r\n ')
    await receive(site, { to: box.address, raw: plainMail({ subject: 'many recipients', to }) })
    await eventually('the event', () => mailEvents(client).length === 1)
    expect(mailEvents(client)[0]?.data.to).toHaveLength(90)
  })

  it('goes on after the last event that was seen', async () => {
    const first = await listen(box.token)
    await send('one')
    await eventually('the first', () => mailEvents(first).length === 1)
    const seen = mailEvents(first)[0]?.id ?? ''
    first.close()
    await send('two')
    await send('three')
    const second = await listen(box.token, seen)
    await send('four')
    await eventually('all of them', () => mailEvents(second).length >= 3)
    expect(subjectsOf(second)).toEqual(['two', 'three', 'four'])
  })

  it.each(['x', '-1', '1 OR 1=1', '99999999999999999999', '999999999999999', '0~zzzzzz', 'restored-1'])(
    'after an event that was never sent here (%s) says that lists are to be read anew, and goes on from there',
    async unknown => {
      await send('missed')
      const client = await listen(box.token, unknown)
      await eventually('the word', () => client.events.length > 0)
      expect(client.events.map(event => event.name)).toEqual(['reload'])
      client.close()
      await send('next')
      const again = await listen(box.token, client.events[0]?.id ?? '')
      await eventually('the next', () => mailEvents(again).length === 1)
      expect(subjectsOf(again)).toEqual(['next'])
    },
  )

  /** A mail as it is stored, with the number given to it earlier. */
  async function storeAs(seq: number, subject: string): Promise<void> {
    await send(subject)
    const { db } = site.app
    await db.transaction(async tx => {
      const mail = await tx.selectFrom('mail').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
      await tx.updateTable('mail').set({ seq }).where('id', '=', mail.id).execute()
    })
  }

  it('does not miss a mail whose number is lower than one that was already seen', async () => {
    await send('first')
    const start = await listen(box.token)
    // A number is given, and whoever has it takes long to store its mail.
    const { db } = site.app
    const newest = async () =>
      Number((await db.query.selectFrom('mail').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq)
    const late = (await newest()) + 1
    await db.transaction(async tx => {
      if (kind === 'postgres') await sql`SELECT nextval(pg_get_serial_sequence('mail', 'seq'))`.execute(tx)
      else await sql`UPDATE sqlite_sequence SET seq = ${late} WHERE name = 'mail'`.execute(tx)
    })
    await send('higher')
    await eventually('the higher one', () => mailEvents(start).length === 1)
    const seen = mailEvents(start)[0]?.id ?? ''
    expect(await newest()).toBe(late + 1)
    start.close()
    await storeAs(late, 'lower')
    const again = await listen(box.token, seen)
    await eventually('the lower one', () => mailEvents(again).length === 1)
    expect(subjectsOf(again)).toEqual(['lower'])
    const resumed = mailEvents(again)[0]?.id ?? ''
    again.close()
    const third = await listen(box.token, resumed)
    await send('new')
    await eventually('the new one', () => mailEvents(third).length === 1)
    expect(subjectsOf(third)).toEqual(['new'])
  })

  it('can be resumed although nothing had come yet', async () => {
    await send('before')
    const first = await listen(box.token)
    await eventually('where it stands', () => first.lastId() !== null)
    first.close()
    await send('between')
    const second = await listen(box.token, first.lastId() ?? '')
    await eventually('what came between', () => mailEvents(second).length === 1)
    expect(subjectsOf(second)).toEqual(['between'])
  })

  it('after too long a gap says that lists are to be read anew, and goes on from there', async () => {
    await send('seen')
    const { db } = site.app
    const row = await db.query.selectFrom('mail').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    const { seq, ...rest } = row
    await db.transaction(async tx => {
      const many = Array.from({ length: 201 }, (_, at) => ({ ...rest, id: `gap-${names}-${at}` }))
      await tx.insertInto('mail').values(many).execute()
    })
    const client = await listen(box.token, String(seq))
    await eventually('the word', () => client.events.length > 0)
    expect(client.events.map(event => event.name)).toEqual(['reload'])
    await send('after the gap')
    await eventually('the next', () => mailEvents(client).length === 1)
    expect(subjectsOf(client)).toEqual(['after the gap'])
    const again = await listen(box.token, client.events[0]?.id ?? '')
    await eventually('from there', () => mailEvents(again).length === 1)
    expect(subjectsOf(again)).toEqual(['after the gap'])
  })

  it('tells each caller of its own mail only', async () => {
    const bob = await makePerson(site, `bob-${names}`)
    const theirs = await makeMailbox(site, `theirs${names}`, bob.id)
    const mine = await listen(box.token)
    const owner = await listen(ann.token)
    const stranger = await listen(bob.token, '0')
    const boss = await makePerson(site, `boss-${names}`, { role: 'admin' })
    const ofBoss = await makeMailbox(site, `of-boss${names}`, boss.id)
    const { token: acting } = await site.ok('loginAs', { body: { id: ann.id } }, boss.token)
    const admin = await listen(boss.token)
    const inName = await listen(acting)
    await send('mine')
    await send('theirs', theirs.address)
    await send('the admin’s', ofBoss.address)
    await eventually('the admin hears of the own mail', () => mailEvents(admin).length === 1)
    await eventually('bob hears his', () => mailEvents(stranger).length === 1)
    expect([mine, owner, stranger, admin].map(subjectsOf)).toEqual([
      ['mine'],
      ['mine'],
      ['theirs'],
      ['the admin’s'],
    ])
    expect(inName.events).toEqual([])
    expect(JSON.stringify(stranger.events)).not.toContain(box.id)
    expect(JSON.stringify(mine.events)).not.toContain(theirs.id)
  })

  it('is not there without a log-in, and says so as every call does', async () => {
    for (const token of [null, 'ys_nobody', 'ysk_nobody']) {
      const response = await site.fetch('/api/user/events', {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      })
      expect([response.status, response.body]).toMatchObject([401, { error: 302, url: '/auth' }])
    }
    const asked = await site.fetch(`/api/user/events?token=${box.token}`)
    expect(asked.status).toBe(401)
    expect(site.logged.join('\n')).not.toContain(box.token)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['logout', () => site.ok('logout', {}, box.token)],
    [
      'a new password set elsewhere',
      async () => {
        const other = await tokenFor(site, { mailboxId: box.id })
        await site.ok('changePassword', { body: { newPassword: 'a quite new password' } }, other)
      },
    ],
    ['the end of the mailbox', () => site.ok('delEmailAccount', { body: { ids: [box.id] } }, ann.token)],
    [
      'the end of its owner',
      async () => {
        const body = { id: ann.id, owned: 'delete' }
        await site.ok('delSysAccount', { body }, await site.adminToken())
      },
    ],
  ])('ends with %s, and tells nothing more', async (_, act) => {
    const client = await listen(box.token)
    await act()
    await client.ended
    expect(mailEvents(client)).toEqual([])
    expect((await openEvents(site, box.token)).status).toBe(401)
  })

  it('stays open for the one who changed the password', async () => {
    const client = await listen(box.token)
    await site.ok('changePassword', { body: { newPassword: 'a quite new password' } }, box.token)
    await send('still here')
    await eventually('the event', () => mailEvents(client).length === 1)
  })

  it('can be read with an API key', async () => {
    const client = await listen(await keyFor(site, ann))
    await send('by key')
    await eventually('the event', () => mailEvents(client).length === 1)
  })

  it('beats every 15 s, and ends at a beat when the session is no longer good', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { db } = site.app
      const valid = [true, false]
      const ended: (() => void)[] = []
      const hub = {
        publish: async () => undefined,
        subscribe: (_scope: unknown, _listener: unknown, onClose: () => void) => {
          ended.push(onClose)
          return () => undefined
        },
        listeners: () => 0,
        close: () => undefined,
      }
      const caller = {
        role: 'mailbox',
        client: '',
        agent: '',
        sessionId: 's',
        mailboxId: box.id,
        address: '',
        maySend: false,
      } as const
      const callerNow = async () =>
        valid.shift() ? caller : ({ role: 'visitor', client: '', agent: '' } as const)
      const stream = await openEventStream(
        { db, clock: site.clock, hub, streams: createOpenStreams(), callerNow },
        caller,
        undefined,
        new AbortController().signal,
      )
      let text = ''
      stream.setEncoding('utf8').on('data', chunk => {
        text += String(chunk)
      })
      const over = new Promise(resolve => stream.once('end', resolve))
      vi.advanceTimersByTime(15_000)
      await eventually('a beat', () => text.includes(': still here\n\n'))
      vi.advanceTimersByTime(15_000)
      await over
      expect(text.match(/: still here/g)).toHaveLength(2)
      // Nothing that comes later is written after the end.
      for (const close of ended) close()
    } finally {
      vi.useRealTimers()
    }
  })

  it('cuts off the oldest of a login that opens one too many, and nobody else', async () => {
    const other = await listen(ann.token)
    const oldest = await listen(box.token)
    const second = await listen(box.token)
    await Promise.all(Array.from({ length: maxStreams - 1 }, () => listen(box.token)))
    await oldest.ended
    await send('still told')
    for (const client of [other, second, ...open.slice(3)]) {
      await eventually('told', () => subjectsOf(client).includes('still told'))
    }
    expect(subjectsOf(oldest)).toEqual([])
  })

  it('leaves no listener behind when the client goes away', async () => {
    const metric = async () => {
      const { text } = await site.fetch('/metrics')
      return Number(/^yanshu_event_listeners (\d+)/m.exec(text)?.[1])
    }
    // Those of the tests before may still be on their way out.
    await eventually('nobody listens', async () => (await metric()) === 0)
    const clients = await Promise.all(Array.from({ length: 5 }, () => listen(box.token)))
    expect(await metric()).toBe(5)
    for (const client of clients) client.close()
    await eventually('they are gone', async () => (await metric()) === 0)
    const headers = { authorization: `Bearer ${box.token}` }
    for (let times = 0; times < 5; times++) {
      expect((await fetch(`${site.url}/api/user/events`, { method: 'HEAD', headers })).status).toBe(200)
    }
    await eventually('who asked for the head alone is not listening', async () => (await metric()) === 0)
    const gone = new AbortController()
    const waiting = fetch(`${site.url}/api/user/waitEmail?timeout=60`, {
      headers,
      signal: gone.signal,
    }).catch(() => null)
    await eventually('it waits', async () => (await metric()) === 1)
    gone.abort()
    await waiting
    await eventually('it is gone', async () => (await metric()) === 0)
  })

  it.runIf(kind === 'postgres')(
    'tells on one node what came in on another, and ends there what ended here',
    async () => {
      const second = await site.secondNode()
      await heard(second)
      const client = await listen(box.token, undefined, second)
      const waiting = second.ok('waitEmail', { query: { mailbox: box.address, timeout: 30 } }, box.token)
      await eventually('it waits', async () => {
        const { text } = await second.fetch('/metrics')
        return /^yanshu_event_listeners 2/m.test(text)
      })
      await send('across')
      await eventually('the event', () => mailEvents(client).length === 1)
      expect(subjectsOf(client)).toEqual(['across'])
      expect((await waiting).mail.subject).toBe('across')
      await site.ok('logout', {}, box.token)
      await client.ended
      const inVain = second.call(
        'waitEmail',
        { query: { mailbox: box.id, within: 0, timeout: 60 } },
        ann.token,
      )
      await eventually('the owner waits', async () =>
        /^yanshu_event_listeners 1/m.test((await second.fetch('/metrics')).text),
      )
      await site.ok('delEmailAccount', { body: { ids: [box.id] } }, ann.token)
      expect((await inVain).body.error).toBe(1006)
      await second.stop()
    },
  )

  it.runIf(kind === 'postgres')(
    'ends once events may have been lost and is resumed; a call that waits finds its mail',
    async () => {
      const client = await listen(box.token)
      await send('before')
      await eventually('the event', () => subjectsOf(client).includes('before'))
      const waiting = site.call('waitEmail', { query: { subject: 'lost', timeout: 30 } }, box.token)
      await eventually('it waits', async () =>
        /^yanshu_event_listeners 2/m.test((await site.fetch('/metrics')).text),
      )
      const { db } = site.app
      const listening = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
        WHERE application_name = 'yanshu-bus' AND datname = current_database()`
      await sql`SELECT pg_terminate_backend(pid) FROM (${listening}) AS bus`.execute(kyselyOf(db.query))
      await eventually(
        'nobody hears',
        async () => (await listening.execute(kyselyOf(db.query))).rows.length === 0,
      )
      await receive(site, { to: box.address, raw: plainMail({ subject: 'lost event' }) })
      await client.ended
      expect((await waiting).body.mail?.subject).toBe('lost event')
      const resumed = await listen(box.token, client.lastId() ?? '')
      await eventually('the mail', () => subjectsOf(resumed).includes('lost event'))
      expect(subjectsOf(resumed)).toEqual(['lost event'])
    },
  )

  it('ends when the program stops', async () => {
    const node = await startMailSite(kind)
    const there = await makeMailbox(node, 'box')
    const client = await openEvents(node, there.token)
    const waiting = node.call('waitEmail', { query: { timeout: 60 } }, there.token)
    await eventually('both listen', async () =>
      /^yanshu_event_listeners 2/m.test((await node.fetch('/metrics')).text),
    )
    await node.stop()
    await client.ended
    expect((await waiting).body.error).toBe(1012)
  })
})
