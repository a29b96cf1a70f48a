import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { keyFor, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { condition, sampleRule } from '../filter/testing/sample-facts.ts'
import { createOpenStreams, maxStreams } from './open-streams.ts'
import { waitMail } from './wait-mail.ts'

describe.each(databaseKinds)('waiting for a mail on %s', kind => {
  let site: TestApp
  let ann: Person
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
  })

  const send = (subject: string, text = 'nothing', from = 'Sender <sender@example.org>') =>
    receive(site, { to: box.address, raw: plainMail({ subject, text, from }) })
  const listeners = async () =>
    Number(/^yanshu_event_listeners (\d+)/m.exec((await site.fetch('/metrics')).text)?.[1])
  /** Waits, and does the rest once the server is listening. */
  async function waitWhile(query: Record<string, unknown>, act: () => Promise<unknown>, token = box.token) {
    const waiting = site.call('waitEmail', { query }, token)
    await eventually('the call waits', async () => (await listeners()) > 0)
    await act()
    return waiting
  }

  it('answers at once with what came since', async () => {
    const since = new Date(site.clock.now() - second).toISOString()
    await send('first')
    await send('second')
    const { mail } = await site.ok('waitEmail', { query: { since, timeout: 1 } }, box.token)
    expect(mail.subject).toBe('first')
    const other = await site.ok('waitEmail', { query: { since, subject: 'SEC', timeout: 1 } }, box.token)
    expect(other.mail.subject).toBe('second')
  })

  it('answers when a mail arrives that meets every condition', async () => {
    const query = { from: 'github', subject: 'code', code: '1', timeout: 30 }
    const { body } = await waitWhile(query, async () => {
      await send('your code', '您的验证码是 111222')
      await send('your code', 'no code here', 'GitHub <no-reply@github.example>')
      await send('other', '您的验证码是 333444', 'GitHub <no-reply@github.example>')
      await send('Your CODE', '您的验证码是 493817', 'GitHub <no-reply@github.example>')
    })
    expect(body.mail).toMatchObject({ subject: 'Your CODE', code: '493817', address: box.address })
    expect(await listeners()).toBe(0)
  })

  it('does not look back where it is told not to, nor answers with what a filter threw away', async () => {
    await send('old')
    const conditions = [condition('subject', 'contains', 'unwanted')]
    const scope = { kind: 'mailbox' as const, id: box.id }
    await site.ok(
      'addFilter',
      { body: sampleRule({ conditions, actions: [{ action: 'trash' }], scope }) },
      ann.token,
    )
    const { body } = await waitWhile({ within: 0, timeout: 30 }, async () => {
      await send('unwanted')
      await send('new')
    })
    expect(body.mail?.subject).toBe('new')
  })

  it.each([
    ['its id', () => box.id],
    ['its address', () => box.address],
    ['its address in capitals with a tag', () => box.address.toUpperCase().replace('@', '+TAG@')],
  ])('knows a mailbox by %s', async (_, name) => {
    const other = await makeMailbox(site, `other${names}${_.length}`, ann.id)
    const { body } = await waitWhile(
      { mailbox: name(), timeout: 30 },
      async () => {
        await receive(site, { to: other.address, raw: plainMail({ subject: 'elsewhere' }) })
        await send('here')
      },
      ann.token,
    )
    expect(body.mail?.subject).toBe('here')
  })

  it('does not answer with mail of a mailbox that was given to somebody else meanwhile', async () => {
    const bob = await makePerson(site, `bob-${names}`)
    const { status } = await waitWhile(
      { mailbox: box.address, timeout: 2 },
      async () => {
        await site.app.db.transaction(tx =>
          tx.updateTable('mailbox').set({ owner_id: bob.id }).where('id', '=', box.id).execute(),
        )
        await send('for bob')
      },
      ann.token,
    )
    expect(status).toBe(404)
  })

  it('does not wait for one who hung up before', async () => {
    const listening: unknown[] = []
    const hub = {
      publish: async () => undefined,
      subscribe(...given: unknown[]) {
        listening.push(given)
        return () => listening.pop()
      },
      listeners: () => listening.length,
      close: () => undefined,
    }
    const who = { client: '', agent: '', sessionId: 's', mailboxId: box.id, address: box.address }
    const caller = { ...who, role: 'mailbox', maySend: false } as const
    const nothing = { mailbox: undefined, from: undefined, subject: undefined, text: undefined }
    const noStart = { hasCode: undefined, hasLink: undefined, cursor: undefined, since: undefined }
    const request = { ...nothing, ...noStart, within: 120, timeoutSeconds: 600 }
    const deps = {
      db: site.app.db,
      clock: site.clock,
      hub,
      waits: createOpenStreams(),
      callerNow: async () => caller,
    }
    await expect(waitMail(deps, caller, request, AbortSignal.abort())).rejects.toMatchObject({
      code: 'waitedInVain',
    })
    expect(listening).toEqual([])
  })

  const deleted = (keep: boolean) => () =>
    site.ok('delEmailAccount', { body: { ids: [box.id], keep } }, ann.token)
  const loggedOut = [401, { error: 302, url: '/auth' }]
  const noMailbox = [404, { error: 1006, fields: { mailbox: '没有这个邮箱' } }]

  it.each<[string, () => string, () => Promise<unknown>, unknown]>([
    ['is deleted for good, by the owner', () => ann.token, deleted(false), noMailbox],
    ['is deleted for now, by the owner', () => ann.token, deleted(true), noMailbox],
    ['is deleted for good, by the mailbox', () => box.token, deleted(false), loggedOut],
    ['is deleted for now, by the mailbox', () => box.token, deleted(true), loggedOut],
    [
      'goes with its owner, by the mailbox',
      () => box.token,
      async () => {
        const body = { id: ann.id, owned: 'delete' }
        await site.ok('delSysAccount', { body }, await site.adminToken())
      },
      loggedOut,
    ],
    ['is logged out of, by the mailbox', () => box.token, () => site.ok('logout', {}, box.token), loggedOut],
  ])('ends as a new call would when the mailbox %s', async (_, whose, act, answer) => {
    const token = whose()
    const query = { mailbox: box.address, timeout: 60 }
    const { status, body } = await waitWhile(query, act, token)
    expect([status, body]).toMatchObject(answer as object)
    const again = await site.call('waitEmail', { query }, token)
    expect([again.status, again.body]).toEqual([status, body])
    expect(await listeners()).toBe(0)
  })

  it('ends when the key that waits is replaced', async () => {
    const key = await keyFor(site, ann)
    const { status, body } = await waitWhile({ timeout: 60 }, () => site.ok('refreshKey', {}, ann.token), key)
    expect([status, body]).toMatchObject(loggedOut)
  })

  it('goes on when something else of the caller’s ends', async () => {
    const other = await makeMailbox(site, `other${names}`, ann.id)
    const key = await keyFor(site, ann)
    const { body } = await waitWhile(
      { mailbox: box.address, timeout: 60 },
      async () => {
        await site.ok('delEmailAccount', { body: { ids: [other.id], keep: false } }, ann.token)
        await site.ok('logout', {}, ann.token)
        await send('still here')
      },
      key,
    )
    expect(body.mail?.subject).toBe('still here')
  })

  it('answers 1012 when the time is over', async () => {
    const started = performance.now()
    const { status, body } = await site.call('waitEmail', { query: { timeout: 1 } }, box.token)
    expect([status, body.error]).toEqual([404, 1012])
    expect(performance.now() - started).toBeGreaterThan(900)
    expect(await listeners()).toBe(0)
  })

  it('holds so many calls of one login: one more is refused, and the others go on waiting', async () => {
    const waitLong = (token: string) => site.call('waitEmail', { query: { timeout: 60 } }, token)
    const waiting = Array.from({ length: maxStreams }, () => waitLong(box.token))
    await eventually('all of them wait', async () => (await listeners()) === maxStreams)
    const { status, body } = await waitLong(box.token)
    expect([status, body]).toMatchObject([429, { error: 1008, retryAfter: 5 }])
    expect(await listeners()).toBe(maxStreams)
    const another = waitLong(ann.token)
    await eventually('another login waits', async () => (await listeners()) === maxStreams + 1)
    await send('for all of them')
    for (const answer of await Promise.all([...waiting, another])) {
      expect(answer.body.mail?.subject).toBe('for all of them')
    }
    const { status: then } = await site.call('waitEmail', { query: { within: 0, timeout: 1 } }, box.token)
    expect(then).toBe(404)
  })

  it('answers 404 for a mailbox that is not the caller’s, and 400 for what makes no sense', async () => {
    const theirs = await makeMailbox(site, `theirs${names}`)
    for (const mailbox of [theirs.id, theirs.address, 'nobody@yanshu.test', 'not an id']) {
      const { status } = await site.call('waitEmail', { query: { mailbox, timeout: 1 } }, ann.token)
      expect(status, mailbox).toBe(404)
    }
    const nonsense = [{ cursor: 'x' }, { within: -1 }, { text: '…' }, { hasLink: '2' }]
    for (const query of [{ timeout: 0 }, { timeout: 61 }, { since: 'now' }, { code: 'yes' }, ...nonsense]) {
      expect((await site.call('waitEmail', { query }, box.token)).status).toBe(400)
    }
    expect((await site.call('waitEmail', { query: {} })).body).toMatchObject({ error: 302 })
  })
})
