import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../../database/start/migrate.ts'
import type { Db } from '../../../database/types.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Envelope } from '../../../mail/envelope.ts'
import { makePlace, openPlace } from '../../../testing/databases.ts'
import { until } from '../../../testing/hold.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openSpool, type Spool, ticketOf } from './spool.ts'
import { markDone, ticketsDone } from './ticket-repository.ts'

const envelope: Envelope = {
  id: 'an id',
  from: 'sender@example.org',
  client: '192.0.2.1',
  helo: '客户',
  protocol: 'ESMTP',
  host: 'mx.test',
  recipients: [],
}
const mails = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => randomBytes(1000 + at))

describe('the spool', () => {
  let folder: string
  let db: Db
  const clock = createTestClock()

  beforeEach(async () => {
    const place = await makePlace('sqlite')
    db = await openPlace(place)
    await migrate(db)
    folder = join(place.dataDir, 'arrived')
    onTestFinished(async () => {
      await db.close()
      await place.remove()
    })
  })

  const open = (change: { restMs?: number; fullBytes?: number } = {}): Promise<Spool> =>
    openSpool({ folder, db, clock, log: createLog('silent'), ...change })
  const files = () => readdirSync(folder).sort()
  const onlyFile = () => {
    const names = files()
    expect(names).toHaveLength(1)
    return join(folder, names[0] ?? '')
  }
  const appendAll = (spool: Spool, raws: readonly Buffer[]) =>
    Promise.all(raws.map(raw => spool.append(raw, envelope)))
  const done = (seqs: readonly number[]) => db.transaction(tx => markDone(tx, seqs.map(ticketOf)))
  const allTickets = () => ticketsDone(db, 0, Number.MAX_SAFE_INTEGER)
  const rawsLeft = (spool: Spool) => spool.left().map(seq => spool.load(seq).raw)

  it('gives back what it took, octet for octet, with its envelope and time', async () => {
    const spool = await open()
    const raws = [...mails(150), Buffer.alloc(0)]
    const kept = await appendAll(spool, raws)
    expect(new Set(kept.map(({ seq }) => seq)).size).toBe(raws.length)
    expect(kept.map(({ raw }) => raw)).toEqual(raws)
    for (const item of kept) {
      expect(item.seq).toBeLessThan(0)
      expect(spool.load(item.seq)).toEqual(item)
    }
  })

  it('has after a crash, in their order, those that are not done, and no others', async () => {
    const raws = mails(5)
    const kept = await appendAll(await open(), raws)
    await done([1, 3].map(at => kept[at]?.seq ?? 0))
    const again = await open()
    expect(rawsLeft(again)).toEqual([0, 2, 4].map(at => raws[at]))
    // Later messages get numbers of their own.
    const { seq } = await again.append(Buffer.from('later'), envelope)
    expect([...kept.map(item => item.seq), ...again.left()]).not.toContain(seq)
  })

  it('leaves out a message that was cut off, and keeps those before it', async () => {
    const raws = mails(3)
    await appendAll(await open(), raws)
    truncateSync(onlyFile(), readFileSync(onlyFile()).length - 1)
    expect(rawsLeft(await open())).toEqual(raws.slice(0, 2))
    // Nobody was promised the third.
    expect(onlyFile()).toMatch(/\.spool$/)
  })

  it('never gives out what was altered on disk, and keeps the file and all others in it', async () => {
    const raws = mails(3)
    const spool = await open()
    const kept = await appendAll(spool, raws)
    const bytes = readFileSync(onlyFile())
    const inSecond = bytes.length - (raws[2]?.length ?? 0) - 500
    bytes.writeUInt8(bytes.readUInt8(inSecond) ^ 1, inSecond)
    writeFileSync(onlyFile(), bytes)
    expect(() => spool.load(kept[1]?.seq ?? 0)).toThrow()
    const again = await open()
    expect(rawsLeft(again)).toEqual([raws[0], raws[2]])
    await done(again.left())
    for (const seq of again.left()) again.settled(seq)
    await again.close()
    // Only the unreadable part is kept.
    expect(onlyFile()).toMatch(/\.damaged$/)
    const aside = readFileSync(onlyFile())
    expect(aside.includes(raws[1]?.subarray(0, 400) ?? '')).toBe(true)
    expect(aside.length).toBeLessThan(2 * (raws[1]?.length ?? 0))
    expect((await open()).left()).toEqual([])
  })

  it('takes up the other files where one cannot be read', async () => {
    const raws = mails(2)
    await appendAll(await open(), raws)
    mkdirSync(join(folder, '0000000000000001.spool'))
    const again = await open()
    expect(rawsLeft(again)).toEqual(raws)
  })

  it('gives no number that is done already, though the clock was set back', async () => {
    const ahead = (clock.now() + 60_000) * 1024
    await appendAll(await open(), mails(1))
    await db.transaction(tx => markDone(tx, [ahead]))
    const { seq } = await (await open()).append(Buffer.from('new'), envelope)
    expect(ticketOf(seq)).toBeGreaterThan(ahead)
  })

  it('takes nothing once it is closed, and leaves what is to be done', async () => {
    const spool = await open()
    const { seq } = await spool.append(Buffer.from('kept'), envelope)
    await spool.close()
    await expect(spool.append(Buffer.from('late'), envelope)).rejects.toThrow('closed')
    spool.settled(seq)
    expect(rawsLeft(await open()).map(String)).toEqual(['kept'])
  })

  it('removes a full file and its tickets when all of it is done, not before', async () => {
    const spool = await open({ fullBytes: 2000 })
    const first = await appendAll(spool, mails(2))
    const second = await appendAll(spool, mails(2))
    expect(files()).toHaveLength(2)
    const [older] = files()
    await done(first.map(({ seq }) => seq))
    spool.settled(first[0]?.seq ?? 0)
    expect(files()).toHaveLength(2)
    spool.settled(first[1]?.seq ?? 0)
    await until(async () => (await allTickets()).length === 0)
    expect(files()).not.toContain(older)
    // A message that is settled twice counts once.
    spool.settled(first[1]?.seq ?? 0)
    expect(rawsLeft(await open())).toEqual(second.map(({ raw }) => raw))
  })

  it('removes the file in use once nothing has been left to do in it for a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const spool = await open({ restMs: 1000 })
    const one = await spool.append(Buffer.from('one'), envelope)
    spool.settled(one.seq)
    vi.advanceTimersByTime(999)
    expect(existsSync(onlyFile())).toBe(true)
    const two = await spool.append(Buffer.from('two'), envelope)
    vi.advanceTimersByTime(1)
    expect(existsSync(onlyFile())).toBe(true)
    spool.settled(two.seq)
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    await until(() => files().length === 0)
    expect((await spool.append(Buffer.from('three'), envelope)).raw.toString()).toBe('three')
  })

  it('ends without a file when all is done, and forgets the tickets of files that are gone', async () => {
    const spool = await open()
    const kept = await appendAll(spool, mails(3))
    await done(kept.map(({ seq }) => seq))
    for (const { seq } of kept) spool.settled(seq)
    await spool.close()
    expect(files()).toEqual([])
    expect(await allTickets()).toEqual([])
    await db.transaction(tx => markDone(tx, [5, 6]))
    await (await open()).close()
    expect(await allTickets()).toEqual([])
  })

  it('refuses when its folder is gone, and goes on when it is back', async () => {
    const spool = await open()
    rmSync(folder, { recursive: true })
    await expect(spool.append(Buffer.from('no'), envelope)).rejects.toThrow()
    mkdirSync(folder)
    expect(spool.load((await spool.append(Buffer.from('yes'), envelope)).seq).raw.toString()).toBe('yes')
    expect(rawsLeft(await open()).map(String)).toEqual(['yes'])
  })
})

it('a ticket is done once', async () => {
  const place = await makePlace('sqlite')
  const db = await openPlace(place)
  await migrate(db)
  const mark = () => db.transaction(tx => markDone(tx, [7, 8]))
  const [first, second] = await Promise.all([mark(), mark()])
  expect([...first, ...second].sort()).toEqual([7, 8])
  await db.close()
  await place.remove()
})
