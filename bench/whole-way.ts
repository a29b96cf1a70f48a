/**
 * Measures the whole way, from the first connection until every mail is in the inbox with its code, with one
 * mail a connection and with reused connections.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '../e2e/site.ts'
import { hasSmtpSource, pourLoad } from './load.ts'
import { benchAddress, startWithMailbox } from './mailbox.ts'
import { type Maildev, maildevs, startMaildev } from './peers.ts'
import type { Table } from './table.ts'

/**
 * The bench measures the speed that a server keeps up, and it is slower until the compiler has seen some ten
 * thousand mails. The first ones are reported beside the table.
 */
const warmUp = 20_000
const count = 5000
const modes = [false, true] as const

/** Sends this many mails and waits until the last has arrived; returns mails a second. */
async function measure(
  smtpPort: number,
  mails: number,
  reuse: boolean,
  allArrived: () => Promise<boolean>,
): Promise<number> {
  const started = performance.now()
  await pourLoad(smtpPort, { count: mails, reuse, to: benchAddress })
  while (!(await allArrived())) await wait(20)
  return mails / ((performance.now() - started) / 1000)
}

/** Measures how fast mails arrive in the mailbox of the load, which the token opens. */
export async function arrivalRate(site: Site, token: string, mails: number, reuse: boolean): Promise<number> {
  const unread = async () => (await site.as(token).emailList()).list[0]?.unread ?? 0
  const all = (await unread()) + mails
  return measure(site.smtpPort, mails, reuse, async () => (await unread()) === all)
}

async function ours(): Promise<{ first: number; rates: number[]; memory: number }> {
  const { site, token } = await startWithMailbox()
  const first = await arrivalRate(site, token, count, true)
  await arrivalRate(site, token, warmUp - count, true)
  const rates: number[] = []
  for (const reuse of modes) rates.push(await arrivalRate(site, token, count, reuse))
  const { list } = await site.as(token).getInbox({ query: { hasCode: true, pageSize: 1 } })
  if (list[0]?.code !== '482913') throw new Error('the code was not found')
  const memory = site.residentMb()
  await site.stop()
  return { first, rates, memory }
}

/** Measures how fast mails arrive in a maildev that already has this many. */
export async function maildevRate(
  peer: Maildev,
  { before, count, reuse }: { before: number; count: number; reuse: boolean },
): Promise<number> {
  // Its list contains every mail in full. All but the last are skipped, because otherwise the bench would
  // measure the writing of the list.
  const last = `${peer.listUrl}?skip=${before + count - 1}`
  return measure(
    peer.smtpPort,
    count,
    reuse,
    async () => ((await (await fetch(last)).json()) as unknown[]).length > 0,
  )
}

async function theirs(
  which: (typeof maildevs)[number],
): Promise<{ name: string; first: number; rates: number[] } | null> {
  const peer = await startMaildev(which)
  if (!peer) return null
  let before = 0
  const rateOf = async (mails: number, reuse: boolean) => {
    const rate = await maildevRate(peer, { before, count: mails, reuse })
    before += mails
    return rate
  }
  const first = await rateOf(count, true)
  await rateOf(warmUp - count, true)
  const rates: number[] = []
  for (const reuse of modes) rates.push(await rateOf(count, reuse))
  await peer.stop()
  return { name: peer.name, first, rates }
}

const shown = (rates: readonly number[]): string[] => rates.map(rate => rate.toFixed(0))

export async function benchWholeWay(): Promise<Table> {
  const table: Table = {
    title: 'Whole way: visible in the inbox, code extracted, mails/s (10 KB, 20 connections)',
    columns: ['server', 'one mail a connection', 'reused'],
    rows: [],
  }
  if (!hasSmtpSource) return { ...table, notes: ['smtp-source is missing: install Debian’s postfix'] }
  const { first, rates, memory } = await ours()
  table.rows.push(['Yanshu (SQLite, durable)', ...shown(rates)])
  const notes: string[] = []
  for (const which of maildevs) {
    const peer = await theirs(which)
    if (peer === null) {
      notes.push(`maildev ${which.version} could not be had here`)
      continue
    }
    table.rows.push([`${peer.name} (not durable, no codes)`, ...shown(peer.rates)])
    const ratios = rates.map((rate, at) => `${(rate / (peer.rates[at] ?? 1)).toFixed(2)} ×`)
    const cold = `${first.toFixed(0)} and ${peer.first.toFixed(0)}, ${(first / peer.first).toFixed(2)} ×`
    notes.push(
      `against ${peer.name}: ${ratios.join(' and ')} (the first ${count} after a start, reused: ${cold})`,
    )
  }
  return {
    ...table,
    notes: [
      ...notes,
      `resident after ${warmUp + 2 * count} mails: ${memory} MB`,
      'to reach: 2 × maildev as it is now, 500 mails/s',
    ],
  }
}
