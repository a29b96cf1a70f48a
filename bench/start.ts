/**
 * Measures how soon the program is ready and how much memory it takes when idle, on an empty and on an
 * existing data folder.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startSite } from '../e2e/site.ts'
import { median, type Table } from './table.ts'

export async function benchStart(): Promise<Table> {
  const times: number[] = []
  const memories: number[] = []
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    const site = await startSite()
    times.push(performance.now() - started)
    await wait(2000)
    memories.push(site.residentMb())
    await site.stop()
  }
  return {
    title: 'Start and idle memory (median of 3)',
    columns: ['what', 'figure', 'to reach'],
    rows: [
      ['first start until /readyz', `${(median(times) / 1000).toFixed(2)} s`, '< 2 s'],
      ['resident memory, idle', `${median(memories)} MB`, '< 160 MB'],
    ],
  }
}
