/** From the final dot to the event in the client, at a steady rate. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '../e2e/site.ts'
import { benchMail } from './load.ts'
import { benchAddress, startWithMailbox } from './mailbox.ts'
import { ms, quantile, type Table } from './table.ts'

const warmUp = 20

/** One mail over a connection of its own; resolves with the moment the final dot was sent. */
function sendOne(port: number, id: string): Promise<number> {
  const body = benchMail().replace('Subject: Your', `Subject: ${id} Your`).replace(/\n/g, '\r\n')
  const steps = [
    'EHLO bench.test\r\n',
    'MAIL FROM:<a@example.com>\r\n',
    `RCPT TO:<${benchAddress}>\r\n`,
    'DATA\r\n',
    `${body}.\r\n`,
  ]
  return new Promise((resolve, reject) => {
    let dot = 0
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', answer => {
      const last = answer.toString().trimEnd().split('\r\n').at(-1) ?? ''
      if (!/^[23]\d\d /.test(last)) return
      const step = steps.shift()
      if (step === undefined) {
        socket.end('QUIT\r\n')
        resolve(dot)
        return
      }
      if (steps.length === 0) dot = performance.now()
      socket.write(step)
    })
    socket.on('error', reject)
  })
}

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
      const now = performance.now()
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
  // The first mails wait for a thread to start; what is measured is a program that has been running for a moment.
  for (let warm = 0; warm < warmUp; warm++) await sendOne(site.smtpPort, `w${warm}`)
  while (seen.size < warmUp) await wait(20)
  seen.clear()
  const sent = new Map<string, number>()
  const sending: Promise<void>[] = []
  const start = performance.now()
  for (let at = 0; at < count; at++) {
    await wait(Math.max(0, start + (at * 1000) / perSecond - performance.now()))
    sending.push(sendOne(site.smtpPort, `b${at}`).then(dot => void sent.set(`b${at}`, dot)))
  }
  await Promise.all(sending)
  for (let tries = 0; seen.size < count && tries < 200; tries++) await wait(50)
  stop()
  await site.stop()
  return [...sent].map(([id, dot]) => (seen.get(id) ?? Number.POSITIVE_INFINITY) - dot)
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
