/**
 * Pours in mail over many connections: nothing is lost or stored twice, memory does not grow, and nobody
 * waits long.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasSmtpSource, pourLoad } from '../../bench/load.ts'
import { withoutBounds } from '../../bench/mailbox.ts'
import { ms, quantile } from '../../bench/table.ts'
import { type Site, startSite } from '../site.ts'
import { stretchedLimits } from './contention.ts'
import { say, sized, withinMs } from './load-size.ts'
import { startProbe } from './probe.ts'
import { startReaders } from './readers.ts'
import { silentDns } from './silent-dns.ts'
import { storedIn } from './stored.ts'

const parts = sized(5, 10)
const perPart = sized(300, 10_000)
/** Memory grows at first; after this many parts it must not grow any more. */
const warmParts = sized(1, 5)
const growthMb = sized(150, 40)
const besideReaders = sized(600, 10_000)
const readerCount = sized(20, 200)
const mailBytes = 5120
const lifetime = { minutes: 10_080 }

const figures = (waits: readonly number[]): string =>
  `p50 ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))}, at most ${ms(quantile(waits, 1))}`

describe.runIf(hasSmtpSource)('a flood of mail', () => {
  const stretched = stretchedLimits()
  let site: Site
  let token: string
  let probeToken: string
  let sent = 0
  let probed = 0
  beforeAll(async () => {
    site = await startSite(silentDns)
    await withoutBounds(site)
    const make = (localPart: string) =>
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart, lifetime } })
    token = (await make('flood')).token
    probeToken = (await make('probe')).token
  })
  afterAll(() => site?.stop())

  const unread = async (whose: string): Promise<number> =>
    (await site.as(whose).emailList()).list[0]?.unread ?? 0

  async function pour(count: number): Promise<number> {
    const load = { count, reuse: true, to: 'flood@yanshu.test', size: mailBytes }
    const rate = await pourLoad(site.smtpPort, load)
    sent += count
    await expect.poll(() => unread(token), { timeout: withinMs }).toBe(sent)
    return rate
  }

  it('is all in the mailbox, memory stays where it was, and another’s mail is taken meanwhile', {
    timeout: withinMs,
  }, async () => {
    const rates: number[] = []
    const resident: number[] = []
    const waits: number[] = []
    for (let part = 0; part < parts; part++) {
      const probe = await startProbe(site.smtpPort, 'probe@yanshu.test')
      rates.push(await pour(perPart))
      waits.push(...(await probe.stop()))
      resident.push(site.residentMb())
    }
    probed += waits.length
    say(
      `flood: ${sent} mails of ${mailBytes} octets at ${rates.map(rate => rate.toFixed(0)).join(', ')} mails/s; another’s dot to 250 (${waits.length}): ${figures(waits)}; resident ${resident.join(', ')} MB`,
    )
    expect(quantile(waits, 0.99)).toBeLessThan(stretched(2000))
    expect((resident.at(-1) ?? 0) - (resident[warmParts - 1] ?? 0)).toBeLessThan(growthMb)
  })

  it(`loses nothing and fails no request while ${readerCount} people list and search`, {
    timeout: withinMs,
  }, async () => {
    const readers = startReaders(site, token, readerCount)
    const probe = await startProbe(site.smtpPort, 'probe@yanshu.test')
    const rate = await pour(besideReaders)
    const waits = await probe.stop()
    probed += waits.length
    const { waits: answers, failures } = await readers.stop()
    say(
      `flood with ${readerCount} readers: ${rate.toFixed(0)} mails/s; dot to 250 (${waits.length}): ${figures(waits)}; ${answers.length} requests: ${figures(answers)}; resident ${site.residentMb()} MB`,
    )
    expect(failures).toEqual([])
    expect(answers.length).toBeGreaterThan(readerCount)
    expect(quantile(waits, 0.99)).toBeLessThan(stretched(5000))
    expect(quantile(answers, 0.99)).toBeLessThan(stretched(5000))
  })

  it('is there once each when the program has stopped', { timeout: withinMs }, async () => {
    await expect.poll(() => unread(probeToken)).toBe(probed)
    await site.halt()
    const once = (count: number) => ({ mails: count, messages: count, ids: count, unprocessed: 0 })
    expect(await storedIn(site.dataDir, 'flood@yanshu.test')).toEqual(once(sent))
    expect(await storedIn(site.dataDir, 'probe@yanshu.test')).toEqual(once(probed))
  })
})
