/**
 * Restarts the program with a queue full of mail: the first mail leaves soon, the rest follows, and nobody
 * else waits for it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ms, quantile } from '../../bench/table.ts'
import { readRows } from '../../packages/server/src/database/read-rows.ts'
import { openDatabase } from '../../packages/server/src/database/start/open.ts'
import {
  type ScriptedSmtpServer,
  startScriptedSmtp,
} from '../../packages/server/src/testing/scripted-smtp-server.ts'
import { sendMail } from '../send-mail.ts'
import { isBuilt, type Site, startSite } from '../site.ts'
import { stretchedLimits } from './contention.ts'
import { fillQueue } from './fill-queue.ts'
import { say, sized, withinMs } from './load-size.ts'
import { silentDns } from './silent-dns.ts'

const mails = sized(5000, 100_000)
const due = mails / 2
/** The test waits for this many mails. */
const enough = sized(500, due)
const domains = 200
const senderCount = 10
/** The test watches no longer than this. */
const watchMs = 60_000
const lifetime = { minutes: 10_080 }

describe.runIf(isBuilt)(`a queue with ${mails} deferred mails`, () => {
  const stretched = stretchedLimits()
  let site: Site
  let far: ScriptedSmtpServer
  let other: { token: string; address: string }
  let firstAt = 0
  let startedAt: number
  let idleMb: number
  beforeAll(async () => {
    far = await startScriptedSmtp({
      dot: () => {
        firstAt ||= performance.now()
        return undefined
      },
    })
    site = await startSite(silentDns)
    const admin = site.as(await site.adminToken())
    await admin.setRelay({ body: { host: '127.0.0.1', port: far.port, security: 'none', username: '' } })
    // This sender always sends this much.
    await admin.updateSetting({ body: { values: { stopVolumeTimes: 0 } } })
    const make = (localPart: string) =>
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart, lifetime } })
    other = await make('other')
    const senders: { id: string; address: string }[] = []
    for (let at = 0; at < senderCount; at++) {
      const { token, address } = await make(`sender${at}`)
      senders.push({ id: (await site.as(token).emailList()).list[0]?.id ?? '', address })
    }
    idleMb = site.residentMb()
    await site.halt()
    const began = performance.now()
    await fillQueue(site.dataDir, senders, mails, domains)
    say(`queue: ${mails} mails filled in ${ms(performance.now() - began)}`)
    startedAt = performance.now()
    site = await startSite(silentDns, site.dataDir)
  }, withinMs)
  afterAll(async () => {
    await site?.stop()
    await far?.stop()
  })

  it('is taken up at once after a restart, within bounds, and others are answered meanwhile', {
    timeout: withinMs,
  }, async () => {
    const waits: number[] = []
    const resident: number[] = []
    for (
      const until = performance.now() + watchMs;
      performance.now() < until && far.messages.length < enough;
    ) {
      const asked = performance.now()
      await site.as(other.token).getInbox({ query: { pageSize: 50 } })
      await sendMail(site.smtpPort, { to: other.address, body: 'meanwhile' })
      waits.push(performance.now() - asked)
      resident.push(site.residentMb())
      await wait(50)
    }
    const took = performance.now() - firstAt
    const sent = far.messages.length
    say(
      `queue: the first left ${ms(firstAt - startedAt)} after the start, then ${(sent / (took / 1000)).toFixed(0)} mails/s; another’s request and mail: p50 ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))}, at most ${ms(quantile(waits, 1))}; resident ${idleMb} MB before, ${Math.max(...resident)} MB at most`,
    )
    expect(firstAt).toBeGreaterThan(0)
    expect(firstAt - startedAt).toBeLessThan(stretched(30_000))
    expect(sent).toBeGreaterThanOrEqual(500)
    expect(Math.max(...resident) - idleMb).toBeLessThan(350)
    expect(quantile(waits, 1)).toBeLessThan(stretched(5000))
  })

  it('has sent only what was due, and each once, and knows it', { timeout: withinMs }, async () => {
    await site.halt()
    const given = far.messages.flatMap(({ recipients }) => recipients)
    expect(new Set(given).size).toBe(given.length)
    const db = await openDatabase({ url: '', dataDir: site.dataDir, poolSize: 1, onError: () => undefined })
    const states = sql<{ state: string; count: number }>`SELECT state, count(*) AS count
      FROM outgoing_recipient GROUP BY state ORDER BY state`
    const rows = await readRows(db.query, states)
    await db.close()
    expect(rows.map(row => [row.state, row.count])).toEqual([
      ['deferred', mails - given.length],
      ['delivered', given.length],
    ])
    expect(given.length).toBeLessThanOrEqual(due)
  })
})
