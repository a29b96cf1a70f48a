/**
 * Measures lists, reading, search and arrival with many mails stored: their cost must not grow with the
 * number of mails.
 */
import { type Site, startSite } from '../e2e/site.ts'
import { fillMails } from './fill-mails.ts'
import { createGet } from './get.ts'
import { hasSmtpSource } from './load.ts'
import { withoutBounds } from './mailbox.ts'
import { shareWithin } from './server-time.ts'
import { ms, quantile, type Table } from './table.ts'
import { arrivalRate } from './whole-way.ts'

const sizes = [10_000, 100_000, 1_000_000]
const mailboxes = 1000
const requests = 1000
/** The first calls after a start read from disk and run unoptimised code. */
const warmUp = 50
const arrivals = 2000

async function time(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < warmUp; at++) await call()
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times
}

async function measure(site: Site, token: string): Promise<string[]> {
  const api = site.as(token)
  const { list } = await api.getInbox({ query: { pageSize: 50 } })
  const id = list[0]?.id ?? ''
  const get = createGet(site.url, token)
  const listing = () => get('/api/user/getInbox?pageSize=50')
  await time(warmUp, listing)
  const within = await shareWithin(site, '/api/user/getInbox', 0.01, async () => {
    await time(requests, listing)
  })
  const columns = [
    await time(requests, listing),
    await time(requests, () => get(`/api/user/getEmail/${id}`)),
    await time(requests, () => get(`/api/user/getInbox?pageSize=50&q=${encodeURIComponent('验证')}`)),
  ]
  const read = columns.map(times => `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`)
  const arriving = hasSmtpSource ? (await arrivalRate(site, token, arrivals, true)).toFixed(0) : '—'
  return [`${(within * 100).toFixed(1)} %`, ...read, arriving]
}

export async function benchReading(): Promise<Table> {
  const rows: string[][] = []
  let site = await startSite()
  let token = ''
  await withoutBounds(site)
  const admin = site.as(await site.adminToken())
  for (let at = 0; at < mailboxes; at++) {
    const made =
      at === 0
        ? await site
            .as(null)
            .regEmail({ body: { domain: 'yanshu.test', localPart: 'bench', lifetime: { minutes: 10080 } } })
        : await admin.createEmail({
            body: { domain: 'yanshu.test', localPart: `bench-${at}`, lifetime: { minutes: 10080 } },
          })
    if ('token' in made) token = made.token
  }
  let filled = 0
  for (const size of sizes) {
    await site.halt()
    await fillMails(site.dataDir, size - filled)
    filled = size
    site = await startSite({}, site.dataDir)
    rows.push([size.toLocaleString('en'), ...(await measure(site, token))])
  }
  await site.stop()
  return {
    title: `Reading one mailbox among ${mailboxes}, over HTTP, p50 / p99 (SQLite)`,
    columns: [
      'mails stored',
      'within 10 ms in the server',
      'getInbox, 50 rows',
      'getEmail',
      'search 验证',
      'arriving, mails/s',
    ],
    rows,
    notes: ['to reach: 99 % of lists within 10 ms in the server, search p99 under 50 ms, no growth'],
  }
}
