import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { AccountDeps } from './open-account.ts'
import { accountOf, done, folderAt, programOf } from './testing/test-account.ts'
import type { ImapAccount } from './types.ts'

describe.each(databaseKinds)('drafts in mail programs on %s', kind => {
  let site: TestApp
  let deps: AccountDeps
  let box: TestMailbox
  let phone: ImapAccount
  let drafts: string
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    deps = programOf(site)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    box = await makeMailbox(site, `box${names}`)
    await maySend(1)
    phone = accountOf(site, box, deps)
    drafts = await folderAt(phone, 'Drafts')
  })

  const maySend = (may_send: 0 | 1) =>
    site.app.db.transaction(tx =>
      tx.updateTable('mailbox').set({ may_send }).where('id', '=', box.id).execute(),
    )
  const opened = async () => done(await phone.open(drafts)).messages.map(({ uid, flags }) => [uid, ...flags])
  const text = async (uid: number) => (await phone.read(drafts, uid, 0, 1_000_000))?.toString() ?? ''
  const save = async (body: object) => (await site.ok('saveDraft', { body }, box.token)).draft
  const onPage = async () => (await site.ok('getDrafts', {}, box.token)).list
  const put = async (raw: Buffer) =>
    done(await phone.append(drafts, [{ raw, flags: ['\\Draft', '\\Seen'], internalDate: null }]))
  const remove = async (uid: number) => {
    await phone.setFlags(drafts, [uid], { how: 'add', flags: ['\\Deleted'], unchangedSince: null })
    return done(await phone.expunge(drafts, [uid]))
  }

  it('are those of the page, and a new version is a new message', async () => {
    const to = ['Bob <bob@far.test>', 'half typed']
    const begun = await save({ subject: '草稿', to, bcc: ['quiet@far.test'], html: '<p>hello</p>' })
    expect(await opened()).toEqual([[1, '\\Seen', '\\Draft']])
    expect(await text(1)).toMatch(/^Bcc: quiet@far\.test\r\n/)
    expect(await text(1)).toMatch(/\r\nTo: Bob <bob@far\.test>\r\n/)
    expect(await text(1)).toContain('hello')
    await save({ id: begun.id, version: begun.version, html: '<p>changed</p>' })
    expect(await opened()).toEqual([[2, '\\Seen', '\\Draft']])
    expect(await text(2)).toContain('changed')
    await site.ok('delDraft', { body: { ids: [begun.id] } }, box.token)
    expect(await opened()).toEqual([])
    expect(await phone.quota()).toMatchObject({ usedOctets: 0 })
  })

  it('of a program are finished on the page', async () => {
    const raw = Buffer.from(
      [
        'From: Ann <ann@yanshu.test>',
        'To: Bob <bob@far.test>',
        'Bcc: quiet@far.test',
        'Subject: begun on the phone',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<p>hello</p>',
        '--b',
        'Content-Type: text/plain; name="note.txt"',
        'Content-Disposition: attachment; filename="note.txt"',
        '',
        'a note',
        '--b--',
        '',
      ].join('\r\n'),
    )
    expect(await put(raw)).toEqual([1])
    const [listed] = await onPage()
    const { draft } = await site.ok('getDraft', { params: { id: listed?.id ?? '' } }, box.token)
    expect(draft).toMatchObject({
      from: box.address,
      to: ['Bob <bob@far.test>'],
      bcc: ['quiet@far.test'],
      subject: 'begun on the phone',
      html: expect.stringContaining('hello'),
      attachments: [{ filename: 'note.txt' }],
    })
    expect(await text(1)).toBe(raw.toString())
    await save({ id: draft.id, version: draft.version, subject: 'finished on the page' })
    expect(await opened()).toEqual([[2, '\\Seen', '\\Draft']])
    expect(await text(2)).toContain('finished on the page')
    expect(await text(2)).toContain('note.txt')
  })

  it('are changed by a program as programs do: the new one is put in and the old one removed', async () => {
    await put(plainMail({ subject: 'first' }))
    expect(await put(plainMail({ subject: 'second' }))).toEqual([2])
    expect(await remove(1)).toEqual([1])
    expect((await onPage()).map(({ subject }) => subject)).toEqual(['second'])
    const trash = await folderAt(phone, 'Trash')
    expect(done(await phone.move(drafts, [2], trash))).toEqual([[2, 1]])
    expect(await onPage()).toEqual([])
    expect(done(await phone.move(trash, [1], drafts))).toEqual([[1, 3]])
    expect((await onPage()).map(({ subject }) => subject)).toEqual(['second'])
  })

  it('stay on the page when a program removes an older version', async () => {
    await put(plainMail({ subject: 'first' }))
    await opened()
    const [listed] = await onPage()
    await phone.setFlags(drafts, [1], { how: 'add', flags: ['\\Deleted'], unchangedSince: null })
    await save({ id: listed?.id, version: listed?.version, subject: 'saved meanwhile' })
    await phone.expunge(drafts, [1])
    expect((await onPage()).map(({ subject }) => subject)).toEqual(['saved meanwhile'])
    expect(await text((await opened())[0]?.[0] as number)).toContain('saved meanwhile')
  })

  it('are one for each, however many programs look at once', async () => {
    for (let at = 0; at < 3; at++) await save({ subject: `draft ${at}` })
    const others = Array.from({ length: 4 }, () => accountOf(site, box, deps))
    await Promise.all(others.map(other => other.open(drafts)))
    expect(await opened()).toHaveLength(3)
    await Promise.all(
      others.map(other => other.append(drafts, [{ raw: plainMail(), flags: [], internalDate: null }])),
    )
    expect(await opened()).toHaveLength(7)
    expect(await onPage()).toHaveLength(7)
  })

  it('of a mailbox that may not send are mails that only programs see', async () => {
    await maySend(0)
    expect(await put(plainMail({ subject: 'kept' }))).toEqual([1])
    expect(await text(1)).toContain('kept')
    expect(await opened()).toHaveLength(1)
    await maySend(1)
    expect(await opened()).toHaveLength(1)
    expect(await onPage()).toHaveLength(1)
  })
})
