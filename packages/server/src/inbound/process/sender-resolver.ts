/** The DNS as the sender checks ask it: answers are remembered, and a DNS that is down is not asked. */
import { type Answer, type Asked, createResolver, type Resolver } from '../../outside/resolver.ts'
import { dnsPatience } from '../../outside/time-outs.ts'
import type { DnsHealth } from './dns-health.ts'

const cacheMs = 60_000
const maxCached = 5000

/** In the form that mailauth knows from `node:dns`: an array of records, or an error with one of its codes. */
export type Resolve = (name: string, type: string) => Promise<unknown>

const kinds: ReadonlySet<string> = new Set<Asked>(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT'])
const isAsked = (type: string): type is Asked => kinds.has(type)

const failure = (code: string): Error => Object.assign(new Error(`DNS: ${code}`), { code })

function recordsOf(type: Asked, answer: Answer<unknown>): readonly unknown[] {
  switch (answer.kind) {
    case 'found':
      // A text may come in pieces there.
      return type === 'TXT' ? answer.records.map(text => [text]) : answer.records
    case 'nothing':
      throw failure('ENODATA')
    case 'noSuchName':
      throw failure('ENOTFOUND')
    case 'trouble':
      throw failure(answer.why === 'timeout' ? 'ETIMEOUT' : 'ESERVFAIL')
  }
}

export function createSenderResolver(
  servers: readonly string[],
  health: DnsHealth,
  resolve: Resolver = createResolver(servers, dnsPatience.sender),
): Resolve {
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()

  /** One for all: while the DNS is down every question of every mail ends here. */
  const silence = Promise.reject(failure('ETIMEOUT'))
  silence.catch(() => undefined)

  async function ask(name: string, type: Asked): Promise<unknown> {
    const answer = await resolve(type, name)
    health.note(answer)
    return recordsOf(type, answer)
  }

  return (name, type) => {
    if (!isAsked(type)) return Promise.reject(failure('ENODATA'))
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
