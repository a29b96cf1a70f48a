import { maxFolderDepth, maxFolders } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { findMailbox } from '../account/repository.ts'
import { insertFolder, nextUidValidity } from './repository.ts'

describe.each(databaseKinds)('folders on %s', kind => {
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

  const create = async (name: string, parentId: string | null = null, mailbox = box) =>
    (await site.ok('createFolder', { body: { mailbox: mailbox.id, name, parentId } }, ann.token)).folder
  const refused = async (name: string, parentId: string | null = null) => {
    const { body } = await site.call('createFolder', { body: { mailbox: box.id, name, parentId } }, ann.token)
    return body
  }
  const list = async (mailbox: string | undefined = box.id, token = ann.token) =>
    (await site.ok('getFolders', { query: { mailbox } }, token)).list
  const own = async (mailbox: string | undefined = box.id) =>
    (await list(mailbox)).filter(folder => folder.role === null).map(folder => folder.path.join('/'))
  const mailIn = async (subject = 'hello', to = box) => {
    await receive(site, { to: to.address, raw: plainMail({ subject }) })
    const [mail] = await inbox(site, to.token)
    return mail?.id ?? ''
  }
  const move = (ids: string[], folder: string, token = ann.token) =>
    site.call('updateEmail', { body: { ids, folder } }, token)

  it('stand within each other, by name, after those that every mailbox has', async () => {
    const clients = await create('客户')
    await create('青鸟物流', clients.id)
    await create('北岸书店', clients.id)
    await create('出行')
    const all = await list()
    expect(all.slice(0, 4).map(folder => folder.id)).toEqual(['inbox', 'archive', 'spam', 'trash'])
    expect(await own()).toEqual(['出行', '客户', '客户/北岸书店', '客户/青鸟物流'])
    expect(all[5]).toMatchObject({ id: clients.id, mailboxId: box.id, name: '客户', parentId: null })
  })

  it('count what is in them and what of it is unread', async () => {
    const folder = await create('票据')
    const first = await mailIn('first')
    const second = await mailIn('second')
    const third = await mailIn('third')
    await mailIn('fourth')
    await move([first, second], folder.id)
    await move([third], 'archive')
    await site.ok('setReadEmail', { body: { ids: [second], read: true } }, ann.token)
    const counts = Object.fromEntries((await list()).map(({ id, total, unread }) => [id, [total, unread]]))
    expect(counts).toEqual({
      inbox: [1, 1],
      archive: [1, 1],
      spam: [0, 0],
      trash: [0, 0],
      [folder.id]: [2, 1],
    })
    expect((await findMailbox(site.app.db.query, box.id))?.unread).toBe(1)
    expect(await inbox(site, ann.token, { folder: folder.id })).toMatchObject([
      { subject: 'second', folder: folder.id },
      { subject: 'first', folder: folder.id },
    ])
  })

  it('are renamed, moved and coloured, and never stand within themselves', async () => {
    const outer = await create('客户')
    const inner = await create('书店', outer.id)
    const edit = (id: string, change: object) =>
      site.call('editFolder', { body: { id, ...change } }, ann.token)
    expect((await edit(inner.id, { name: '北岸', color: 'amber', isSubscribed: false })).body).toMatchObject({
      folder: { path: ['客户', '北岸'], color: 'amber', isSubscribed: false },
    })
    expect((await edit(outer.id, { parentId: inner.id })).status).toBe(404)
    expect((await edit(outer.id, { parentId: outer.id })).status).toBe(404)
    await edit(inner.id, { parentId: null })
    expect(await own()).toEqual(['北岸', '客户'])
    expect((await edit(inner.id, { name: '客户' })).status).toBe(409)
    expect(await own()).toEqual(['北岸', '客户'])
  })

  it.each([['a/b'], ['Inbox'], ['TRASH'], ['a\u0007b'], ['\u202Eabc'], ['\u200b'], ['x'.repeat(61)], ['']])(
    'refuse the name %j',
    async name => {
      expect(await refused(name)).toMatchObject({ error: 1001 })
      expect(await own()).toEqual([])
    },
  )

  it('allow the names of programs below the top, and no name twice in one place', async () => {
    const outer = await create('客户')
    await create('Trash', outer.id)
    expect(await refused('客户')).toMatchObject({ error: 1007 })
    await create('客户', outer.id)
    expect(await own()).toEqual(['客户', '客户/客户', '客户/Trash'])
  })

  it('are bounded in number and depth', async () => {
    let parent: string | null = null
    for (let depth = 0; depth < maxFolderDepth; depth++) parent = (await create(`${depth}`, parent)).id
    expect(await refused('deeper', parent)).toMatchObject({ error: 3004 })
    const other = await create('other')
    await create('within', other.id)
    const { folder } = await site
      .ok('getFolders', { query: { mailbox: box.id } }, ann.token)
      .then(({ list }) => ({ folder: list.find(one => one.path.length === maxFolderDepth - 1) }))
    const edit = { id: other.id, parentId: folder?.id ?? null }
    expect((await site.call('editFolder', { body: edit }, ann.token)).body).toMatchObject({ error: 3004 })
    const made = (await own()).length
    await site.app.db.transaction(async tx => {
      const uidValidity = (await nextUidValidity(tx, box.id, site.clock.now())) ?? 1
      const rows = Array.from({ length: maxFolders - made }, (_, at) => `n${at}`)
      for (const name of rows) {
        const row = { id: `${box.id}${name}`, mailbox_id: box.id, role: null, parent_id: null, name }
        await insertFolder(tx, { ...row, color: null }, { now: site.clock.now(), uidValidity })
      }
    })
    expect(await refused('one more')).toMatchObject({ error: 3004 })
    expect(await own()).toHaveLength(maxFolders)
  })

  it('made at once with one name are one', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => refused('票据')))
    expect(made.filter(body => 'error' in body && body.error === 0)).toHaveLength(1)
    expect(await own()).toEqual(['票据'])
  })

  it('leave their mails in the trash when they are deleted, with those within them', async () => {
    const outer = await create('客户')
    const inner = await create('书店', outer.id)
    const stays = await create('出行')
    const [first, second, third] = [await mailIn('first'), await mailIn('second'), await mailIn('third')]
    await move([first], outer.id)
    await move([second], inner.id)
    await move([third], stays.id)
    const gone = await site.ok('delFolder', { body: { ids: [outer.id] } }, ann.token)
    expect(gone).toMatchObject({ deleted: 2, trashed: 2 })
    expect(await own()).toEqual(['出行'])
    expect((await inbox(site, ann.token, { folder: 'trash' })).map(mail => mail.id)).toEqual([second, first])
    expect((await site.call('getInbox', { query: { folder: outer.id } }, ann.token)).status).toBe(404)
    expect((await move([third], outer.id)).status).toBe(404)
  })

  it('take only mails of their own mailbox, and are nobody else’s', async () => {
    const bob = await makePerson(site, `bob-${names}`)
    const theirs = await makeMailbox(site, `theirs${names}`, bob.id)
    const second = await makeMailbox(site, `second${names}`, ann.id)
    const folder = await create('票据')
    const mine = await mailIn('mine')
    const other = await mailIn('other', second)
    expect((await move([mine, other], folder.id)).status).toBe(404)
    expect(await inbox(site, ann.token, { folder: folder.id })).toEqual([])
    expect((await move([await mailIn('bobs', theirs)], folder.id, bob.token)).status).toBe(404)
    for (const token of [bob.token, second.token, theirs.token]) {
      expect((await site.call('getInbox', { query: { folder: folder.id } }, token)).status).toBe(404)
      expect((await site.call('getFolders', { query: { mailbox: box.id } }, token)).status).toBe(404)
      const calls = [
        site.call('editFolder', { body: { id: folder.id, name: 'theirs' } }, token),
        site.call('delFolder', { body: { ids: [folder.id] } }, token),
        site.call('createFolder', { body: { mailbox: box.id, name: 'theirs' } }, token),
      ]
      for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404)
    }
    const within = { mailbox: second.id, name: 'within', parentId: folder.id }
    expect((await site.call('createFolder', { body: within }, ann.token)).status).toBe(404)
    expect(await list(undefined, box.token)).toMatchObject([{}, {}, {}, {}, { id: folder.id }])
  })

  it('are listed for all mailboxes of an account', async () => {
    const second = await makeMailbox(site, `second${names}`, ann.id)
    await create('票据')
    await create('票据', null, second)
    const { list: all } = await site.ok('getFolders', {}, ann.token)
    expect(all.map(({ path, mailboxId }) => [path, mailboxId])).toEqual(
      expect.arrayContaining([
        [['票据'], box.id],
        [['票据'], second.id],
      ]),
    )
    expect(all).toHaveLength(2)
  })

  it('do not pass on with a mailbox; what was filed in them is in the archive', async () => {
    const admin = await makePerson(site, `admin-${names}`, { role: 'admin' })
    const bob = await makePerson(site, `heir-${names}`)
    const folder = await create('私事')
    const mail = await mailIn('filed')
    await move([mail], folder.id)
    await site.ok('batchEditEmailAccount', { body: { ids: [box.id], ownerId: bob.id } }, admin.token)
    expect(await inbox(site, bob.token, { folder: 'archive' })).toMatchObject([
      { id: mail, folder: 'archive' },
    ])
    const { list: seen } = await site.ok('getFolders', { query: { mailbox: box.id } }, bob.token)
    expect(seen.map(({ role }) => role)).toEqual(['inbox', 'archive', 'spam', 'trash'])
  })

  it('are reached by everything that goes over all mails', async () => {
    const folder = await create('票据')
    const mail = await mailIn('filed')
    await move([mail], folder.id)
    expect(await site.ok('setReadEmail', { body: { all: true, read: true } }, ann.token)).toMatchObject({
      changed: 1,
    })
    const range = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    expect(await site.ok('deleteEmailsInTimeRange', { body: range }, ann.token)).toMatchObject({ count: 1 })
    expect(await inbox(site, ann.token, { folder: 'trash' })).toMatchObject([{ id: mail }])
  })
})
