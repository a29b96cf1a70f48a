import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute, second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { putMail } from '../filter/testing/put-mail.ts'

describe.each(databaseKinds)('mails that are waited for one after the other on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
  })

  const send = (subject: string, text = 'nothing') =>
    receive(site, { to: box.address, raw: plainMail({ subject, text }) })
  const wait = (query: Record<string, unknown> = {}, node = site) =>
    node.ok('waitEmail', { query: { timeout: 20, ...query } }, box.token)
  const inVain = async (query: Record<string, unknown>) => {
    const { body } = await site.call('waitEmail', { query: { timeout: 1, ...query } }, box.token)
    expect(body.error).toBe(1012)
  }

  it('finds the newest of those that were faster than the call, as far back as it looks', async () => {
    await send('long ago')
    site.clock.advance(3 * minute)
    await inVain({})
    expect((await wait({ within: 600 })).mail.subject).toBe('long ago')
    await send('first', 'your verification code is 482913')
    site.clock.advance(second)
    await send('second', 'your verification code is 735164')
    await send('third')
    const { mail, cursor } = await wait({ hasCode: 'true' })
    expect(mail).toMatchObject({ subject: 'second', code: '735164' })
    await inVain({ hasCode: 'true', cursor })
    await inVain({ within: 0 })
  })

  it('with a cursor gives each mail once and in order, whenever it comes', async () => {
    await send('0')
    const told: string[] = []
    let { mail, cursor } = await wait()
    told.push(mail.subject)
    for (const batch of [['1'], ['2', '3', '4'], ['5']]) {
      const next = wait({ cursor })
      for (const subject of batch) await send(subject)
      for (const asked of batch.map((_, at) => at)) {
        ;({ mail, cursor } = await (asked === 0 ? next : wait({ cursor })))
        told.push(mail.subject)
      }
    }
    expect(told).toEqual(['0', '1', '2', '3', '4', '5'])
    await inVain({ cursor })
  })

  it('gives what did not meet the conditions to a call that asks for it', async () => {
    const link = 'https://shop.example/verify?token=aXbYc8Zd'
    await send('welcome', `Please confirm your e-mail address: ${link}`)
    await send('code', 'your verification code is 482913')
    const first = await wait({ code: '1' })
    expect(first.mail.subject).toBe('code')
    const next = await wait({ hasLink: '1', cursor: first.cursor })
    expect(next.mail).toMatchObject({ subject: 'welcome', link })
    await inVain({ cursor: next.cursor })
  })

  it('from a time on gives the oldest first, and then goes on by the cursor', async () => {
    await send('before')
    site.clock.advance(second)
    const since = new Date(site.clock.now()).toISOString()
    await send('one')
    await send('two')
    const one = await wait({ since })
    const two = await wait({ since, cursor: one.cursor })
    expect([one.mail.subject, two.mail.subject]).toEqual(['one', 'two'])
    await inVain({ since, cursor: two.cursor })
  })

  it('knows the words in a text, of mails that are there and of those that come', async () => {
    await send('one', '您的包裹已到驿站，凭取件号领取')
    await send('two', 'Nothing of the kind')
    expect((await wait({ text: '驿站' })).mail.subject).toBe('one')
    const waiting = wait({ text: 'invoice ready', within: 0 })
    await eventually('it waits', async () =>
      /^yanshu_event_listeners 1/m.test((await site.fetch('/metrics')).text),
    )
    await send('three', 'no bill')
    await send('four', 'Your invoice is ready')
    expect((await waiting).mail.subject).toBe('four')
  })

  it('does not take a mail for answered that has the number of one that was deleted', async () => {
    await send('read and deleted')
    const { mail, cursor } = await wait()
    for (const _ of ['to the trash', 'for good'])
      await site.ok('deleteEmail', { params: { id: mail.id } }, box.token)
    await send('new')
    expect((await wait({ cursor })).mail.subject).toBe('new')
  })

  it.runIf(kind === 'postgres')(
    'gives a mail that was under way and had the lower number, and goes on by another node',
    async () => {
      const other = await site.secondNode()
      await send('first')
      const begun = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const late = site.app.db.transaction(async tx => {
        await putMail(tx, { mailboxId: box.id, ownerId: null }, site.clock.now())
        begun.resolve()
        await end.promise
      })
      await begun.promise
      await send('higher number')
      const higher = await wait()
      const onwards = await wait({ within: 600, subject: 'first' })
      end.resolve()
      await late
      for (const { cursor } of [higher, onwards]) {
        const { mail, cursor: next } = await wait({ cursor, subject: '' }, other)
        expect(mail.subject).toBe('')
        const after = await site.call('waitEmail', { query: { cursor: next, timeout: 1 } }, box.token)
        expect([1012, 'higher number']).toContain(after.body.mail?.subject ?? after.body.error)
      }
      await other.stop()
    },
  )
})
