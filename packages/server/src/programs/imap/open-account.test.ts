import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { inbox, plainMail, receive, sourceOf, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { AccountDeps } from './open-account.ts'
import { accountOf, catchUp, done, folderAt, openReplica, programOf } from './testing/test-account.ts'
import type { ImapAccount } from './types.ts'

describe.each(databaseKinds)('a mailbox in mail programs on %s', kind => {
  let site: TestApp
  let deps: AccountDeps
  let ann: Person
  let box: TestMailbox
  let phone: ImapAccount
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    deps = programOf(site)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
    phone = accountOf(site, box, deps)
  })

  const mailIn = async (subject: string) => {
    await receive(site, { to: box.address, raw: plainMail({ subject }) })
    const [mail] = await inbox(site, ann.token)
    return mail?.id ?? ''
  }
  const opened = async (id: string, account = phone) =>
    done(await account.open(id)).messages.map(({ uid, flags }) => [uid, ...flags])
  const page = (body: object) => site.ok('updateEmail', { body }, ann.token)
  const read = async (id: string, uid: number) =>
    (await phone.read(id, uid, 0, 1_000_000))?.toString('latin1')
  const add = (flags: string[], unchangedSince: number | null = null) =>
    ({ how: 'add', flags, unchangedSince }) as const

  it('has the folders that programs expect, each with a UIDVALIDITY of its own, and one’s own', async () => {
    await phone.createFolder(['客户', '书店'])
    const folders = await phone.folders()
    expect(folders.map(({ path, role }) => [path.join('/'), role])).toEqual([
      ['INBOX', 'inbox'],
      ['Archive', 'archive'],
      ['Junk', 'junk'],
      ['Trash', 'trash'],
      ['Sent', 'sent'],
      ['Drafts', 'drafts'],
      ['客户', null],
      ['客户/书店', null],
    ])
    expect(new Set(folders.map(folder => folder.uidValidity)).size).toBe(folders.length)
    const again = await accountOf(site, box, deps).folders()
    expect(again).toEqual(folders)
    const { list } = await site.ok('getFolders', { query: { mailbox: box.id } }, ann.token)
    expect(list.filter(({ role }) => role === null).map(({ path }) => path.join('/'))).toEqual([
      '客户',
      '客户/书店',
    ])
  })

  it('gives each mail a number that only rises, and tells what changed since', async () => {
    const id = await folderAt(phone, 'INBOX')
    expect(await opened(id)).toEqual([])
    const first = await mailIn('first')
    const second = await mailIn('second')
    expect(await opened(id)).toEqual([[1], [2]])
    const tablet = await openReplica(phone, id)
    await page({ ids: [first], starred: true })
    await site.ok('setReadEmail', { body: { ids: [second], read: true } }, ann.token)
    await catchUp(phone, tablet)
    expect([...tablet.messages].map(([uid, { flags }]) => [uid, ...flags])).toEqual([
      [1, '\\Flagged'],
      [2, '\\Seen'],
    ])
    await page({ ids: [first], folder: 'archive' })
    await page({ ids: [first], folder: 'inbox' })
    await catchUp(phone, tablet)
    expect([...tablet.messages.keys()]).toEqual([2, 3])
    await site.ok('delEmail', { body: { ids: [second] } }, ann.token)
    await site.ok('emptyTrash', { body: { mailbox: box.id } }, ann.token)
    await catchUp(phone, tablet)
    expect([...tablet.messages.keys()]).toEqual([3])
    expect(done(await phone.figures(id))).toMatchObject({ messages: 1, unseen: 1, deleted: 0, uidNext: 4 })
  })

  it('keeps flags and keywords, and the page sees what it knows of them', async () => {
    await mailIn('first')
    await mailIn('second')
    const id = await folderAt(phone, 'INBOX')
    await opened(id)
    const { changed } = done(
      await phone.setFlags(
        id,
        [1, 2, 9],
        add(['\\seen', '\\Flagged', '\\Answered', 'Work', '$Junk', '\\Strange']),
      ),
    )
    expect(changed.map(({ uid }) => uid)).toEqual([1, 2])
    expect(await opened(id)).toEqual([
      [1, '\\Seen', '\\Flagged', '\\Answered', 'Work', '$Junk'],
      [2, '\\Seen', '\\Flagged', '\\Answered', 'Work', '$Junk'],
    ])
    expect(await inbox(site, ann.token)).toMatchObject([{ read: true, starred: true }, {}])
    await phone.setFlags(id, [1], { how: 'remove', flags: ['\\Seen', 'WORK'], unchangedSince: null })
    await phone.setFlags(id, [2], { how: 'replace', flags: ['\\Draft'], unchangedSince: null })
    expect(await opened(id)).toEqual([
      [1, '\\Flagged', '\\Answered', '$Junk'],
      [2, '\\Draft'],
    ])
    const { total } = await site.ok('getUnreadEmail', {}, box.token)
    expect(total).toBe(2)
    const same = done(await phone.setFlags(id, [2], add(['\\Draft'])))
    expect(same.changed).toEqual([])
  })

  it('leaves alone what changed since a state that the program knows', async () => {
    const first = await mailIn('first')
    await mailIn('second')
    const id = await folderAt(phone, 'INBOX')
    const { figures } = done(await phone.open(id))
    await page({ ids: [first], starred: true })
    const { changed, modified } = done(
      await phone.setFlags(id, [1, 2], add(['\\Deleted'], figures.highestModseq)),
    )
    expect([changed.map(({ uid }) => uid), modified]).toEqual([[2], [1]])
  })

  it('takes messages as they are and gives them back octet by octet, from any place', async () => {
    const id = await folderAt(phone, 'INBOX')
    const small = Buffer.from('Subject: small\r\n\r\nhello\nbare \0 line\r\n', 'latin1')
    const large = Buffer.concat([plainMail({ subject: 'large' }), Buffer.alloc(3_000_000, 'ab\r\n')])
    const internalDate = Date.UTC(2001, 1, 2)
    const put = await phone.append(id, [
      { raw: small, flags: ['\\Seen', 'Kept'], internalDate },
      { raw: large, flags: [], internalDate: null },
    ])
    expect(done(put)).toEqual([1, 2])
    expect(await opened(id)).toEqual([[1, '\\Seen', 'Kept'], [2]])
    expect(await read(id, 1)).toBe(small.toString('latin1'))
    expect(await phone.read(id, 2, 2_000_000, 100)).toEqual(large.subarray(2_000_000, 2_000_100))
    expect(await phone.read(id, 2, large.length - 10, 100)).toEqual(large.subarray(-10))
    expect(await phone.read(id, 2, large.length + 10, 100)).toEqual(Buffer.alloc(0))
    const facts = await phone.facts(id, [1, 2, 7])
    expect(facts).toMatchObject([
      { uid: 1, octets: small.length, internalDate },
      { uid: 2, octets: large.length },
    ])
    expect(done(await phone.octets(id))).toBe(small.length + large.length)
    expect(await inbox(site, ann.token)).toMatchObject([
      { subject: 'large', read: false },
      { subject: 'small' },
    ])
    expect(await site.ok('getInbox', { query: { q: 'large' } }, ann.token)).toMatchObject({ list: [{}] })
    expect(await phone.quota()).toEqual({ usedOctets: small.length + large.length, limitOctets: null })
  })

  it('shows an arrived mail with its trace, as the page does', async () => {
    const mail = await mailIn('traced')
    const id = await folderAt(phone, 'INBOX')
    await opened(id)
    const [facts] = await phone.facts(id, [1])
    const whole = (await phone.read(id, 1, 0, 1_000_000)) ?? Buffer.alloc(0)
    expect(whole.length).toBe(facts?.octets)
    expect(whole.subarray(-(await sourceOf(site, ann.token, mail)).length)).toEqual(
      await sourceOf(site, ann.token, mail),
    )
    const parts = [await phone.read(id, 1, 0, 50), await phone.read(id, 1, 50, 1_000_000)]
    expect(Buffer.concat(parts.map(part => part ?? Buffer.alloc(0)))).toEqual(whole)
  })

  it('copies and moves; a copy is found by the search and goes by itself', async () => {
    for (const subject of ['alpha', 'beta', 'gamma']) await mailIn(subject)
    const id = await folderAt(phone, 'INBOX')
    const to = done(await phone.createFolder(['Copies'])).id
    await opened(id)
    await phone.setFlags(id, [2], add(['\\Seen', 'Work']))
    const before = (await phone.quota()).usedOctets
    expect(done(await phone.copy(id, [3, 2, 8], to))).toEqual([
      [2, 1],
      [3, 2],
    ])
    expect(await opened(to)).toEqual([[1, '\\Seen', 'Work'], [2]])
    const [original] = await phone.facts(id, [2])
    expect(await phone.facts(to, [1])).toMatchObject([
      { emailId: original?.emailId, octets: original?.octets },
    ])
    expect(await read(to, 1)).toBe(await read(id, 2))
    expect(await inbox(site, ann.token, { folder: to, q: 'gamma' })).toHaveLength(1)
    expect(done(await phone.move(id, [1, 2], to))).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(await opened(id)).toEqual([[3]])
    expect((await opened(to)).map(([uid]) => uid)).toEqual([1, 2, 3, 4])
    await phone.setFlags(to, [1, 2], add(['\\Deleted']))
    expect(done(await phone.expunge(to, [1]))).toEqual([1])
    expect(done(await phone.expunge(to, null))).toEqual([2])
    expect((await opened(to)).map(([uid]) => uid)).toEqual([3, 4])
    expect((await phone.quota()).usedOctets).toBe(before)
    expect(await read(to, 4)).toContain('beta')
  })

  it('refuses beyond the room of the mailbox and leaves nothing behind', async () => {
    await site.app.db.transaction(tx =>
      tx.updateTable('mailbox').set({ quota_bytes: 1000 }).where('id', '=', box.id).execute(),
    )
    const id = await folderAt(phone, 'INBOX')
    const raw = Buffer.alloc(400_000, 'a')
    expect(await phone.append(id, [{ raw, flags: [], internalDate: null }])).toEqual({
      ok: false,
      reason: 'overQuota',
    })
    expect(await opened(id)).toEqual([])
    expect(await phone.quota()).toEqual({ usedOctets: 0, limitOctets: 1000 })
  })

  it('refuses what cannot be with folders, and forgets nothing by a rename', async () => {
    const own = done(await phone.createFolder(['Work', 'Now']))
    expect(await phone.createFolder(['Work', 'Now'])).toMatchObject({ reason: 'folderExists' })
    expect(await phone.createFolder(['inbox'])).toMatchObject({ reason: 'folderExists' })
    expect(await phone.createFolder(['INBOX', 'within'])).toMatchObject({ reason: 'notAllowed' })
    expect(await phone.createFolder(['a\u0007b'])).toMatchObject({ reason: 'badName' })
    const inboxId = await folderAt(phone, 'INBOX')
    expect(await phone.removeFolder(inboxId)).toMatchObject({ reason: 'notAllowed' })
    expect(await phone.renameFolder(inboxId, ['Other'])).toMatchObject({ reason: 'notAllowed' })
    const outer = await folderAt(phone, 'Work')
    expect(await phone.removeFolder(outer)).toMatchObject({ reason: 'notAllowed' })
    expect(await phone.renameFolder(own.id, ['Later', 'Now'])).toMatchObject({ ok: true })
    const moved = (await phone.folders()).find(folder => folder.id === own.id)
    expect(moved).toMatchObject({ path: ['Later', 'Now'], uidValidity: own.uidValidity })
    await phone.subscribe(own.id, false)
    expect((await phone.folders()).find(folder => folder.id === own.id)?.isSubscribed).toBe(false)
    await mailIn('filed')
    await opened(inboxId)
    await phone.move(inboxId, [1], own.id)
    expect(await phone.renameFolder(own.id, ['Trash', 'Now'])).toMatchObject({ ok: true })
    expect((await opened(await folderAt(phone, 'Trash'))).length).toBe(1)
    expect(await phone.open(own.id)).toMatchObject({ reason: 'noFolder' })
    const made = done(await phone.createFolder(['Later', 'Now']))
    expect(made.uidValidity).toBeGreaterThan(own.uidValidity)
  })

  it('is nobody else’s', async () => {
    const other = accountOf(site, await makeMailbox(site, `other${names}`, ann.id), deps)
    const id = await folderAt(phone, 'INBOX')
    await mailIn('mine')
    await opened(id)
    const theirs = await folderAt(other, 'INBOX')
    for (const answer of [
      await other.open(id),
      await other.changes(id, 0),
      await other.figures(id),
      await other.octets(id),
      await other.setFlags(id, [1], add(['\\Seen'])),
      await other.append(id, [{ raw: plainMail(), flags: [], internalDate: null }]),
      await other.copy(id, [1], theirs),
      await other.move(id, [1], theirs),
      await other.expunge(id, null),
      await other.renameFolder(id, ['x']),
      await other.removeFolder(id),
      await other.subscribe(id, false),
      await phone.move(id, [1], theirs),
      await phone.copy(id, [1], theirs),
    ])
      expect(answer).toMatchObject({ ok: false, reason: 'noFolder' })
    expect([await other.facts(id, [1]), await other.read(id, 1, 0, 10)]).toEqual([[], null])
    expect(await opened(id)).toEqual([[1]])
  })

  it('tells a program that was away for long of everything that is gone', async () => {
    const first = await mailIn('first')
    await mailIn('second')
    await mailIn('third')
    const id = await folderAt(phone, 'INBOX')
    const tablet = await openReplica(phone, id)
    await page({ ids: [first], folder: 'archive' })
    done(await phone.changes(id, tablet.modseq))
    site.clock.advance(31 * day)
    await site.app.runJobs()
    await phone.move(id, [3], await folderAt(phone, 'Archive'))
    await catchUp(phone, tablet)
    expect([...tablet.messages.keys()]).toEqual([2])
    const vanished = site.app.db.query.selectFrom('mail_vanished').where('mailbox_id', '=', phone.mailboxId)
    const known = await vanished.select('uid').execute()
    expect(known.map(({ uid }) => uid)).toEqual([3])
  })

  it('hears what happens on the page and in another program', async () => {
    const id = await folderAt(phone, 'INBOX')
    // The program tells others only while somebody listens; here the page does.
    const stream = await openEvents(site, ann.token)
    let heard = 0
    const end = phone.listen(() => void heard++)
    const next = async (act: () => Promise<unknown>) => {
      const before = heard
      await act()
      await eventually('it is heard', async () => heard > before)
    }
    await next(() => mailIn('news'))
    await opened(id)
    const mails = await inbox(site, ann.token)
    await next(() => page({ ids: [mails[0]?.id], starred: true }))
    const tablet = accountOf(site, box, deps)
    await next(() => tablet.setFlags(id, [1], add(['\\Answered'])))
    await next(() => tablet.append(id, [{ raw: plainMail(), flags: [], internalDate: null }]))
    await next(() => tablet.createFolder(['New']))
    end()
    stream.close()
  })
})
