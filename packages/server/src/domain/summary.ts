/** Summarises the records of a domain: one state, one score, and the number of things left to do. */
import type { DnsKind, DnsLevel, DnsState } from '@yanshu/contract'

type Judged = { readonly kind: DnsKind; readonly level: DnsLevel; readonly state: DnsState }

/** The weight of each kind for the arrival of mail; the weights add up to 100. */
const weights: Readonly<Record<DnsKind, number>> = {
  ownership: 0,
  mx: 20,
  host: 14,
  spf: 15,
  dkimRsa: 15,
  dkimEd25519: 3,
  dmarc: 12,
  ptr: 8,
  dnsbl: 6,
  mtaSts: 3,
  tlsRpt: 2,
  autoconfig: 2,
}

const isTodo = (record: Judged): boolean => record.state === 'missing' || record.state === 'wrong'

/** With less than half of it known a figure would say more than anybody knows. */
const leastKnown = 50

/** Null when little is known. What could not be looked up counts neither for nor against. */
export function scoreOf(records: readonly Judged[]): number | null {
  const byKind = new Map<DnsKind, { good: number; known: number }>()
  for (const { kind, state } of records) {
    if (state === 'unknown') continue
    const sum = byKind.get(kind) ?? { good: 0, known: 0 }
    byKind.set(kind, { good: sum.good + (state === 'ok' ? 1 : 0), known: sum.known + 1 })
  }
  let good = 0
  let known = 0
  for (const [kind, sum] of byKind) {
    good += (weights[kind] * sum.good) / sum.known
    known += weights[kind]
  }
  return known < leastKnown ? null : Math.round((100 * good) / known)
}

export function stateOf(records: readonly Judged[]): DnsState {
  const states = new Set(records.filter(record => record.level !== 'may').map(record => record.state))
  if (states.has('wrong')) return 'wrong'
  if (states.has('missing')) return 'missing'
  return states.has('ok') ? 'ok' : 'unknown'
}

export const summarise = (records: readonly Judged[]) => ({
  state: stateOf(records),
  score: scoreOf(records),
  todo: records.filter(isTodo).length,
})
