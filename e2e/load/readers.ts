/** Acts as people with the inbox open: each lists, searches and thinks for a moment, over and over. */
import { setTimeout as wait } from 'node:timers/promises'
import { createGet } from '../../bench/get.ts'
import type { Site } from '../site.ts'

export type Readers = {
  /** Stops after the current requests and returns the time of each and the failures. */
  stop(): Promise<{ waits: readonly number[]; failures: readonly string[] }>
}

const thoughtMs = 500
const requests = [
  '/api/user/getInbox?pageSize=50',
  '/api/user/getInbox?pageSize=50&q=probe',
  '/api/user/emailList',
]

export function startReaders(site: Site, token: string, count: number): Readers {
  const waits: number[] = []
  const failures: string[] = []
  let stopped = false
  async function read(reader: number): Promise<void> {
    const get = createGet(site.url, token)
    await wait((thoughtMs * reader) / count)
    for (let at = reader; !stopped; at++) {
      const asked = performance.now()
      try {
        await get(requests[at % requests.length] ?? '')
        waits.push(performance.now() - asked)
      } catch (cause) {
        failures.push(String(cause))
      }
      await wait(thoughtMs)
    }
  }
  const reading = Array.from({ length: count }, (_, reader) => read(reader))
  return {
    async stop() {
      stopped = true
      await Promise.all(reading)
      return { waits, failures }
    },
  }
}
