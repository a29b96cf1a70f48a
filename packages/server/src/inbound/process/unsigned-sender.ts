/** Checks unsigned mail by SPF and DMARC, the only checks that apply to it. */
import { authorDomain, type Said, saidBy } from '../../mail/sender-verdict.ts'
import type { Resolve } from './sender-resolver.ts'
import { type EnvelopeFacts, verifyPolicy, verifySpf } from './strict-checks.ts'
import { createVerdictMemory, type Finding, type VerdictMemory } from './verdict-memory.ts'
import { watchResolver } from './watched-resolver.ts'

export type Unsigned = { spf: Said; dmarc: Said }
type Memory = { spf: VerdictMemory<Said>; dmarc: VerdictMemory<Said> }

/**
 * Each DNS has its own verdicts: what one says is nothing to another. They are safe to remember, for a verdict follows
 * from its key and the DNS alone, and the 30 seconds come on top of the 60 for which the resolver holds its answers: a
 * change in the DNS counts after a minute and a half, as it would with any cache of the usual times.
 */
const memories = new WeakMap<Resolve, Memory>()

function memoryOf(resolver: Resolve): Memory {
  const held = memories.get(resolver)
  if (held !== undefined) return held
  const memory: Memory = { spf: createVerdictMemory(), dmarc: createVerdictMemory() }
  memories.set(resolver, memory)
  return memory
}

/** Everything that SPF goes by; as JSON, so that no two senders can look like one. */
const spfKey = ({ client, from, helo, host }: EnvelopeFacts): string =>
  JSON.stringify([client, from, helo, host])

/** The domain that SPF proves, or would prove had the DNS answered. */
export function spfProofs({ result, domain }: Said): { proven: string[]; unanswered: string[] } {
  const by = (wanted: Said['result']) => (result === wanted && domain !== '' ? [domain] : [])
  return { proven: by('pass'), unanswered: by('temperror') }
}

/** Everything that DMARC goes by where there are no signatures: of the author, only the domain. */
const dmarcKey = (author: string, bySpf: Said): string =>
  JSON.stringify([authorDomain(author), spfProofs(bySpf)])

/** A verdict lasts where the DNS answered every question on the way to it: mailauth passes over some silences. */
async function find(resolver: Resolve, judge: (resolver: Resolve) => Promise<Said>): Promise<Finding<Said>> {
  const watched = watchResolver(resolver)
  const verdict = await judge(watched.resolve)
  return { verdict, lasts: !watched.wasSilent() && verdict.result !== 'temperror' }
}

const askSpf = (facts: EnvelopeFacts, resolver: Resolve): Promise<Finding<Said>> =>
  find(resolver, async watched => saidBy(await verifySpf(facts, watched)))

function askDmarc(author: string, bySpf: Said, resolver: Resolve): Promise<Finding<Said>> {
  const { proven, unanswered } = spfProofs(bySpf)
  const proofs = { proven: { spfDomains: proven }, unanswered: { spfDomains: unanswered } }
  return find(resolver, async watched =>
    saidBy(await verifyPolicy({ headerFrom: [author] }, proofs, watched)),
  )
}

/** Returns remembered results about the sender without waiting; null when some are missing. */
export function recallUnsigned(author: string, facts: EnvelopeFacts, resolver: Resolve): Unsigned | null {
  const memory = memoryOf(resolver)
  const bySpf = memory.spf.recall(spfKey(facts))
  const byDmarc = bySpf && memory.dmarc.recall(dmarcKey(author, bySpf))
  return bySpf && byDmarc ? { spf: bySpf, dmarc: byDmarc } : null
}

export const judgeSpf = (facts: EnvelopeFacts, resolver: Resolve): Promise<Said> =>
  memoryOf(resolver).spf.ask(spfKey(facts), () => askSpf(facts, resolver))

export async function judgeUnsigned(
  author: string,
  facts: EnvelopeFacts,
  resolver: Resolve,
): Promise<Unsigned> {
  const { dmarc } = memoryOf(resolver)
  const bySpf = await judgeSpf(facts, resolver)
  const byDmarc = await dmarc.ask(dmarcKey(author, bySpf), () => askDmarc(author, bySpf, resolver))
  return { spf: bySpf, dmarc: byDmarc }
}
