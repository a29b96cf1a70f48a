/** People with the inbox open: each lists, searches and thinks for a moment, over and over. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '../site.ts'

export type Readers = {
  /** Ends after the requests under way; how long each took, and what went wrong. */
  stop(): Promise<{ waits: readonly number[]; failures: readonly string[] }>
}

const thoughtMs = 500

export function startReaders(site: Site, token: string, count: number): Readers {
  const api = site.as(token)
  const waits: number[] = []
  const failures: string[] = []
  let stopped = false
  const requests = [
    () => api.getInbox({ query: { pageSize: 50 } }),
    () => api.getInbox({ query: { q: 'probe', pageSize: 50 } }),
    () => api.emailList(),
  ]
  async function read(reader: number): Promise<void> {
    await wait((thoughtMs * reader) / count)
    for (let at = reader; !stopped; at++) {
      const asked = performance.now()
      try {
        await requests[at % requests.length]?.()
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
