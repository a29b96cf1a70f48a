import { errors, type Page } from '@yanshu/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventsChannel, type HubEvent } from '../../ledger/event/event-hub.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { type EventClient, openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { keyFor, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('what comes of itself follows the pages on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let box: TestMailbox
  let names = 0
  let open: EventClient[] = []

  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
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

  const publish = (event: HubEvent) => site.app.db.bus.publish(eventsChannel, JSON.stringify(event))
  const listeners = async () =>
    Number(/^yanshu_event_listeners (\d+)/m.exec((await site.fetch('/metrics')).text)?.[1])
  const withPages = (...pages: Page[]) => site.ok('editSysAccount', { body: { id: ann.id, pages } }, admin)
  async function listen(token = ann.token, lastEventId?: string): Promise<EventClient> {
    const client = await openEvents(site, token, lastEventId)
    open.push(client)
    expect(client.status).toBe(200)
    await eventually('the stream has begun', () => client.comments.includes('welcome'))
    return client
  }
  /** Brings a mail and then news of each other page, which says that the mail would have been told. */
  async function bring(subject: string): Promise<void> {
    await receive(site, { to: box.address, raw: plainMail({ subject }) })
    const of = { ownerId: ann.id, mailboxId: '' } as const
    await publish({ ...of, kind: 'domain', domainId: 'd', name: 'example.org', broke: [] })
    const order = { id: 'o', orderNo: '1', status: 'paid', address: box.address } as const
    await publish({ ...of, kind: 'order', order })
  }
  const kindsTold = (client: EventClient) => [...new Set(client.events.map(event => event.name))].sort()

  it.each<[Page[], string[]]>([
    [
      ['inbox', 'sent', 'domain', 'card'],
      ['domain', 'mail', 'order', 'unread'],
    ],
    [
      ['inbox', 'card'],
      ['mail', 'order', 'unread'],
    ],
    [['card'], ['order']],
    [
      ['domain', 'card'],
      ['domain', 'order'],
    ],
  ])('a user with %s hears of %s', async (pages, told) => {
    await withPages(...pages)
    const [client, letters, manager] = [await listen(), await listen(box.token), await listen(admin)]
    await bring('news')
    await eventually('the mailbox hears of its mail', () => kindsTold(letters).length === 2)
    await eventually('an admin hears what it manages', () => kindsTold(manager).includes('order'))
    expect(kindsTold(manager)).toEqual(['domain', 'order'])
    await eventually('the user hears', () => kindsTold(client).includes('order'))
    expect(kindsTold(client)).toEqual(told)
  })

  it('a stream that comes again without the inbox is not given the mail that it missed', async () => {
    const first = await listen()
    await bring('one')
    await eventually('the mail', () => kindsTold(first).includes('mail'))
    const seen = first.lastId() ?? ''
    first.close()
    await bring('two')
    await withPages('card')
    const again = await listen(ann.token, seen)
    await bring('three')
    await eventually('the news of the shop', () => kindsTold(again).includes('order'))
    expect(kindsTold(again)).toEqual(['order'])
  })

  it('a stream ends when the pages change, and not when anything else does', async () => {
    const client = await listen()
    await site.ok('editSysAccount', { body: { id: ann.id, note: 'a good customer' } }, admin)
    await bring('still here')
    await eventually('the mail', () => kindsTold(client).includes('mail'))
    await withPages('card')
    await client.ended
  })

  it('a call that waits for a mail is refused when the inbox is taken away', async () => {
    const key = await keyFor(site, ann)
    const listening = await listeners()
    const waiting = site.call('waitEmail', { query: { mailbox: box.address, timeout: 60 } }, key)
    await eventually('it waits', async () => (await listeners()) > listening)
    await withPages('card', 'interface')
    expect(await waiting).toMatchObject({ status: 403, body: { error: errors.forbidden.code } })
  })
})
