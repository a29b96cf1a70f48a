/**
 * Implements MTA-STS (RFC 8461): a domain may require that mail to it goes only to certain hosts and only
 * over verified TLS. It finds the policy and remembers it as long as the domain asks; other code makes
 * connections obey it.
 */
import type { Clock } from '../../kernel/clock.ts'
import { day, minute } from '../../kernel/clock.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import type { Resolver } from '../../outside/resolver.ts'
import { timeOuts } from '../../outside/time-outs.ts'

export type StsPolicy = {
  readonly mode: 'enforce' | 'testing' | 'none'
  /** The host names; the first label may be "*". */
  readonly hosts: readonly string[]
  readonly maxAgeMs: number
}

export type StsPolicies = {
  /** Returns the policy in force, or null. */
  policyFor(domain: string): Promise<StsPolicy | null>
}

const maxPolicyBytes = 64 * 1024
/** RFC 8461, section 3.2. */
const maxAgeMs = 366 * day
const maxDomains = 5000
/** The time to wait after a failed fetch (section 3.3) and after "there is none". */
const restMs = 5 * minute

/** RFC 8461, section 3.2: key: value lines. Returns null when the text is not a policy. */
export function parsePolicy(text: string): StsPolicy | null {
  const fields = new Map<string, string>()
  const hosts: string[] = []
  for (const line of text.slice(0, maxPolicyBytes).split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const key = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    if (key === 'mx') hosts.push(value.toLowerCase())
    // The first of several lines counts, except for mx.
    else if (!fields.has(key)) fields.set(key, value)
  }
  const mode = fields.get('mode')
  const age = fields.get('max_age') ?? ''
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null
  if (mode !== 'none' && hosts.length === 0) return null
  return { mode, hosts, maxAgeMs: Math.min(Number(age) * 1000, maxAgeMs) }
}

/** RFC 8461, section 4.1: "*." means exactly one label. */
export function policyAllows(policy: StsPolicy, host: string): boolean {
  return policy.hosts.some(pattern =>
    pattern.startsWith('*.') ? host.slice(host.indexOf('.')) === pattern.slice(1) : pattern === host,
  )
}

/** Returns the id in the TXT record (section 3.1); null unless there is exactly one record. */
export function policyId(records: readonly string[]): string | null {
  const found = records.filter(record => /^v=STSv1\s*;/.test(record))
  return found.length === 1
    ? (/;\s*id=([A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(found[0] ?? '')?.[1] ?? null)
    : null
}

export type KeptPolicy = { id: string; policy: StsPolicy; until: number }

/** Stores policies beyond a restart, because an attacker may wait for the next start. */
export type PolicyMemory = {
  read(domain: string): Promise<KeptPolicy | null>
  write(domain: string, kept: KeptPolicy): Promise<void>
}

export function policiesInMemory(): PolicyMemory {
  const kept = new Map<string, KeptPolicy>()
  return {
    read: async domain => kept.get(domain) ?? null,
    async write(domain, policy) {
      kept.delete(domain)
      kept.set(domain, policy)
      trim(kept)
    },
  }
}

export function createStsPolicies(deps: {
  clock: Clock
  resolver: Resolver
  fetch: GuardedFetch
  memory: PolicyMemory
}): StsPolicies {
  /** Domains that were asked a moment ago, with the answer. */
  const asked = new Map<string, { until: number; answer: Promise<StsPolicy | null> }>()

  async function fetchPolicy(domain: string): Promise<StsPolicy | null> {
    try {
      // Section 3.3: no redirects, a valid certificate, status 200, text/plain.
      const { status, headers, body } = await deps.fetch({
        url: `https://mta-sts.${domain}/.well-known/mta-sts.txt`,
        method: 'GET',
        maxBytes: maxPolicyBytes,
        timeoutMs: timeOuts.mtaSts,
        maxRedirects: 0,
      })
      const isText = /^text\/plain\s*(?:;|$)/i.test(headers['content-type'] ?? '')
      return status === 200 && isText ? parsePolicy(body.toString('utf8')) : null
    } catch {
      return null
    }
  }

  async function ask(domain: string): Promise<StsPolicy | null> {
    const now = deps.clock.now()
    const held = await deps.memory.read(domain)
    const known = held !== null && held.until > now ? held : null
    const answer = await deps.resolver('TXT', `_mta-sts.${domain}`)
    const id = answer.kind === 'found' ? policyId(answer.records) : null
    // Section 5.1: an attacker who hides the record or the file must not be able to cancel a known policy.
    if (id === null || id === known?.id) return known?.policy ?? null
    const policy = await fetchPolicy(domain)
    if (policy === null) return known?.policy ?? null
    await deps.memory.write(domain, { id, policy, until: now + policy.maxAgeMs })
    return policy
  }

  return {
    policyFor(domain) {
      const now = deps.clock.now()
      const recent = asked.get(domain)
      // A time further ahead means that the clock was set back.
      if (recent && recent.until > now && recent.until <= now + restMs) return recent.answer
      const answer = ask(domain)
      // A failed look-up is not an answer, so the next mail asks again.
      answer.catch(() => asked.delete(domain))
      asked.delete(domain)
      asked.set(domain, { until: now + restMs, answer })
      trim(asked)
      return answer
    },
  }
}

function trim(map: Map<string, unknown>): void {
  for (const [oldest] of map) {
    if (map.size <= maxDomains) return
    map.delete(oldest)
  }
}
