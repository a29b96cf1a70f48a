import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything } from '../../identity/access.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { AccountDeps } from './open-account.ts'
import { accountOf, done, folderAt, programOf } from './testing/test-account.ts'
import type { ImapAccount } from './types.ts'

describe.each(databaseKinds)('sent mail in mail programs on %s', kind => {
  let site: TestApp
  let deps: AccountDeps
  let ann: Person
  let box: TestMailbox
  let phone: ImapAccount
  let sent: string
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    deps = programOf(site)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`, { role: 'user', can: everything })
    box = await makeMailbox(site, `box${names}`, ann.id)
    phone = accountOf(site, box, deps)
    sent = await folderAt(phone, 'Sent')
  })

  const send = async (subject: string, text = 'hello'): Promise<string> => {
    const body = { from: box.address, to: ['a@far.test'], subject, text }
    return (await site.ok('sendEmail', { body }, ann.token)).id
  }
  const settle = (id: string) =>
    site.app.db.transaction(tx =>
      tx.updateTable('outgoing').set({ pending: 0 }).where('id', '=', id).execute(),
    )
  const opened = async (id = sent) =>
    done(await phone.open(id)).messages.map(({ uid, flags }) => [uid, ...flags])
  const onPage = async () => (await site.ok('getSentEmail', {}, ann.token)).list.map(mail => mail.id)
  const put = async (raw: Buffer, flags: string[] = []) =>
    done(await phone.append(sent, [{ raw, flags, internalDate: null }]))
  const source = async (uid: number) => (await phone.read(sent, uid, 0, 10_000_000)) ?? Buffer.alloc(0)
  const messageId = (raw: Buffer) => /^message-id: (<.*>)/im.exec(raw.toString())?.[1] ?? ''

  it('is there as it was sent, small and large, and takes no room twice', async () => {
    await send('small')
    await send('large', 'x'.repeat(400_000))
    expect(await opened()).toEqual([
      [1, '\\Seen'],
      [2, '\\Seen'],
    ])
    const facts = await phone.facts(sent, [1, 2])
    const both = [await source(1), await source(2)]
    expect(facts.map(({ octets }) => octets)).toEqual(both.map(raw => raw.length))
    expect(both[0]?.toString()).toContain('Subject: small')
    expect(await phone.read(sent, 2, 100_000, 50)).toEqual(both[1]?.subarray(100_000, 100_050))
    expect(await phone.quota()).toMatchObject({ usedOctets: 0 })
    expect(done(await phone.octets(sent))).toBe((both[0]?.length ?? 0) + (both[1]?.length ?? 0))
  })

  it('is there once, whether the program saves it after or before it is sent', async () => {
    await send('first')
    await opened()
    const copy = await source(1)
    expect(await put(copy)).toEqual([1])
    expect(await opened()).toHaveLength(1)
    const early = plainMail({ subject: 'early' })
    expect(await put(early, ['\\Seen'])).toEqual([2])
    const id = await send('early')
    await site.app.db.transaction(tx =>
      tx
        .updateTable('outgoing')
        .set({ message_id: messageId(early) })
        .where('id', '=', id)
        .execute(),
    )
    expect(await opened()).toEqual([
      [1, '\\Seen'],
      [2, '\\Seen'],
    ])
    expect(await source(2)).toEqual(early)
    const other = plainMail({ subject: 'sent elsewhere' })
    expect(await put(other)).toEqual([3])
    expect(await source(3)).toEqual(other)
    expect(await onPage()).toHaveLength(2)
  })

  it('goes from both when it goes from one; what waits in the queue stays', async () => {
    const [first, second, third] = [await send('first'), await send('second'), await send('third')]
    await settle(first)
    await settle(second)
    expect(await opened()).toHaveLength(3)
    await site.ok('delSentEmail', { body: { ids: [first] } }, ann.token)
    expect((await opened()).map(([uid]) => uid)).toEqual([2, 3])
    await phone.setFlags(sent, [2, 3], { how: 'add', flags: ['\\Deleted'], unchangedSince: null })
    expect(done(await phone.expunge(sent, null))).toEqual([2])
    expect(await onPage()).toEqual([third])
    expect((await opened()).map(([uid]) => uid)).toEqual([3])
    expect(await phone.quota()).toMatchObject({ usedOctets: 0 })
  })

  it('is copied and moved out as bytes, and what is moved in is kept', async () => {
    const id = await send('letter')
    await settle(id)
    await opened()
    const raw = await source(1)
    const own = done(await phone.createFolder(['Kept'])).id
    expect(done(await phone.copy(sent, [1], own))).toEqual([[1, 1]])
    expect(await onPage()).toEqual([id])
    expect(done(await phone.move(sent, [1], own))).toEqual([[1, 2]])
    expect(await onPage()).toEqual([])
    expect(await opened()).toEqual([])
    expect(await phone.read(own, 2, 0, 1_000_000)).toEqual(raw)
    expect(done(await phone.move(own, [1], sent))).toEqual([[1, 2]])
    expect(await source(2)).toEqual(raw)
    expect((await opened()).map(([uid]) => uid)).toEqual([2])
  })

  it('of a former holder is not there for the next one', async () => {
    const admin = await makePerson(site, `admin-${names}`, { role: 'admin' })
    const bob = await makePerson(site, `heir-${names}`)
    await send('private')
    await put(plainMail({ subject: 'private too' }))
    const drafts = await folderAt(phone, 'Drafts')
    await phone.append(drafts, [{ raw: plainMail(), flags: ['\\Draft'], internalDate: null }])
    await opened()
    await site.ok('batchEditEmailAccount', { body: { ids: [box.id], ownerId: bob.id } }, admin.token)
    const next = accountOf(site, box, deps)
    const again = await folderAt(next, 'Sent')
    expect(done(await next.open(again)).messages).toEqual([])
    for (const { id } of await next.folders()) expect(done(await next.open(id)).messages).toEqual([])
    expect(again).not.toBe(sent)
  })
})
