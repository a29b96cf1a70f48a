/** The whole way: from the first connection until every mail is in the inbox with its code. */
import { setTimeout as wait } from 'node:timers/promises'
import { startSite } from '../e2e/site.ts'
import { hasSmtpSource, sendLoad } from './load.ts'
import { startMaildev } from './peers.ts'
import type { Table } from './table.ts'

const count = 5000
const peerCount = 1500

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await wait(50)
}

async function ours(): Promise<{ rate: number; memory: number }> {
  const site = await startSite()
  const { token } = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'bench' } })
  const arrived = async () => {
    const { list } = await site.as(token).emailList()
    return list[0]?.unread ?? 0
  }
  sendLoad(site.smtpPort, 300, { reuse: true, to: 'bench@yanshu.test' })
  await until(async () => (await arrived()) === 300)
  const started = performance.now()
  sendLoad(site.smtpPort, count, { reuse: true, to: 'bench@yanshu.test' })
  await until(async () => (await arrived()) === 300 + count)
  const rate = count / ((performance.now() - started) / 1000)
  const { list } = await site.as(token).getInbox({ query: { hasCode: true, pageSize: 1 } })
  if (list[0]?.code !== '482913') throw new Error('the code was not found')
  const memory = site.residentMb()
  await site.stop()
  return { rate, memory }
}

async function maildev(): Promise<number | null> {
  const peer = await startMaildev()
  if (!peer) return null
  const arrived = async () =>
    ((await (await fetch(`http://127.0.0.1:${peer.httpPort}/email`)).json()) as unknown[]).length
  const started = performance.now()
  sendLoad(peer.smtpPort, peerCount, { reuse: true, to: 'bench@yanshu.test' })
  await until(async () => (await arrived()) >= peerCount)
  const rate = peerCount / ((performance.now() - started) / 1000)
  await peer.stop()
  return rate
}

export async function benchWholeWay(): Promise<Table> {
  const table: Table = {
    title: 'Whole way: visible in the inbox, code extracted (10 KB, 20 connections)',
    columns: ['server', 'mails/s'],
    rows: [],
  }
  if (!hasSmtpSource) return { ...table, notes: ['smtp-source is missing: install Debian’s postfix'] }
  const { rate, memory } = await ours()
  table.rows.push(['Yanshu (SQLite)', rate.toFixed(0)])
  const theirs = await maildev()
  if (theirs !== null) table.rows.push(['maildev (in memory, no codes)', theirs.toFixed(0)])
  const ratio = theirs === null ? 'maildev could not be had here' : `${(rate / theirs).toFixed(2)} × maildev`
  return {
    ...table,
    notes: [ratio, `resident after ${count} mails: ${memory} MB`, 'to reach: 2 × maildev, 500 mails/s'],
  }
}
