import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBlobs } from '../../blobs/open-blobs.ts'
import { minute } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { journaledMessage } from '../../testing/journaled-message.ts'
import { inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { maxLooks, noteMissing } from './set-aside.ts'

describe.each(databaseKinds)('a journaled message without its content on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  it('is looked for a while, then set aside with an alarm and a trace, and never tried again', async () => {
    const ann = await makePerson(site, 'ann')
    const box = await makeMailbox(site, 'box', ann.id)
    const { db } = site.app
    const blobs = openBlobs(db, site.place.dataDir)
    const raw = plainMail({ subject: 'lost' })
    const key = await blobs.put(raw)
    const { seq } = await journaledMessage(site, box, raw, { claimedUntil: site.clock.now() + 60 * minute })
    await db.transaction(async tx => {
      await tx.deleteFrom('message_raw').where('seq', '=', seq).execute()
      await tx.updateTable('message').set({ blob_key: key }).where('seq', '=', seq).execute()
    })
    await blobs.remove(key)
    const deps = { db, clock: site.clock, log: createLog('silent') }
    for (let look = 1; look < maxLooks; look++) await noteMissing(deps, seq)
    const state = async () =>
      (await db.query.selectFrom('message').select('state').where('seq', '=', seq).executeTakeFirst())?.state
    expect(await state()).toBe(0)

    // The last look is the processor's own.
    site.clock.advance(61 * minute)
    await receive(site, { to: box.address, raw: plainMail({ subject: 'alive' }) })
    await eventually('it is set aside', async () => (await state()) === 2)
    await eventually('it is said in the log', () =>
      site.logged.join('\n').includes('a message was set aside'),
    )
    const { list } = await site.ok('getTrace', {}, ann.token)
    expect(list.find(entry => entry.verdict === 'discarded')).toMatchObject({ recipient: box.address })
    expect((await site.fetch('/metrics')).text).toMatch(/^yanshu_inbound_set_aside 1$/m)
    expect(subjects(await inbox(site, box.token))).toEqual(['alive'])
    await noteMissing(deps, seq)
    expect(await state()).toBe(2)
  })
})
