import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { Db } from '../database/types.ts'
import { unlimited } from '../identity/access.ts'
import type { LoggedIn } from '../kernel/call/caller.ts'
import { hour } from '../kernel/clock.ts'
import { createSiteSettings } from '../ledger/setting/site-settings.ts'
import { blobCount } from '../testing/blob-count.ts'
import { databaseKinds } from '../testing/databases.ts'
import { fileOf, inbox } from '../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../testing/outbound-site.ts'
import { storeLarge } from './queue/enqueue.ts'
import { createComingFiles } from './upload/coming-files.ts'
import { clearSpool, deleteUploads, uploadBytes, uploadFile } from './upload/upload-file.ts'

/** A database that accepts this many transactions and then none, like a program that dies there. */
function dyingAfter(db: Db, transactions: number): Db {
  let left = transactions
  const transaction: Db['transaction'] = work =>
    left-- > 0 ? db.transaction(work) : Promise.reject(new Error('the program is dead'))
  return { ...db, transaction }
}

describe.each(databaseKinds)('large contents of mail that leaves, on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  const large = randomBytes(400_000)
  beforeAll(async () => {
    out = await startOutboundSite(kind)
    ann = await makeSender(out.site, 'ann')
  })
  afterAll(() => out.stop())

  const deps = (db: Db = out.site.app.db) => ({
    db,
    clock: out.site.clock,
    blobs: openBlobs(out.site.app.db, out.site.place.dataDir),
    site: createSiteSettings({ db: out.site.app.db, clock: out.site.clock }),
    dataDir: out.site.place.dataDir,
    coming: createComingFiles(),
    storage: { hasRoom: () => true },
  })
  const owner = () => `account:${ann.person.id}`
  const caller = () => ({ role: 'user', accountId: ann.person.id, limits: unlimited }) as LoggedIn
  const sweep = async () => {
    out.site.clock.advance(hour)
    await out.site.app.runJobs()
  }

  it('are swept when the program died before a row named them, whichever way they came', async () => {
    const dying = deps(dyingAfter(out.site.app.db, 1))
    await expect(uploadBytes(dying, owner(), { filename: 'a', bytes: large })).rejects.toThrow('dead')
    const again = deps(dyingAfter(out.site.app.db, 1))
    const file = { filename: 'b', stream: Readable.from([large]) }
    await expect(uploadFile(again, caller(), file)).rejects.toThrow('dead')
    expect(await storeLarge(deps(), large)).not.toBeNull()
    expect(await blobCount(out.site)).toBe(3)
    await sweep()
    expect(await blobCount(out.site)).toBe(0)
  })

  it('are swept when the program died before it removed what no row names any more', async () => {
    const row = await uploadBytes(deps(), owner(), { filename: 'a', bytes: large })
    const dead = { ...deps().blobs, remove: () => Promise.reject(new Error('the program is dead')) }
    await expect(deleteUploads({ ...deps(), blobs: dead }, caller(), [row.id])).rejects.toThrow('dead')
    expect(await blobCount(out.site)).toBe(1)
    await sweep()
    expect(await blobCount(out.site)).toBe(0)
  })

  it('stay as long as something names them, and go with it', async () => {
    const { id } = await uploadBytes(deps(), owner(), { filename: 'a.bin', bytes: large })
    await sweep()
    const bob = await makeSender(out.site, 'bob')
    const to = ['a@far.test', bob.box.address]
    const mailId = await send(out.site, ann, { to, attachments: [id] })
    await out.site.app.deliverDue()
    await out.site.app.settled()
    await sweep()
    expect((await sent(out.site, ann.person.token, mailId)).state).toBe('delivered')
    const source = await fileOf(out.site, ann.person.token, `/api/user/getSentSource/${mailId}`)
    expect(source.bytes.length).toBeGreaterThan(large.length)
    const [mail] = await inbox(out.site, bob.person.token)
    const received = await fileOf(out.site, bob.person.token, `/api/user/getEmailSource/${mail?.id}`)
    expect(received.bytes.length).toBeGreaterThan(large.length)
    // One blob is the message as sent, and the other is its copy in the other mailbox.
    expect(await blobCount(out.site)).toBe(2)
    await out.site.ok('delSentEmail', { body: { ids: [mailId] } }, ann.person.token)
    for (let twice = 0; twice < 2; twice++)
      await out.site.ok('delEmail', { body: { ids: [mail?.id] } }, bob.person.token)
    expect(await blobCount(out.site)).toBe(0)
    await sweep()
    expect(await out.site.app.db.query.selectFrom('loose_blob').selectAll().execute()).toEqual([])
  })

  it('leave nothing of a file that was still coming in', async () => {
    const spool = join(out.site.place.dataDir, 'spool')
    await mkdir(spool, { recursive: true })
    await writeFile(join(spool, 'half'), large)
    await clearSpool(out.site.place.dataDir)
    expect(existsSync(spool)).toBe(false)
  })
})
