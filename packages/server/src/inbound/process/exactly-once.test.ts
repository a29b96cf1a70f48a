import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBlobs } from '../../blobs/open-blobs.ts'
import { minute } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { envelopeFor, journaledMessage } from '../../testing/journaled-message.ts'
import { inbox, plainMail, sourceOf, startMailSite, subjects } from '../../testing/mail-site.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { Journaled } from '../journal/journaled.ts'
import { newDnsHealth } from './dns-health.ts'
import { createProcessor, maxHeldBytes, type Processor, type ProcessorDeps } from './processor.ts'
import { noScanners } from './scan/scan.ts'
import { storeMessages } from './store-messages.ts'
import { createWorkerPool, type PoolLimits, type WorkerPool } from './worker-pool.ts'

const poisonedWorker = new URL('./testing/poisoned-worker.ts', import.meta.url)
const impatient: PoolLimits = {
  tasksPerThread: 8,
  bytesPerThread: 1_000_000,
  taskMs: 2500,
  stuckMs: 1000,
  heavyBytes: 4_000_000,
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe.each(databaseKinds)('a journaled message on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let pool: WorkerPool
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    pool = createWorkerPool(
      { dnsServers: [], dnsHealth: newDnsHealth(), scanners: noScanners },
      2,
      impatient,
      poisonedWorker,
    )
  })
  afterAll(async () => {
    await pool.stop()
    await site.stop()
  })
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
  })

  const store: ProcessorDeps['store'] = async incoming => {
    const { db } = site.app
    const blobs = openBlobs(db, site.place.dataDir)
    const follow = async () => undefined
    const keeps = () => true
    const deps = { db, clock: site.clock, blobs, resting: nothingRests, spamThreshold: 5, follow, keeps }
    return (await storeMessages(deps, [incoming]))[0] ?? null
  }

  function node(nodeId: string, change: Partial<ProcessorDeps> = {}): Processor {
    return createProcessor({
      settled: () => undefined,
      db: site.app.db,
      clock: site.clock,
      blobs: openBlobs(site.app.db, site.place.dataDir),
      pool,
      nodeId,
      log: createLog('silent'),
      rulesOf: async () => [],
      store,
      tell: async () => undefined,
      missing: async () => undefined,
      ...change,
    })
  }
  const journal = (raw: Buffer): Promise<Journaled> =>
    journaledMessage(site, box, raw, { claimedUntil: site.clock.now() + 10 * minute })
  const leftBehind = (raw: Buffer): Promise<Journaled> =>
    journaledMessage(site, box, raw, { claimedUntil: site.clock.now() - 1 })
  const unread = async () =>
    (await site.ok('emailList', {}, box.token)).list.find(mailbox => mailbox.id === box.id)?.unread

  it.runIf(kind === 'sqlite')('from the spool becomes one mail, however often it is stored', async () => {
    const envelope = await envelopeFor(site, box)
    const raw = plainMail({ subject: 'once' })
    const journaled: Journaled = { seq: -42, raw, envelope, receivedAt: site.clock.now() }
    const { mail, outcomes } = await node('reader').read(raw, envelope)
    const tries = await Promise.all(numbers(3).map(() => store({ journaled, mail, outcomes })))
    expect(tries.map(stored => stored?.length ?? null).sort()).toEqual([1, null, null])
    const [kept, ...more] = await inbox(site, box.token)
    expect(more).toEqual([])
    expect(await sourceOf(site, box.token, kept?.id ?? '')).toEqual(raw)
    expect(await unread()).toBe(1)
  })

  it.runIf(kind === 'sqlite')('from the spool is stored though one beside it cannot be read', async () => {
    const envelope = await envelopeFor(site, box)
    const raw = plainMail({ subject: 'beside' })
    const load = (seq: number): Journaled => {
      if (seq === -44) throw new Error('EIO')
      return { seq, raw, envelope, receivedAt: site.clock.now() }
    }
    const restarted = node('restarted', { spool: { left: () => [-44, -45], load } })
    await restarted.start()
    await restarted.idle()
    expect(subjects(await inbox(site, box.token))).toEqual(['beside'])
    expect(restarted.backlog()).toBe(1)
    await restarted.stop()
  })

  it.runIf(kind === 'sqlite')('from the spool is read back only when there is room for it', async () => {
    const envelope = await envelopeFor(site, box)
    const small = plainMail()
    const read = await node('reader').read(small, envelope)
    const large = Buffer.alloc(2 * 1024 * 1024)
    const room = maxHeldBytes / large.length
    const left = numbers(20).map(at => -50 - at)
    const loaded: number[] = []
    const load = (seq: number): Journaled => {
      loaded.push(seq)
      return { seq, raw: large, envelope, receivedAt: site.clock.now() }
    }
    const disk = Promise.withResolvers<void>()
    const stored: number[] = []
    const restarted = node('restarted', {
      spool: { left: () => left, load },
      pool: { ...pool, run: async () => read as never },
      store: async ({ journaled }) => {
        await disk.promise
        stored.push(journaled.seq)
        return []
      },
    })
    await restarted.start()
    await vi.waitFor(() => expect(loaded).toHaveLength(room))
    await new Promise(setImmediate)
    expect(loaded).toEqual(left.slice(0, room))
    expect(restarted.backlog()).toBe(20)
    disk.resolve()
    await restarted.idle()
    expect(stored).toEqual(left)
    await restarted.stop()
  })

  it.runIf(kind === 'sqlite')('from the spool that is stored twice at once becomes one mail', async () => {
    const envelope = await envelopeFor(site, box)
    const raw = plainMail()
    const { mail, outcomes } = await node('reader').read(raw, envelope)
    const journaled: Journaled = { seq: -46, raw, envelope, receivedAt: site.clock.now() }
    const { db } = site.app
    const blobs = openBlobs(db, site.place.dataDir)
    const deps = {
      db,
      clock: site.clock,
      blobs,
      resting: nothingRests,
      spamThreshold: 5,
      follow: async () => undefined,
      keeps: () => true,
    }
    const stored = await storeMessages(deps, [
      { journaled, mail, outcomes },
      { journaled, mail, outcomes },
    ])
    expect(stored.map(list => list?.length ?? null)).toEqual([1, null])
  })

  it.runIf(kind === 'sqlite')('from the spool for a mailbox that is gone leaves nothing', async () => {
    const envelope = await envelopeFor(site, box)
    const raw = plainMail()
    const { mail, outcomes } = await node('reader').read(raw, envelope)
    const messages = () => site.app.db.query.selectFrom('message').select('seq').execute()
    const before = await messages()
    await site.app.db.transaction(tx => tx.deleteFrom('mailbox').where('id', '=', box.id).execute())
    const journaled: Journaled = { seq: -43, raw, envelope, receivedAt: site.clock.now() }
    expect(await store({ journaled, mail, outcomes })).toEqual([])
    expect(await store({ journaled, mail, outcomes })).toBeNull()
    expect(await messages()).toEqual(before)
  })

  it('becomes one mail when two nodes take it on at once', async () => {
    const told: string[] = []
    const tell: ProcessorDeps['tell'] = async (_, stored) =>
      void told.push(...stored.map(mail => mail.row.id))
    const nodes = [node('first', { tell }), node('second', { tell })]
    const journaled = []
    for (const at of numbers(12)) journaled.push(await journal(plainMail({ subject: `mail ${at}` })))
    for (const message of journaled) for (const each of nodes) each.submit(message)
    await Promise.all(nodes.map(each => each.idle()))
    const list = await inbox(site, box.token)
    expect(subjects(list).sort()).toEqual(
      numbers(12)
        .map(at => `mail ${at}`)
        .sort(),
    )
    expect(told.sort()).toEqual(list.map(mail => mail.id).sort())
    expect(await unread()).toBe(12)
  })

  it('becomes one mail when it is looked for while it is being processed', async () => {
    const nodes = [node('first'), node('second')]
    const journaled = []
    for (const at of numbers(12)) journaled.push(await leftBehind(plainMail({ subject: `mail ${at}` })))
    for (const message of journaled.slice(0, 6)) nodes[0]?.submit(message)
    const taken = await Promise.all([...nodes, ...nodes].map(each => each.recover()))
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(12)
    await Promise.all(nodes.map(each => each.idle()))
    // The site's own node may have taken some as well.
    await site.app.settled()
    expect(subjects(await inbox(site, box.token)).sort()).toEqual(
      numbers(12)
        .map(at => `mail ${at}`)
        .sort(),
    )
    expect(await unread()).toBe(12)
  })

  it('is not idle while it is still being read back from the journal', async () => {
    const only = node('only')
    for (const at of numbers(3)) await leftBehind(plainMail({ subject: `mail ${at}` }))
    await only.recover()
    await only.idle()
    await site.app.settled()
    expect(await inbox(site, box.token)).toHaveLength(3)
  })

  it('is found with all the others at once, however many were left behind', async () => {
    const only = node('only')
    const left = numbers(250).map(at => plainMail({ subject: `mail ${at}` }))
    await Promise.all(left.map(leftBehind))
    // Nothing looks a second time by the clock here: this node was never started.
    await only.recover()
    await only.idle()
    await site.app.settled()
    expect(await unread()).toBe(left.length)
  })

  it('is tried again soon when it could not be stored', async () => {
    let faults = 2
    const weak = node('weak', {
      store: (...args) => (faults-- > 0 ? Promise.reject(new Error('no room on the disk')) : store(...args)),
    })
    weak.submit(await journal(plainMail({ subject: 'late' })))
    await weak.idle()
    expect(await inbox(site, box.token)).toEqual([])
    for (let round = 0; round < 2; round++) {
      // Starting looks for what is left, as it does every few seconds.
      await weak.start()
      await weak.idle()
    }
    expect(subjects(await inbox(site, box.token))).toEqual(['late'])
    await weak.stop()
  })

  it.each(['throw', 'exit', 'hang'])(
    'that makes its reader %s is delivered as unreadable with its source, and holds up no other',
    async way => {
      const only = node('only')
      const poison = plainMail({ subject: 'poison', text: `poison: ${way}` })
      const send = async (raw: Buffer) => only.submit(await journal(raw))
      await send(plainMail({ subject: 'before' }))
      await send(poison)
      for (const at of numbers(5))
        await send(plainMail({ subject: `after ${at}`, text: '您的验证码是 493817' }))
      await only.idle()
      const list = await inbox(site, box.token)
      expect(subjects(list).sort()).toEqual(
        ['before', ...numbers(5).map(at => `after ${at}`), '（这封邮件无法解析，可以查看原文）'].sort(),
      )
      expect(list.filter(mail => mail.code === '493817')).toHaveLength(5)
      const unreadable = list.find(mail => mail.subject.startsWith('（'))
      expect(unreadable?.from.address).toBe('sender@example.org')
      expect((await sourceOf(site, box.token, unreadable?.id ?? '')).equals(poison)).toBe(true)
    },
  )
})
