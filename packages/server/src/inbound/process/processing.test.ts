import type { Folder } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../kernel/clock.ts'
import { findMailbox, updateMailbox } from '../../mailbox/account/repository.ts'
import { blobCount } from '../../testing/blob-count.ts'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { journaledMessage } from '../../testing/journaled-message.ts'
import { deliver, inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeDomain, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { Action } from '../filter/filter.ts'
import { condition, sampleRule } from '../filter/testing/sample-facts.ts'

describe.each(databaseKinds)('processing on %s', kind => {
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

  const row = () => findMailbox(site.app.db.query, box.id)
  const unread = async () => (await row())?.unread
  const addFilter = (...actions: Action[]) =>
    site.ok(
      'addFilter',
      {
        body: sampleRule({
          conditions: [condition('subject', 'contains', 'filtered')],
          actions,
          scope: { kind: 'mailbox', id: box.id },
        }),
      },
      ann.token,
    )
  const lastTrace = () =>
    eventually('a trace row', async () => {
      const { list } = await site.ok('getTrace', { query: { mailbox: box.id } }, ann.token)
      return list[0]
    })

  describe('where a mail goes', () => {
    it('is the spam folder when its score reaches the line, and it is not counted as unread', async () => {
      const raw = plainMail({
        subject: '专业代开发票',
        from: '"admin@bank.com" <x@evil.example>',
        headers: ['Content-Type: text/plain'],
      })
      await receive(site, { to: box.address, raw })
      expect(await inbox(site, box.token)).toEqual([])
      const [mail] = await inbox(site, box.token, { folder: 'spam' })
      expect(mail?.spamScore).toBeGreaterThanOrEqual(5)
      expect(await unread()).toBe(0)
      expect(await lastTrace()).toMatchObject({ verdict: 'accepted', reason: '疑似垃圾邮件，放进了垃圾邮件' })
    })

    it.each<[Folder, Action, object, number]>([
      ['spam', { action: 'spam' }, { folder: 'spam' }, 0],
      ['trash', { action: 'trash' }, { folder: 'trash' }, 0],
      ['archive', { action: 'archive' }, { folder: 'archive' }, 0],
      ['inbox', { action: 'read' }, { read: true }, 0],
      ['inbox', { action: 'star' }, { starred: true }, 1],
      ['inbox', { action: 'label', value: '工作' }, { labels: ['工作'] }, 1],
    ])('is %s after a filter with %o', async (folder, action, shown, count) => {
      await addFilter(action)
      await receive(site, { to: box.address, raw: plainMail({ subject: 'filtered' }) })
      expect(await inbox(site, box.token, { folder })).toMatchObject([shown])
      expect(await unread()).toBe(count)
      const { list } = await site.ok('getFilters', {}, ann.token)
      expect(list).toMatchObject([{ hits: 1 }])
    })

    it('is the folder that a filter names, which is made where it is missing', async () => {
      const folders = async () =>
        (await site.ok('getFolders', { query: { mailbox: box.id } }, ann.token)).list.filter(
          ({ role }) => role === null,
        )
      await addFilter({ action: 'spam' }, { action: 'file', value: '客户/ 书店' })
      expect(await folders()).toEqual([])
      for (let at = 0; at < 2; at++)
        await receive(site, { to: box.address, raw: plainMail({ subject: 'filtered' }) })
      const made = await folders()
      expect(made.map(({ path, unread: count }) => [path.join('/'), count])).toEqual([
        ['客户', 0],
        ['客户/书店', 2],
      ])
      expect(await inbox(site, box.token, { folder: made[1]?.id })).toHaveLength(2)
      expect(await unread()).toBe(0)
      await site.ok('delFolder', { body: { ids: [made[0]?.id] } }, ann.token)
      await receive(site, { to: box.address, raw: plainMail({ subject: 'filtered' }) })
      expect((await folders()).map(({ path, total }) => [path.join('/'), total])).toEqual([
        ['客户', 0],
        ['客户/书店', 1],
      ])
    })

    it('is nowhere after a filter that discards, and nothing of it stays', async () => {
      await addFilter({ action: 'discard' })
      const text = `${'x'.repeat(70)}\n`.repeat(5000)
      const before = await leftovers()
      await receive(site, { to: box.address, raw: plainMail({ subject: 'filtered', text }) })
      expect(await site.ok('getInbox', {}, box.token)).toMatchObject({ list: [] })
      expect(await leftovers()).toEqual(before)
      expect((await row())?.used_bytes).toBe(0)
      expect(await lastTrace()).toMatchObject({
        verdict: 'discarded',
        reason: '按过滤规则丢弃',
        mailId: null,
      })
    })

    it('is refused before the 250 by a filter that refuses, with its own words', async () => {
      await addFilter({ action: 'refuse', value: 'No advertisements please' })
      const refused = await deliver(site.app.smtpPort, {
        to: box.address,
        raw: plainMail({ subject: 'filtered' }),
      })
      expect(refused.data).toBe('550 5.7.1 No advertisements please')
      expect(await lastTrace()).toMatchObject({ verdict: 'refused', reason: '按过滤规则拒收' })
      expect((await site.ok('getFilters', {}, ann.token)).list).toMatchObject([{ hits: 1 }])
      await receive(site, { to: box.address, raw: plainMail({ subject: 'welcome' }) })
      expect(subjects(await inbox(site, box.token))).toEqual(['welcome'])
    })

    it('is decided for each mailbox alone', async () => {
      await addFilter({ action: 'refuse' })
      const other = await makeMailbox(site, `other${names}`, ann.id)
      const to = [box.address, other.address]
      await receive(site, { to, raw: plainMail({ subject: 'filtered' }) })
      expect(await inbox(site, box.token)).toEqual([])
      expect(await inbox(site, other.token)).toHaveLength(1)
    })

    it('is decided by the owner’s rules also for the first mail to a catch-all name', async () => {
      const id = await makeDomain(site, `d${names}.test`, { ownerId: ann.id })
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ catch_all: 1 }).where('id', '=', id).execute()
      })
      const conditions = [condition('subject', 'contains', 'filtered')]
      const rule = sampleRule({ conditions, actions: [{ action: 'star' }], scope: { kind: 'domain', id } })
      await site.ok('addFilter', { body: rule }, ann.token)
      await receive(site, { to: `new@d${names}.test`, raw: plainMail({ subject: 'filtered' }) })
      expect(await inbox(site, ann.token, { folder: 'starred' })).toHaveLength(1)
      const refuse = sampleRule({
        conditions,
        actions: [{ action: 'refuse' }],
        scope: { kind: 'domain', id },
      })
      await site.ok('addFilter', { body: refuse }, ann.token)
      const { data } = await deliver(site.app.smtpPort, {
        to: `newer@d${names}.test`,
        raw: plainMail({ subject: 'filtered' }),
      })
      expect(data).toMatch(/^550 5\.7\.1 /)
    })
  })

  async function leftovers(): Promise<number[]> {
    const { messages } = await site.app.db.query
      .selectFrom('message')
      .select(eb => eb.fn.countAll<number>().as('messages'))
      .executeTakeFirstOrThrow()
    return [Number(messages), await blobCount(site)]
  }

  it('of a node that died is taken up in due time after the clock was set back', async () => {
    await journaledMessage(site, box, plainMail({ subject: 'left' }), {
      claimedUntil: site.clock.now() + minute,
    })
    site.clock.advance(-day)
    await eventually('it is there', async () => subjects(await inbox(site, box.token)).includes('left'))
    site.clock.advance(day)
  })

  describe('a mailbox that changes hands or ends', () => {
    it('gives its next holder nothing of what was accepted before', async () => {
      const claimedUntil = site.clock.now() + minute
      const raw = plainMail({ subject: 'for the first' })
      const { seq } = await journaledMessage(site, box, raw, { claimedUntil })
      await site.ok('delEmailAccount', { body: { ids: [box.id] } }, ann.token)
      const bob = await makePerson(site, `bob-${names}`)
      const next = await makeMailbox(site, `box${names}`, bob.id)
      site.clock.advance(2 * minute)
      await eventually('it was taken up', async () => {
        const row = await site.app.db.query
          .selectFrom('message')
          .select('seq')
          .where('seq', '=', seq)
          .executeTakeFirst()
        return row === undefined
      })
      expect(await inbox(site, next.token)).toEqual([])
      expect((await site.ok('getTrace', {}, next.token)).list).toEqual([])
      expect((await site.ok('getTrace', {}, bob.token)).list).toEqual([])
      await receive(site, { to: next.address, raw: plainMail({ subject: 'for the next' }) })
      expect(subjects(await inbox(site, next.token))).toEqual(['for the next'])
    })

    it('ends after the number of mails it was made for, and can be read for a while', async () => {
      await site.app.db.transaction(tx => updateMailbox(tx, box.id, { end_after_mails: 2 }))
      await receive(site, { to: box.address })
      expect((await row())?.expires_at).toBeNull()
      await receive(site, { to: box.address })
      const end = (await row())?.expires_at ?? 0
      expect(end).toBeGreaterThan(site.clock.now())
      expect(end).toBeLessThanOrEqual(site.clock.now() + 10 * minute)
      expect(await inbox(site, box.token)).toHaveLength(2)
    })

    it('ends after the first code', async () => {
      await site.app.db.transaction(tx => updateMailbox(tx, box.id, { end_after_code: 1 }))
      await receive(site, { to: box.address })
      expect((await row())?.expires_at).toBeNull()
      await receive(site, { to: box.address, raw: plainMail({ text: '您的验证码是 204817' }) })
      expect((await row())?.expires_at).not.toBeNull()
    })

    it('never lives longer by its rule than by its time', async () => {
      const expires_at = site.clock.now() + minute
      await site.app.db.transaction(tx => updateMailbox(tx, box.id, { end_after_mails: 1, expires_at }))
      await receive(site, { to: box.address })
      expect((await row())?.expires_at).toBe(expires_at)
    })
  })
})

describe.each(databaseKinds)('a start on %s', kind => {
  it('takes up what a crash left behind', async () => {
    const place = await makePlace(kind)
    const dead = await startMailSite(kind, { place })
    const box = await makeMailbox(dead, 'box')
    const claimedUntil = dead.clock.now() + 10 * minute
    const left = Array.from({ length: 220 }, (_, at) => plainMail({ subject: `left ${at}` }))
    await Promise.all(left.map(raw => journaledMessage(dead, box, raw, { claimedUntil, ownNode: true })))
    await dead.stop()
    const again = await startMailSite(kind, { place })
    await again.app.settled()
    const { list } = await again.ok('emailList', {}, box.token)
    expect(list).toMatchObject([{ unread: left.length }])
    await again.stop()
    await place.remove()
  })
})
