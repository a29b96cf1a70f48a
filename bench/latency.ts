/** Measures the time from the final dot to the event in the client, at a steady rate. */
import type { Site } from '../e2e/site.ts'
import { benchMail } from './load.ts'
import { startWithMailbox } from './mailbox.ts'
import { clock, sendOne, sendSteadily, waitUntil } from './steady.ts'
import { ms, quantile, type Table } from './table.ts'

const warmUp = 20

const mailOf = (id: string): string => benchMail().replace('Subject: Your', `Subject: ${id} Your`)

async function listen(site: Site, token: string, seen: Map<string, number>): Promise<() => void> {
  const stop = new AbortController()
  const answer = await fetch(`${site.url}/api/user/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const read = async () => {
    let held = ''
    for await (const piece of answer.body ?? []) {
      held += Buffer.from(piece as Uint8Array).toString()
      const now = clock()
      for (let end = held.indexOf('\n\n'); end >= 0; end = held.indexOf('\n\n')) {
        const id = /"subject":"([bw]\d+)/.exec(held.slice(0, end))?.[1]
        if (id) seen.set(id, now)
        held = held.slice(end + 2)
      }
    }
  }
  read().catch(() => undefined)
  return () => stop.abort()
}

async function measure(perSecond: number, count: number): Promise<number[]> {
  const { site, token } = await startWithMailbox()
  const seen = new Map<string, number>()
  const stop = await listen(site, token, seen)
  // The first mails wait for a thread to start, and the bench measures a program that has been running for a
  // moment.
  for (let warm = 0; warm < warmUp; warm++) await sendOne(site.smtpPort, mailOf(`w${warm}`))
  await waitUntil(() => seen.size === warmUp)
  const ids = Array.from({ length: count }, (_, at) => `b${at}`)
  const dots = await sendSteadily(site.smtpPort, perSecond, ids.map(mailOf))
  await waitUntil(() => ids.every(id => seen.has(id)))
  stop()
  await site.stop()
  return ids.map((id, at) => (seen.get(id) ?? Number.POSITIVE_INFINITY) - (dots[at] ?? Number.NaN))
}

export async function benchLatency(): Promise<Table> {
  const rows: string[][] = []
  for (const [rate, count] of [
    [1, 20],
    [50, 1500],
  ] as const) {
    const times = await measure(rate, count)
    rows.push([`${rate} mails/s`, ms(quantile(times, 0.5)), ms(quantile(times, 0.99)), String(times.length)])
  }
  return {
    title: 'From the final dot to the event in the client',
    columns: ['load', 'p50', 'p99', 'mails'],
    rows,
    notes: ['to reach: p99 under 150 ms at 50 mails/s'],
  }
}
