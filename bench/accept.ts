/**
 * Measures durable acceptance by SMTP: 10 KB mails over 20 connections, with one mail a connection and with
 * reused connections.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '../e2e/site.ts'
import { hasSmtpSource, sendLoad } from './load.ts'
import { benchAddress, startWithMailbox } from './mailbox.ts'
import { type Peer, startHaraka, startPostfix } from './peers.ts'
import { median, type Table } from './table.ts'

const count = 5000
const rounds = 3
/** Our server is slower until the compiler has seen some thousand mails; the peers get as many. */
const warmUp = 10_000

/** The server gets time between two rounds to finish the work that it put off. */
async function measure(port: number, reuse: boolean, caughtUp: () => Promise<void>): Promise<number> {
  const send = async (mails: number): Promise<number> => {
    await caughtUp()
    return sendLoad(port, { count: mails, reuse, to: benchAddress })
  }
  await send(warmUp)
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) rates.push(await send(count))
  return median(rates)
}

async function untilRead(site: Site): Promise<void> {
  const isBehind = async () =>
    !/^yanshu_inbound_backlog 0$/m.test(await (await fetch(`${site.url}/metrics`)).text())
  while (await isBehind()) await wait(100)
}

export async function benchAccept(): Promise<Table> {
  const table: Table = {
    title: 'SMTP acceptance, mails/s (median of 3, 10 KB, 20 connections)',
    columns: ['server', 'one mail a connection', 'reused'],
    rows: [],
  }
  if (!hasSmtpSource) return { ...table, notes: ['smtp-source is missing: install Debian’s postfix'] }
  const { site } = await startWithMailbox()
  const single = await measure(site.smtpPort, false, () => untilRead(site))
  const reused = await measure(site.smtpPort, true, () => untilRead(site))
  await site.stop()
  table.rows.push(['Yanshu (SQLite, durable before 250)', single.toFixed(0), reused.toFixed(0)])
  const ratios: string[] = []
  for (const start of [startPostfix, startHaraka]) {
    const peer: Peer | null = await start()
    if (!peer) {
      ratios.push(`${start.name.replace('start', '')} could not be had here`)
      continue
    }
    let theirs: number[]
    try {
      // A peer does not tell how far it is behind, so the bench waits.
      const rested = () => wait(1000)
      theirs = [await measure(peer.smtpPort, false, rested), await measure(peer.smtpPort, true, rested)]
    } catch {
      ratios.push(`${peer.name} does not take the load`)
      continue
    } finally {
      await peer.stop()
    }
    table.rows.push([peer.name, (theirs[0] ?? 0).toFixed(0), (theirs[1] ?? 0).toFixed(0)])
    ratios.push(
      `against ${peer.name}: ${(single / (theirs[0] ?? 1)).toFixed(2)} × and ${(reused / (theirs[1] ?? 1)).toFixed(2)} ×`,
    )
  }
  return { ...table, notes: [...ratios, 'to reach: 1.5 × and 3 × Postfix'] }
}
