import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../database/types.ts'
import { createJournal } from '../inbound/journal/journal.ts'
import { hour } from '../kernel/clock.ts'
import { blobCount } from '../testing/blob-count.ts'
import { databaseKinds } from '../testing/databases.ts'
import { inbox, plainMail, receive, sourceOf, startMailSite } from '../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { BlobStore } from './blob-store.ts'
import { giveUpBlobs, putLoose, sweepLooseBlobs, useBlobs } from './loose-blobs.ts'
import { openBlobs } from './open-blobs.ts'

describe.each(databaseKinds)('contents without a row on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let blobs: BlobStore
  const deps = () => ({ db: site.app.db, clock: site.clock, blobs })
  beforeAll(async () => {
    site = await startMailSite(kind)
    box = await makeMailbox(site, 'box')
    blobs = openBlobs(site.app.db, site.place.dataDir)
  })
  afterAll(() => site.stop())

  const large = plainMail({ text: randomBytes(300_000).toString('base64').replace(/.{76}/g, '$&\r\n') })

  it('are swept when a crash came between content and row, and not before they are old', async () => {
    const key = await putLoose(deps(), large)
    expect(await sweepLooseBlobs(deps())).toBe(0)
    expect(await blobs.get(key)).not.toBeNull()
    site.clock.advance(hour)
    await site.app.runJobs()
    expect(await blobs.get(key)).toBeNull()
    expect(await blobCount(site)).toBe(0)
    await expect(site.app.db.transaction(tx => useBlobs(tx, [key]))).rejects.toThrow('given up')
  })

  it('are swept when a crash came between the end of the row and the removal', async () => {
    const key = await blobs.put(large)
    await site.app.db.transaction(tx => giveUpBlobs(tx, [key]))
    expect(await sweepLooseBlobs(deps())).toBe(1)
    expect(await blobs.get(key)).toBeNull()
    expect(await site.app.db.query.selectFrom('loose_blob').selectAll().execute()).toEqual([])
  })

  it('do not touch a mail that uses its content, and leave nothing when the mail goes', async () => {
    await receive(site, { to: box.address, raw: large })
    site.clock.advance(2 * hour)
    expect(await sweepLooseBlobs(deps())).toBe(0)
    const [mail] = await inbox(site, box.token)
    expect(await sourceOf(site, box.token, mail?.id ?? '')).toEqual(large)
    for (let twice = 0; twice < 2; twice++)
      await site.ok('delEmail', { body: { ids: [mail?.id] } }, box.token)
    expect(await blobCount(site)).toBe(0)
    await sweepLooseBlobs(deps())
    expect(await site.app.db.query.selectFrom('loose_blob').selectAll().execute()).toEqual([])
  })

  it('are removed at once when the journal could not be written', async () => {
    /** Acts like the real one, but cannot keep any message. */
    async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      return site.app.db.transaction(async tx => {
        const result = await work(tx)
        const kept = await tx.selectFrom('message').select('seq').where('state', '=', 0).execute()
        if (kept.length > 0) throw new Error('the disk is full')
        return result
      })
    }
    const broken = { ...site.app.db, transaction }
    const journal = createJournal({ ...deps(), db: broken, nodeId: 'n' })
    const envelope = { recipients: [] } as never
    await expect(journal.append(large, envelope)).rejects.toThrow('the disk is full')
    expect(await blobCount(site)).toBe(0)
  })
})
