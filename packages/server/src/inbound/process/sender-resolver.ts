/** The DNS as the sender checks ask it: answers are remembered, and a DNS that is down is not asked. */
import { Resolver } from 'node:dns/promises'
import type { DnsHealth } from './dns-health.ts'

const queryMs = 1200
const cacheMs = 60_000
const maxCached = 5000

export type Resolve = (name: string, type: string) => Promise<unknown>

export function createResolver(servers: readonly string[], health: DnsHealth): Resolve {
  const resolver = new Resolver({ timeout: queryMs, tries: 1 })
  if (servers.length > 0) resolver.setServers([...servers])
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()

  /** One for all: while the DNS is down every question of every mail ends here. */
  const silence = Promise.reject(Object.assign(new Error('DNS is down'), { code: 'ETIMEOUT' }))
  silence.catch(() => undefined)

  async function ask(name: string, type: string): Promise<unknown> {
    try {
      const answer: unknown = await resolver.resolve(name, type as 'TXT')
      health.noteAnswer()
      return answer
    } catch (cause) {
      health.noteFailure(cause)
      throw cause
    }
  }

  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`
    const held = answers.get(key)
    if (held && performance.now() - held.at < cacheMs) return held.answer
    if (health.isDown()) return silence
    if (answers.size >= maxCached) answers.clear()
    const answer = ask(name, type)
    answers.set(key, { at: performance.now(), answer })
    answer.catch(cause => {
      // A name that is not there stays so for a while; a silence is asked about again.
      const { code } = cause as NodeJS.ErrnoException
      if (code !== 'ENOTFOUND' && code !== 'ENODATA') answers.delete(key)
    })
    return answer
  }
}
