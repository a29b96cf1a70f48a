import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, unlimited } from '../../identity/access.ts'
import { mostTickets, ticketMs } from '../../identity/session/login-ticket.ts'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { keyFor, makeMailbox, makePerson, type TestMailbox, tokenFor } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const over = [404, 2011]
const phone = { 'user-agent': 'a phone' }

describe.each(databaseKinds)('going on with a mailbox on another device on %s', kind => {
  let site: TestApp
  let boss: string
  let made = 0
  beforeAll(async () => {
    site = await startTestApp(kind)
    boss = await site.adminToken()
  })
  afterAll(() => site.stop())

  const box = (ownerId: string | null = null) => makeMailbox(site, `carried-${++made}`, ownerId)
  const ask = (id: string, token: string) => site.call('makeTicket', { body: { id } }, token)
  const ticketOf = async ({ id, token }: Pick<TestMailbox, 'id' | 'token'>) =>
    (await site.ok('makeTicket', { body: { id } }, token)).ticket
  const bring = (ticket: string) => site.call('loginTicket', { body: { ticket }, headers: phone })
  const judged = async (ticket: string) => {
    const { status, body } = await bring(ticket)
    return [status, body.error]
  }
  const opens = async (token: string | undefined) =>
    (await site.call('getInbox', {}, token ?? '')).status === 200
  /** Wrong tickets count against whoever brings them, and all of these tests are one client. */
  const forgiven = () => site.clock.advance(16 * minute)

  it('gives it a log-in of its own, beside the first, and each can be ended by itself', async () => {
    const mine = await box()
    const { body } = await bring(await ticketOf(mine))
    expect(body).toMatchObject({ error: 0, address: mine.address, token: expect.stringMatching(/^ys_/) })
    expect(body.token).not.toBe(mine.token)
    expect(await opens(body.token)).toBe(true)
    const { list } = await site.ok('getSessions', {}, mine.token)
    expect(list.map(({ agent, current }) => [agent, current]).sort()).toEqual([
      ['a phone', false],
      ['test', true],
    ])
    await site.ok('endSession', { body: { others: true } }, mine.token)
    expect([await opens(body.token), await opens(mine.token)]).toEqual([false, true])
  })

  it('carries the ticket where no server sees it, and keeps only its digest', async () => {
    const mine = await box()
    const { ticket, url, expiresAt } = await site.ok('makeTicket', { body: { id: mine.id } }, mine.token)
    const left = Date.parse(expiresAt) - site.clock.now()
    expect([left > ticketMs - minute, left <= ticketMs]).toEqual([true, true])
    const link = new URL(url, 'https://mail.example.com')
    expect([link.pathname, link.search, link.hash]).toEqual(['/use', '', `#ticket=${ticket}`])
    // 128 bits.
    expect(ticket).toMatch(/^[\w-]{22}$/)
    const rows = await site.app.db.query.selectFrom('login_ticket').selectAll().execute()
    expect(rows.some(row => row.mailbox_id === mine.id)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(ticket)
    await bring(ticket)
    expect(site.logged.join('\n')).not.toContain(ticket)
  })

  it('works once', async () => {
    const ticket = await ticketOf(await box())
    expect(await judged(ticket)).toEqual([200, 0])
    expect(await judged(ticket)).toEqual(over)
  })

  it('lets one of twenty in that bring the same ticket at the same moment', async () => {
    forgiven()
    const mine = await box()
    const ticket = await ticketOf(mine)
    const answers = await Promise.all(Array.from({ length: 20 }, () => bring(ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await site.ok('getSessions', {}, mine.token)).list).toHaveLength(2)
    forgiven()
  })

  it('is possible for five minutes, and no longer because the clock was set back', async () => {
    const mine = await box()
    const ticket = await ticketOf(mine)
    site.clock.advance(ticketMs - 1000)
    const late = await ticketOf(mine)
    site.clock.advance(1000)
    expect(await judged(ticket)).toEqual(over)
    site.clock.advance(-60 * minute)
    expect(await judged(late)).toEqual(over)
    site.clock.advance(60 * minute)
    expect(await judged(late)).toEqual([200, 0])
  })

  it('answers alike to a ticket that was never made, and asks those who guess for a proof', async () => {
    forgiven()
    const answers = []
    for (let at = 0; at < 8; at++) answers.push(await judged(`guess-${at}`))
    expect(answers.slice(0, 5)).toEqual([over, over, over, over, over])
    expect(answers.at(-1)).toEqual([403, 2004])
    forgiven()
    const mine = await box()
    for (let at = 0; at < 8; at++) expect(await judged(await ticketOf(mine))).toEqual([200, 0])
  })

  describe('ends before its time', () => {
    const ways: Record<string, (mine: TestMailbox) => Promise<unknown>> = {
      'with the log-in that asked for it': ({ token }) => site.ok('logout', {}, token),
      'when all others are ended': ({ token }) => site.ok('endSession', { body: { others: true } }, token),
      'with a new password': ({ token }) =>
        site.ok('changePassword', { body: { newPassword: 'a password of now' } }, token),
      'when an admin stops the mailbox': ({ id }) =>
        site.ok('editEmailAccount', { body: { id, status: 'stopped' } }, boss),
      'with the mailbox': ({ id, token }) => site.ok('delEmailAccount', { body: { ids: [id] } }, token),
      'when the mailbox is at its end': ({ id }) => {
        const expiresAt = new Date(site.clock.now() + minute).toISOString()
        return site
          .ok('editEmailAccount', { body: { id, expiresAt } }, boss)
          .then(() => site.clock.advance(minute + 1))
      },
    }
    it.each(Object.entries(ways))('%s', async (_way, act) => {
      forgiven()
      const mine = await box()
      const ticket = await ticketOf(mine)
      await act(mine)
      expect(await judged(ticket)).toEqual(over)
    })

    it.each(['stopped', 'handed over'])('when the mailbox that an account carries is %s', async what => {
      forgiven()
      const owner = await makePerson(site, `owner-${++made}`, { role: 'user' })
      const heir = await makePerson(site, `heir-${made}`, { role: 'user' })
      const mine = await box(owner.id)
      const ticket = await ticketOf({ id: mine.id, token: owner.token })
      const change = what === 'stopped' ? { status: 'stopped' as const } : { ownerId: heir.id }
      await site.ok('editEmailAccount', { body: { id: mine.id, ...change } }, boss)
      expect(await judged(ticket)).toEqual(over)
    })
  })

  it('takes a paused mailbox along, and says of one at its end that it cannot be opened', async () => {
    forgiven()
    const owner = await makePerson(site, `pauser-${++made}`, { role: 'user' })
    const mine = await box(owner.id)
    const change = (status: 'paused' | 'stopped') =>
      site.ok('editEmailAccount', { body: { id: mine.id, status } }, boss)
    await change('paused')
    expect(await judged(await ticketOf({ id: mine.id, token: owner.token }))).toEqual([200, 0])
    await change('stopped')
    expect(await ask(mine.id, owner.token)).toMatchObject({
      status: 409,
      body: { msg: '这个邮箱已停用或到期，现在打不开' },
    })
  })

  it('is for those who hold the mailbox: not for an admin, a key, or one who acts for another', async () => {
    const rights = { role: 'user', can: everything, limits: unlimited } as const
    const owner = await makePerson(site, `holder-${++made}`, rights)
    const stranger = await makePerson(site, `stranger-${made}`, rights)
    const theirs = await box(owner.id)
    const nobodys = await box()
    const answers = await Promise.all([
      ask(theirs.id, stranger.token),
      ask(theirs.id, nobodys.token),
      ask(theirs.id, boss),
      ask(nobodys.id, boss),
      ask('01absentabsentabsentabsent', boss),
    ])
    const absent = { status: 404, body: { error: 1006 } }
    for (const answer of answers) expect(answer).toMatchObject(absent)
    expect((await ask(theirs.id, await keyFor(site, owner))).status).toBe(403)
    const acting = await site.ok('loginAs', { body: { id: owner.id } }, boss)
    expect((await ask(theirs.id, acting.token)).status).toBe(403)
    expect((await ask(theirs.id, owner.token)).status).toBe(200)
  })

  it('is asked for twenty times in ten minutes at most, whoever asks', async () => {
    const owner = await makePerson(site, `asker-${++made}`, { role: 'user' })
    const mine = await box(owner.id)
    const tokens = [mine.token, owner.token, await tokenFor(site, { mailboxId: mine.id })]
    const answers = await Promise.all(
      Array.from({ length: mostTickets + 5 }, (_, at) => ask(mine.id, tokens[at % 3] ?? '')),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } })
    site.clock.advance(10 * minute)
    expect((await ask(mine.id, mine.token)).status).toBe(200)
  })

  it('leaves no old tickets behind', async () => {
    await ticketOf(await box())
    site.clock.advance(ticketMs)
    await site.app.runJobs()
    site.clock.advance(10 * minute)
    await site.app.runJobs()
    expect(await site.app.db.query.selectFrom('login_ticket').selectAll().execute()).toEqual([])
  })
})
