/**
 * Measures the whole way for minutes without a pause: whether a server keeps its speed and its memory as long
 * as mail comes.
 */
import { residentMb } from '../e2e/site.ts'
import { hasSmtpSource } from './load.ts'
import { startWithMailbox } from './mailbox.ts'
import { maildevs, startMaildev } from './peers.ts'
import type { Table } from './table.ts'
import { arrivalRate, maildevRate } from './whole-way.ts'

const portion = 10_000
const portions = 35

type Step = { rate: number; memory: number }

/** Runs until all mails are sent, or until the server dies. */
async function steps(pid: number, next: (at: number) => Promise<number>): Promise<Step[]> {
  const done: Step[] = []
  for (let at = 0; at < portions; at++) {
    try {
      const rate = await next(at)
      done.push({ rate, memory: residentMb(pid) })
    } catch (cause) {
      if (residentMb(pid) > 0) throw cause
      break
    }
  }
  return done
}

async function ours(): Promise<Step[]> {
  const { site, token } = await startWithMailbox()
  const done = await steps(site.pid, () => arrivalRate(site, token, portion, true))
  await site.stop()
  return done
}

async function theirs(which: (typeof maildevs)[number]): Promise<{ name: string; done: Step[] } | null> {
  const peer = await startMaildev(which)
  if (!peer) return null
  const done = await steps(peer.pid, at =>
    maildevRate(peer, { before: at * portion, count: portion, reuse: true }),
  )
  await peer.stop()
  return { name: peer.name, done }
}

const rowOf = (name: string, done: readonly Step[]): (string | number)[] => [
  name,
  done.length * portion,
  ...[done[0], done[Math.floor(done.length / 2)], done.at(-1)].map(step => step?.rate.toFixed(0) ?? 'none'),
  `${done.at(-1)?.memory ?? 0} MB`,
  done.length < portions ? 'died' : 'goes on',
]

export async function benchSustained(): Promise<Table> {
  const table: Table = {
    title: `Whole way without a pause, ${portions * portion} mails, mails/s (10 KB, 20 connections, reused)`,
    columns: ['server', 'mails taken', 'first 10,000', 'in the middle', 'last 10,000', 'memory', 'then'],
    rows: [],
  }
  if (!hasSmtpSource) return { ...table, notes: ['smtp-source is missing: install Debian’s postfix'] }
  table.rows.push(rowOf('Yanshu (SQLite, durable)', await ours()))
  for (const which of maildevs) {
    const peer = await theirs(which)
    if (peer !== null) table.rows.push(rowOf(`${peer.name} (in memory)`, peer.done))
  }
  return table
}
