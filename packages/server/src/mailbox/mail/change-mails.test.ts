import type { CallName, Folder } from '@yanshu/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import {
  deliverOn,
  fileOf,
  greetedClient,
  inbox,
  plainMail,
  receive,
  startMailSite,
} from '../../testing/mail-site.ts'
import { keyFor, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp, TestRequest } from '../../testing/test-app.ts'
import { findMailbox } from '../account/repository.ts'

describe.each(databaseKinds)('changing mails on %s', kind => {
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

  async function fill(count: number, into: TestMailbox = box): Promise<string[]> {
    const client = await greetedClient(site.app.smtpPort)
    for (let at = 0; at < count; at++) {
      await deliverOn(client, { to: into.address, raw: plainMail({ subject: `mail ${at}` }) })
      await site.app.settled()
    }
    client.socket().destroy()
    return (await inbox(site, into.token, { pageSize: count })).map(mail => mail.id).reverse()
  }
  const unread = async () => (await findMailbox(site.app.db.query, box.id))?.unread
  const folderOf = async (folder: Folder) => (await inbox(site, box.token, { folder })).map(mail => mail.id)

  it('marks read and unread, some or all, and counts what changed', async () => {
    const [first, second] = await fill(3)
    const set = (body: object) => site.ok('setReadEmail', { body }, box.token)
    expect(await set({ ids: [first, second, first], read: true })).toMatchObject({ changed: 2 })
    expect(await set({ ids: [first], read: true })).toMatchObject({ changed: 0 })
    expect(await unread()).toBe(1)
    expect(await set({ all: true, read: true })).toMatchObject({ changed: 1 })
    expect(await unread()).toBe(0)
    expect(await set({ all: true, mailbox: box.id, read: false })).toMatchObject({ changed: 3 })
    expect(await unread()).toBe(3)
    const { total, counts, list } = await site.ok('getUnreadEmail', {}, box.token)
    expect([total, counts, list.length]).toEqual([3, [{ mailboxId: box.id, unread: 3 }], 3])
  })

  it('stars, labels and moves; what is not named stays', async () => {
    const [id] = await fill(1)
    const update = (body: object) => site.ok('updateEmail', { body: { ids: [id], ...body } }, box.token)
    await update({ starred: true })
    await update({ labels: ['工作', '重要', '工作'] })
    const [mail] = await inbox(site, box.token)
    expect(mail).toMatchObject({ starred: true, labels: ['工作', '重要'], folder: 'inbox', read: false })
    await update({ folder: 'spam' })
    expect(await unread()).toBe(0)
    expect(await folderOf('spam')).toEqual([id])
    expect(await inbox(site, box.token, { folder: 'starred' })).toHaveLength(1)
    await update({ folder: 'inbox', labels: [] })
    expect(await unread()).toBe(1)
    expect(await inbox(site, box.token)).toMatchObject([{ starred: true, labels: [] }])
    expect(await update({})).toMatchObject({ changed: 0 })
  })

  it('counts only the mails that were not so already', async () => {
    const [first, second, third] = await fill(3)
    const update = (ids: unknown[], body: object) =>
      site.ok('updateEmail', { body: { ids, ...body } }, box.token)
    await update([first], { starred: true, labels: ['工作'] })
    expect(await update([first, second], { starred: true })).toMatchObject({ changed: 1 })
    expect(await update([first, second], { starred: true })).toMatchObject({ changed: 0 })
    expect(await update([first, second, third], { labels: ['工作', '工作'] })).toMatchObject({ changed: 2 })
    expect(await update([first, second], { starred: true, folder: 'trash' })).toMatchObject({ changed: 2 })
    expect(await update([first, second, third], { folder: 'trash' })).toMatchObject({ changed: 1 })
    expect(await unread()).toBe(0)
  })

  it('deletes to the trash first and for good from there; what is in the trash comes back', async () => {
    const ids = await fill(3)
    const [first, second, third] = ids
    expect(await site.ok('deleteEmail', { params: { id: first ?? '' } }, box.token)).toMatchObject({
      trashed: 1,
      deleted: 0,
    })
    expect(await unread()).toBe(2)
    expect(await site.ok('delEmail', { body: { ids: [first, second] } }, box.token)).toMatchObject({
      trashed: 1,
      deleted: 1,
    })
    expect(await folderOf('trash')).toEqual([second])
    expect((await site.call('getEmail', { params: { id: first ?? '' } }, box.token)).status).toBe(404)
    await site.ok('updateEmail', { body: { ids: [second], folder: 'inbox' } }, box.token)
    expect(await folderOf('inbox')).toEqual([third, second])
    expect(await unread()).toBe(2)
    await site.ok('delEmail', { body: { ids: [second, third] } }, box.token)
    expect(await site.ok('emptyTrash', { body: { mailbox: box.id } }, box.token)).toMatchObject({
      deleted: 2,
    })
    expect((await findMailbox(site.app.db.query, box.id))?.used_bytes).toBe(0)
  })

  it('of all mailboxes at once leaves one alone that was deleted and may come back', async () => {
    const [first, second, third] = await fill(3)
    await site.ok('delEmail', { body: { ids: [first] } }, box.token)
    await site.ok('delEmailAccount', { body: { ids: [box.id], keep: true } }, ann.token)
    const other = await makeMailbox(site, `other${names}`, ann.id)
    await receive(site, { to: other.address })
    await site.ok('delEmail', { body: { ids: [(await inbox(site, other.token))[0]?.id] } }, other.token)
    const time = { from: new Date(0).toISOString(), to: new Date(site.clock.now() + hour).toISOString() }
    for (const token of [ann.token, await site.adminToken()]) {
      await site.ok('setReadEmail', { body: { all: true, read: true } }, token)
      await site.ok('deleteEmailsInTimeRange', { body: time }, token)
      await site.ok('emptyTrash', { body: {} }, token)
    }
    expect(await inbox(site, other.token, { folder: 'trash' })).toEqual([])
    await site.ok('restoreEmailAccount', { body: { ids: [box.id] } }, ann.token)
    const shown = async (folder: Folder) =>
      (await inbox(site, ann.token, { mailbox: box.id, folder })).map(({ id, read }) => [id, read])
    expect(await shown('trash')).toEqual([[first, false]])
    expect(await shown('inbox')).toEqual([
      [third, false],
      [second, false],
    ])
  })

  it('counts a range of time before it deletes it', async () => {
    await fill(2)
    const from = new Date(site.clock.now() - hour).toISOString()
    site.clock.advance(hour)
    const to = new Date(site.clock.now()).toISOString()
    const late = await fill(3)
    const range = (body: object) =>
      site.ok('deleteEmailsInTimeRange', { body: { from, to, ...body } }, box.token)
    expect(await range({ dryRun: true })).toMatchObject({ count: 2 })
    expect(await folderOf('inbox')).toHaveLength(5)
    expect(await range({ mailbox: box.id })).toMatchObject({ count: 2 })
    expect(await folderOf('inbox')).toEqual(late.reverse())
    expect(await unread()).toBe(3)
    expect(await range({})).toMatchObject({ count: 0 })
    const wrong = { from: to, to: from }
    expect((await site.call('deleteEmailsInTimeRange', { body: wrong }, box.token)).status).toBe(400)
  })

  it('changes nothing when one of many is somebody else’s', async () => {
    const ids = await fill(2)
    const theirs = await makeMailbox(site, `theirs${names}`)
    const [foreign] = await fill(1, theirs)
    const all = [...ids, foreign]
    const tries: [CallName, object][] = [
      ['setReadEmail', { ids: all, read: true }],
      ['updateEmail', { ids: all, starred: true, folder: 'trash', labels: ['x'] }],
      ['delEmail', { ids: all }],
    ]
    for (const [name, body] of tries) {
      for (const token of [box.token, ann.token])
        expect((await site.call(name, { body }, token)).status, name).toBe(404)
    }
    expect(await inbox(site, box.token)).toMatchObject([
      { read: false, starred: false, labels: [] },
      { read: false, starred: false, labels: [] },
    ])
    expect(await inbox(site, theirs.token)).toMatchObject([{ read: false, starred: false, folder: 'inbox' }])
  })

  it('is for nobody else, by any call that names a mail or a mailbox', async () => {
    const [id = ''] = await fill(1)
    const bob = await makePerson(site, `bob-${names}`)
    const theirs = await makeMailbox(site, `bobs${names}`, bob.id)
    const time = { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' }
    const requests: [CallName, TestRequest][] = [
      ['getEmail', { params: { id } }],
      ['getEmailSource', { params: { id } }],
      ['getAttachment', { params: { id, attachmentId: '1' } }],
      ['getImage', { params: { id }, query: { url: 'https://example.org/a.png' } }],
      ['deleteEmail', { params: { id } }],
      ['delEmail', { body: { ids: [id] } }],
      ['setReadEmail', { body: { ids: [id], read: true } }],
      ['setReadEmail', { body: { all: true, mailbox: box.id, read: true } }],
      ['updateEmail', { body: { ids: [id], starred: true } }],
      ['getInbox', { query: { mailbox: box.id } }],
      ['getTrace', { query: { mailbox: box.id } }],
      ['waitEmail', { query: { mailbox: box.id, since: time.from } }],
      ['waitEmail', { query: { mailbox: box.address, since: time.from } }],
      ['emptyTrash', { body: { mailbox: box.id } }],
      ['deleteEmailsInTimeRange', { body: { ...time, mailbox: box.id } }],
      ['deleteEmailsInTimeRange', { body: { ...time, mailbox: box.id, dryRun: true } }],
      ['sendTestMail', { body: { mailbox: box.id } }],
    ]
    const gone = await site.call('getEmail', { params: { id: '01strangerstrangerstranger' } }, bob.token)
    for (const token of [bob.token, theirs.token, await keyFor(site, bob)]) {
      for (const [name, request] of requests) {
        const { status, body } = await site.call(name, request, token)
        expect([name, status, body.error]).toEqual([name, 404, 1006])
        expect(body.msg === gone.body.msg || body.fields !== undefined).toBe(true)
      }
      await site.ok('setReadEmail', { body: { all: true, read: true } }, token)
      await site.ok('emptyTrash', { body: {} }, token)
      expect(await site.ok('deleteEmailsInTimeRange', { body: time }, token)).toMatchObject({ count: 0 })
    }
    for (const [name, request] of requests) {
      const { status, body } = await site.call(name, request)
      expect([name, status, body.error]).toEqual([name, 401, 302])
    }
    expect((await fileOf(site, null, `/api/user/getEmailSource/${id}`)).status).toBe(401)
    expect(await inbox(site, box.token)).toMatchObject([{ read: false, starred: false, folder: 'inbox' }])
  })

  it('keeps the unread count right through any sequence of changes', async () => {
    type Model = { folder: Folder; read: boolean }
    const ids = await fill(6)
    const model = new Map<string, Model>(ids.map(id => [id, { folder: 'inbox', read: false }]))
    const some = fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 4 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('read' as const), some, read: fc.boolean() }),
      fc.record({
        kind: fc.constant('move' as const),
        some,
        folder: fc.constantFrom<Folder>('inbox', 'spam', 'trash'),
      }),
      fc.record({ kind: fc.constant('delete' as const), some }),
      fc.record({ kind: fc.constant('all' as const), read: fc.boolean() }),
      fc.record({ kind: fc.constant('empty' as const) }),
      fc.record({ kind: fc.constant('arrive' as const) }),
    )
    const pick = (places: readonly number[]): string[] => {
      const alive = [...model.keys()]
      return [...new Set(places.map(at => alive[at % alive.length] ?? ''))]
    }
    const edit = (chosen: readonly string[], change: Partial<Model>) => {
      for (const id of chosen) model.set(id, { folder: 'inbox', read: false, ...model.get(id), ...change })
    }
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
    async function perform(action: Step): Promise<void> {
      if (model.size === 0 || action.kind === 'arrive') {
        await receive(site, { to: box.address })
        const [newest] = await inbox(site, box.token, { pageSize: 1 })
        if (newest) model.set(newest.id, { folder: 'inbox', read: false })
      } else if (action.kind === 'all') {
        await site.ok('setReadEmail', { body: { all: true, read: action.read } }, box.token)
        edit([...model.keys()], { read: action.read })
      } else if (action.kind === 'empty') {
        await site.ok('emptyTrash', { body: {} }, box.token)
        for (const [id, mail] of model) if (mail.folder === 'trash') model.delete(id)
      } else {
        const chosen = pick(action.some)
        if (action.kind === 'read') {
          await site.ok('setReadEmail', { body: { ids: chosen, read: action.read } }, box.token)
          edit(chosen, { read: action.read })
        } else if (action.kind === 'move') {
          await site.ok('updateEmail', { body: { ids: chosen, folder: action.folder } }, box.token)
          edit(chosen, { folder: action.folder })
        } else {
          await site.ok('delEmail', { body: { ids: chosen } }, box.token)
          for (const id of chosen) {
            if (model.get(id)?.folder === 'trash') model.delete(id)
            else edit([id], { folder: 'trash' })
          }
        }
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async steps => {
        for (const action of steps) {
          await perform(action)
          const expected = [...model.values()].filter(mail => mail.folder === 'inbox' && !mail.read).length
          expect(await unread()).toBe(expected)
        }
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('keeps the unread count right while mail comes in', async () => {
    const ids = await fill(10)
    const arriving = Promise.all(Array.from({ length: 15 }, () => receive(site, { to: box.address })))
    for (let round = 0; round < 12; round++) {
      await Promise.all(
        ids.map(id => site.ok('setReadEmail', { body: { ids: [id], read: round % 2 === 0 } }, box.token)),
      )
    }
    await arriving
    await site.app.settled()
    const { list } = await site.ok('getInbox', { query: { unread: '1', pageSize: 100 } }, box.token)
    expect(await unread()).toBe(list.length)
    expect(list).toHaveLength(25)
  })
})
