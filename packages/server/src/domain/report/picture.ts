/** Makes a picture of the sums of reports: the sources of mail by network, and our hosts, each over the days. */
import { isIPv4 } from 'node:net'
import { day, isoTime } from '../../kernel/clock.ts'
import type { SourceRow } from './repository.ts'
import { type DmarcDetail, readDmarcDetail, readTlsDetail } from './source-detail.ts'

type Group = 'unknown' | 'own' | 'forward'
type Verdict = 'both' | 'spf' | 'dkim' | 'otherSpf' | 'broken' | 'none'

export type Span = { readonly since: number; readonly days: number }

const maxSources = 60
const maxAddresses = 20
const maxHosts = 20
const maxReasons = 8
const maxOrgs = 5

const forwarders = new Set(['forwarded', 'trusted_forwarder', 'mailing_list'])

const zeros = ({ days }: Span): number[] => Array<number>(days).fill(0)

function add(list: number[], span: Span, at: number, count: number): void {
  const index = Math.floor((at - span.since) / day)
  if (index >= 0 && index < list.length) list[index] = (list[index] ?? 0) + count
}

function judge(detail: DmarcDetail, isServer: boolean): { group: Group; verdict: Verdict } {
  const { dkim, spf, override, spfDomain } = detail
  if (spf) return { group: 'own', verdict: dkim ? 'both' : 'spf' }
  if (isServer) return { group: 'own', verdict: dkim ? 'dkim' : 'none' }
  // What carries our signature was sent by us; somebody passed it on.
  if (dkim) return { group: 'forward', verdict: 'dkim' }
  if (forwarders.has(override)) return { group: 'forward', verdict: 'broken' }
  return { group: 'unknown', verdict: spfDomain === '' ? 'none' : 'otherSpf' }
}

/** One person's addresses are usually near each other. */
function networkOf(address: string): string {
  if (address === '') return ''
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const [head = ''] = address.split('::')
  const groups = head.split(':').filter(group => group !== '')
  return `${groups.slice(0, 3).join(':')}::/48`
}

type Source = {
  group: Group
  isServer: boolean
  name: string
  network: string
  addresses: Set<string>
  mails: number
  stopped: number
  verdicts: Map<Verdict, number>
  perDay: number[]
}

const mostOf = (verdicts: ReadonlyMap<Verdict, number>): Verdict =>
  [...verdicts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'none'

/** `ours`: the addresses of our mail host. */
export function drawSources(rows: readonly SourceRow[], ours: ReadonlySet<string>, span: Span) {
  const [passed, forwarded, failed] = [zeros(span), zeros(span), zeros(span)]
  const sources = new Map<string, Source>()
  for (const { source, detail: stored, day: at, sessions } of rows) {
    const detail = readDmarcDetail(stored)
    const isServer = ours.has(source)
    const { group, verdict } = judge(detail, isServer)
    add(group === 'forward' ? forwarded : detail.dkim || detail.spf ? passed : failed, span, at, sessions)
    const name = verdict === 'otherSpf' ? detail.spfDomain : ''
    const network = isServer ? source : networkOf(source)
    const key = [group, isServer, name || network].join(' ')
    const known = sources.get(key) ?? {
      ...{ group, isServer, name, network, mails: 0, stopped: 0, perDay: zeros(span) },
      addresses: new Set<string>(),
      verdicts: new Map<Verdict, number>(),
    }
    sources.set(key, known)
    if (source !== '') known.addresses.add(source)
    known.mails += sessions
    if (detail.disposition !== 'none') known.stopped += sessions
    known.verdicts.set(verdict, (known.verdicts.get(verdict) ?? 0) + sessions)
    add(known.perDay, span, at, sessions)
  }
  const all = [...sources.values()].sort((a, b) => b.mails - a.mails)
  return {
    ...{ passed, forwarded, failed },
    sources: all.slice(0, maxSources).map(({ verdicts, addresses, ...shown }) => ({
      ...shown,
      // A single address says more than its network.
      network: addresses.size === 1 ? ([...addresses][0] ?? '') : shown.network,
      addresses: [...addresses].slice(0, maxAddresses),
      addressCount: addresses.size,
      verdict: mostOf(verdicts),
    })),
    otherMails: all.slice(maxSources).reduce((sum, { mails }) => sum + mails, 0),
  }
}

type Reason = { sessions: number; orgs: Set<string> }
type Host = {
  good: number
  failed: number
  reasons: Map<string, Reason>
  failedPerDay: number[]
  last: number
}

export function drawHosts(rows: readonly SourceRow[], span: Span) {
  const hosts = new Map<string, Host>()
  for (const { source, detail, day: at, sessions } of rows) {
    const host = hosts.get(source) ?? {
      ...{ good: 0, failed: 0, failedPerDay: zeros(span), last: 0 },
      reasons: new Map<string, Reason>(),
    }
    hosts.set(source, host)
    const { failure, org } = readTlsDetail(detail)
    if (failure === '') {
      host.good += sessions
      continue
    }
    host.failed += sessions
    host.last = Math.max(host.last, at)
    add(host.failedPerDay, span, at, sessions)
    const reason = host.reasons.get(failure) ?? { sessions: 0, orgs: new Set<string>() }
    host.reasons.set(failure, reason)
    reason.sessions += sessions
    if (reason.orgs.size < maxOrgs) reason.orgs.add(org)
  }
  return [...hosts]
    .sort(([, a], [, b]) => b.good + b.failed - a.good - a.failed)
    .slice(0, maxHosts)
    .map(([host, { good, failed, failedPerDay, reasons, last }]) => ({
      ...{ host, good, failed, failedPerDay },
      reasons: [...reasons]
        .sort(([, a], [, b]) => b.sessions - a.sessions)
        .slice(0, maxReasons)
        .map(([failure, { sessions, orgs }]) => ({ failure, sessions, orgs: [...orgs] })),
      lastFailedOn: last === 0 ? null : isoTime(last),
    }))
}
