import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allBelongings } from '../../all-belongings.ts'
import { openBlobs } from '../../blobs/open-blobs.ts'
import type { Tx } from '../../database/types.ts'
import { findDomainByName } from '../../domain/repository.ts'
import { day, hour, minute } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { createLife } from '../../ledger/life/life.ts'
import { createSiteSettings } from '../../ledger/setting/site-settings.ts'
import { blobCount } from '../../testing/blob-count.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { localDomain, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { findMailbox, newMailboxRow, updateMailbox } from '../account/repository.ts'
import { removeMailboxes } from './remove-mailboxes.ts'

/** The number that one round removes; the rest is left to the next. */
const perRound = 5000

describe.each(databaseKinds)('what time takes away on %s', kind => {
  let site: TestApp
  let ann: Person
  let box: TestMailbox
  let names = 0
  const crowdSize = kind === 'sqlite' ? 10_000 : perRound + 500

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
  })

  const large = (subject: string) => plainMail({ subject, text: `${'x'.repeat(70)}\n`.repeat(5000) })
  const change = (columns: Parameters<typeof updateMailbox>[2]) =>
    site.app.db.transaction(tx => updateMailbox(tx, box.id, columns))
  const set = async (values: Record<string, number>) =>
    site.ok('updateSetting', { body: { values } }, await site.adminToken())
  async function sweep(afterMs: number): Promise<void> {
    site.clock.advance(afterMs)
    await site.app.runJobs()
  }
  async function rows(table: 'message' | 'mail' | 'session' | 'trace'): Promise<number> {
    const { total } = await site.app.db.query
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }

  it('is nothing when the clock leaps three days ahead and is set right within the hour', async () => {
    const own = await makeMailbox(site, `own${names}`)
    await receive(site, { to: own.address, raw: plainMail({ subject: 'kept' }) })
    await site.app.db.transaction(tx => updateMailbox(tx, own.id, { expires_at: site.clock.now() + hour }))
    await site.app.runJobs()
    site.clock.advance(3 * day)
    await until(() =>
      site.logged.some(line => line.includes('these jobs wait') && line.includes('sweep-mailboxes')),
    )
    site.clock.advance(-3 * day)
    expect(subjects(await inbox(site, own.token))).toEqual(['kept'])
    await sweep(hour + minute)
    expect(await findMailbox(site.app.db.query, own.id)).toBeUndefined()
  })

  it('is a temporary address with its mail, blobs, sessions and trace, when its time is over', async () => {
    const before = [await rows('message'), await rows('mail'), await rows('session'), await rows('trace')]
    const own = await makeMailbox(site, `own${names}`)
    await receive(site, { to: own.address, raw: large('large') })
    await receive(site, { to: [own.address, box.address], raw: plainMail({ subject: 'shared' }) })
    expect(await blobCount(site)).toBe(1)
    await site.app.db.transaction(tx => updateMailbox(tx, own.id, { expires_at: site.clock.now() + minute }))
    await sweep(30_000)
    expect(await inbox(site, own.token)).toHaveLength(2)
    await sweep(2 * minute)
    expect(await findMailbox(site.app.db.query, own.id)).toBeUndefined()
    expect((await site.call('getInbox', {}, own.token)).status).toBe(401)
    expect(await blobCount(site)).toBe(0)
    expect(subjects(await inbox(site, box.token))).toEqual(['shared'])
    const [messages = 0, mails = 0, sessions = 0, traces = 0] = before
    expect([await rows('message'), await rows('mail'), await rows('session'), await rows('trace')]).toEqual([
      messages + 1,
      mails + 1,
      sessions,
      traces + 1,
    ])
  })

  it('is not an e-mail account, nor an address without an end', async () => {
    await change({ kind: 'account', expires_at: site.clock.now() + minute })
    const endless = await makeMailbox(site, `endless${names}`)
    await sweep(hour)
    expect(await findMailbox(site.app.db.query, box.id)).toBeDefined()
    expect(await findMailbox(site.app.db.query, endless.id)).toBeDefined()
  })

  it('is a crowd of addresses that end in the same minute, while others are served', async () => {
    const domain = await findDomainByName(site.app.db.query, localDomain)
    if (!domain) throw new Error('no domain')
    const now = site.clock.now()
    const crowd = Array.from({ length: crowdSize }, (_, at) =>
      newMailboxRow({
        id: newId(now),
        localPart: `crowd${names}-${at}`,
        domain,
        kind: 'temporary',
        ownerId: null,
        passwordHash: null,
        note: '',
        now,
        expires_at: now + minute,
        end_after_mails: null,
        end_after_code: 0,
      }),
    )
    await site.app.db.transaction(async tx => {
      for (let from = 0; from < crowd.length; from += 1000)
        await tx
          .insertInto('mailbox')
          .values(crowd.slice(from, from + 1000))
          .execute()
    })
    await receive(site, { to: [`crowd${names}-1@${localDomain}`, `crowd${names}-999@${localDomain}`] })
    const others = async () => {
      const { total } = await site.app.db.query
        .selectFrom('mailbox')
        .select(eb => eb.fn.countAll<number>().as('total'))
        .where('local_part', 'like', 'crowd%')
        .executeTakeFirstOrThrow()
      return Number(total)
    }
    expect(await others()).toBe(crowdSize)
    const mails = await rows('mail')
    // A call meanwhile gets its answer, and mailboxes that wait for the next round are closed already. The
    // clock is stopped, so that the next round does not come during the check.
    await site.clock.hold(async () => {
      const [, asked] = await Promise.all([sweep(2 * minute), inbox(site, box.token)])
      expect([asked, await others()]).toEqual([[], crowdSize - perRound])
    })
    await sweep(minute)
    expect([await others(), await rows('mail')]).toEqual([0, mails - 2])
  })

  it('is old mail where the site says so, and the counts stay right', async () => {
    await receive(site, { to: box.address, raw: plainMail({ subject: 'old' }) })
    await receive(site, { to: box.address, raw: large('old and large') })
    site.clock.advance(2 * day)
    await receive(site, { to: box.address, raw: plainMail({ subject: 'young' }) })
    await sweep(2 * day)
    expect(await inbox(site, box.token)).toHaveLength(3)
    await set({ retentionDays: 3 })
    await sweep(hour)
    expect(subjects(await inbox(site, box.token))).toEqual(['young'])
    const mailbox = await findMailbox(site.app.db.query, box.id)
    expect(mailbox?.unread).toBe(1)
    expect(mailbox?.used_bytes).toBeLessThan(1000)
    expect(await blobCount(site)).toBe(0)
    await set({ retentionDays: 0 })
  })

  it('is what has been in the trash for its days, however old the mail', async () => {
    await set({ trashDays: 5 })
    await receive(site, { to: box.address, raw: plainMail({ subject: 'first' }) })
    await receive(site, { to: box.address, raw: plainMail({ subject: 'second' }) })
    const [second, first] = await inbox(site, box.token)
    await site.ok('delEmail', { body: { ids: [first?.id] } }, box.token)
    await sweep(4 * day)
    await site.ok('delEmail', { body: { ids: [second?.id] } }, box.token)
    expect(await inbox(site, box.token, { folder: 'trash' })).toHaveLength(2)
    await sweep(2 * day)
    expect(subjects(await inbox(site, box.token, { folder: 'trash' }))).toEqual(['second'])
    await site.ok('updateEmail', { body: { ids: [second?.id], folder: 'inbox' } }, box.token)
    await sweep(10 * day)
    expect(subjects(await inbox(site, box.token))).toEqual(['second'])
  })

  it('takes along a mail that comes in after the last look at the mailbox', async () => {
    const { db } = site.app
    let looked = false
    const watched = {
      ...db,
      async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        const result = await db.transaction(work)
        if (!looked) await receive(site, { to: box.address, raw: large('too late') })
        looked = true
        return result
      },
    }
    const before = await rows('mail')
    const blobs = openBlobs(db, site.place.dataDir)
    const life = createLife({ db, blobs, belongings: allBelongings })
    const settings = createSiteSettings({ db, clock: site.clock })
    const resting = { begin: async () => undefined }
    const deps = { db: watched, clock: site.clock, blobs, life, site: settings, resting }
    await removeMailboxes(deps, [box.id])
    settings.close()
    expect(looked).toBe(true)
    expect([await rows('mail'), await blobCount(site)]).toEqual([before, 0])
  })

  it('leaves no mail behind that comes in while its mailbox is being removed', async () => {
    const owners = await Promise.all(
      Array.from({ length: 6 }, (_, at) => makeMailbox(site, `race${names}-${at}`, ann.id)),
    )
    await Promise.all(
      owners.map(async (each, at) => {
        const coming = Promise.allSettled(
          Array.from({ length: 4 }, () => receive(site, { to: [each.address, box.address] })),
        )
        if (at % 2 === 0) await receive(site, { to: each.address })
        await site.ok('delEmailAccount', { body: { ids: [each.id] } }, ann.token)
        await coming
      }),
    )
    await site.app.settled()
    const orphans = await site.app.db.query
      .selectFrom('mail')
      .select('id')
      .where('mailbox_id', 'not in', eb => eb.selectFrom('mailbox').select('id'))
      .execute()
    expect(orphans).toEqual([])
    const wrong = await site.app.db.query
      .selectFrom('message')
      .select(eb => [
        'message.seq',
        'message.refs',
        eb
          .selectFrom('mail')
          .whereRef('mail.message_seq', '=', 'message.seq')
          .select(inner => inner.fn.countAll<number>().as('n'))
          .as('mails'),
      ])
      .execute()
    expect(wrong.filter(row => row.refs !== Number(row.mails))).toEqual([])
    expect((await findMailbox(site.app.db.query, box.id))?.unread).toBe(
      (await inbox(site, box.token, { pageSize: 100 })).length,
    )
  })
})
