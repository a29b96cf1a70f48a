/** Compares the found values of a record with the expected one and returns a state, and advice as a fact. */
import { isIP } from 'node:net'
import type { DnsState } from '@yanshu/contract'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import type { TrustFault } from '../words/facts.ts'
import { type AskDns, type DnsAnswer, isSilent, valuesOf } from './ask-dns.ts'
import { checkSpf, isSpf, maxLookups } from './check-spf.ts'
import { type ExpectedRecord, isPublicHost, reverseLabels } from './expected-records.ts'
import { readTags, type Tags } from './tags.ts'

export type Judgement = {
  readonly found: readonly string[]
  readonly state: DnsState
  /** Null when there is no advice. */
  readonly advice: Fact | null
}

export type JudgeDeps = {
  readonly dns: AskDns
  /** The addresses from which mail goes out, looked up once for a check. */
  readonly addresses: readonly string[]
  readonly mailHost: string
  readonly webHost: string | null
  /** The policy that we publish: its id, and why it is not enforced. */
  readonly sts: { readonly id: string; readonly why: TrustFault | null }
  /** Blocklists, as DNS zones. */
  readonly blocklists: readonly string[]
  /** The selectors of keys that no longer sign. */
  readonly retiring: ReadonlySet<string>
}

const ok = (found: readonly string[], advice: Fact | null = null): Judgement => ({
  found,
  state: 'ok',
  advice,
})
const missing = (advice: Fact, found: readonly string[] = []): Judgement => ({
  found,
  state: 'missing',
  advice,
})
const wrong = (found: readonly string[], advice: Fact): Judgement => ({ found, state: 'wrong', advice })

export function unknown(answer: { reason: 'timeout' | 'server' }): Judgement {
  const advice = answer.reason === 'timeout' ? fact('dnsTimeout', {}) : fact('dnsFault', {})
  return { found: [], state: 'unknown', advice }
}

async function judgeOwnership(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  const answer = await dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.some(value => value.trim() === record.value))
    return ok(found.filter(value => value === record.value))
  return found.length === 0 ? missing(fact('ownershipMissing', {})) : wrong(found, fact('ownershipWrong', {}))
}

async function judgeMx(dns: AskDns, record: ExpectedRecord, mailHost: string): Promise<Judgement> {
  const answer = await dns.mx(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = [...valuesOf(answer)].sort((a, b) => a.priority - b.priority)
  const found = all.map(mx => `${mx.priority} ${mx.exchange === '' ? '.' : mx.exchange}`)
  if (all.length === 0) return missing(fact('mxMissing', {}))
  const ours = all.find(mx => mx.exchange === mailHost.toLowerCase())
  if (!ours) return wrong(found, fact('mxElsewhere', {}))
  const before = all.find(mx => mx.priority < ours.priority)
  if (before) return wrong(found, fact('mxBehindOther', { other: before.exchange }))
  return ok(found, all.length > 1 ? fact('mxOthersToo', {}) : null)
}

async function judgeHost(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  if (!isPublicHost(record.name)) return wrong([], fact('hostUnnamed', {}))
  const answer = await (record.type === 'A' ? dns.a(record.name) : dns.aaaa(record.name))
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.length === 0) return missing(fact('hostMissing', {}))
  if (!found.every(isPublicAddress)) return wrong(found, fact('hostPrivate', {}))
  return ok(found)
}

async function judgeSpf(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const answer = await deps.dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer).filter(text => /^v=spf1/i.test(text.trim()))
  const [only] = found
  if (only === undefined) return missing(fact('spfMissing', {}))
  // RFC 7208, section 4.5: more than one record is an error, and so is a version that is not exactly right.
  if (found.length > 1) return wrong(found, fact('spfMany', { count: found.length }))
  if (!isSpf(only)) return wrong(found, fact('spfVersion', {}))
  const { lookups, ...result } = await checkSpf(deps.dns, record.name, only, deps.addresses)
  if (result.fault === 'syntax') return wrong(found, fact('spfSyntax', {}))
  if (result.fault === 'loop') return wrong(found, fact('spfLoop', {}))
  if (lookups > maxLookups) return wrong(found, fact('spfTooManyLookups', { lookups, most: maxLookups }))
  if (result.rest === '+') return wrong(found, fact('spfAllowsAll', {}))
  const [address] = result.missing
  if (address !== undefined)
    return result.unknown
      ? { found, state: 'unknown', advice: fact('spfUnsure', { address }) }
      : wrong(found, fact('spfForbidsUs', { address }))
  return ok(found, fact('spfLookups', { lookups, most: maxLookups }))
}

const samePublicKey = (found: string | undefined, wanted: string | undefined): boolean =>
  found !== undefined && found.replace(/\s/g, '') === wanted

async function judgeDkim(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const answer = await deps.dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  const retiring = deps.retiring.has(record.name.split('.')[0] ?? '')
  if (found.length === 0) {
    if (retiring) return missing(fact('dkimRetiringMissing', {}))
    return missing(record.kind === 'dkimRsa' ? fact('dkimMissing', {}) : fact('dkimSecondMissing', {}))
  }
  const wanted = readTags(record.value).p
  const keys = found.map(readTags)
  if (keys.length > 1) return wrong(found, fact('dkimMany', {}))
  const [tags] = keys
  if (tags?.p === '') return wrong(found, fact('dkimRevoked', {}))
  if (!samePublicKey(tags?.p, wanted)) return wrong(found, fact('dkimOtherKey', {}))
  if (tags?.v !== undefined && tags.v !== 'DKIM1') return wrong(found, fact('dkimVersion', {}))
  if (tags?.t?.split(':').includes('y')) return wrong(found, fact('dkimTesting', {}))
  return ok(found, retiring ? fact('dkimRetiring', {}) : null)
}

/** Judges one TXT record with a version tag and ignores everything else at the name. */
async function judgeTagged(
  dns: AskDns,
  record: ExpectedRecord,
  version: string,
  advice: { missing: Fact; many: Fact },
  judge: (tags: Tags, found: readonly string[]) => Judgement,
): Promise<Judgement> {
  const answer = await dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = valuesOf(answer)
  const found = all.filter(text => readTags(text).v?.toUpperCase() === version.toUpperCase())
  const [only] = found
  if (only === undefined) {
    return all.length === 0 ? missing(advice.missing) : wrong(all, fact('versionMissing', { version }))
  }
  if (found.length > 1) return wrong(found, advice.many)
  if (!only.startsWith(`v=${version}`)) return wrong(found, fact('versionSpelled', { version }))
  return judge(readTags(only), found)
}

const judgeDmarc = (dns: AskDns, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    dns,
    record,
    'DMARC1',
    { missing: fact('dmarcMissing', {}), many: fact('dmarcMany', {}) },
    (tags, found) => {
      const policy = tags.p?.toLowerCase()
      if (policy === 'none') return ok(found, fact('dmarcObserves', {}))
      if (policy === 'quarantine' || policy === 'reject') return ok(found)
      return wrong(found, fact('dmarcPolicy', {}))
    },
  )

const judgeSts = (deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    deps.dns,
    record,
    'STSv1',
    {
      missing: deps.webHost === null ? fact('stsNeedsWeb', {}) : fact('stsMissing', {}),
      many: fact('stsMany', {}),
    },
    (tags, found) => {
      if (deps.webHost === null) return wrong(found, fact('stsWithoutWeb', {}))
      if (!/^[a-z0-9]{1,32}$/i.test(tags.id ?? '')) return wrong(found, fact('stsId', {}))
      if (tags.id !== deps.sts.id) return wrong(found, fact('stsOutdated', {}))
      return ok(found, deps.sts.why && fact('stsTesting', { why: deps.sts.why }))
    },
  )

const judgeTlsReport = (dns: AskDns, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    dns,
    record,
    'TLSRPTv1',
    { missing: fact('tlsRptMissing', {}), many: fact('tlsRptMany', {}) },
    (tags, found) =>
      /^(?:mailto:|https:)/i.test(tags.rua ?? '') ? ok(found) : wrong(found, fact('tlsRptAddress', {})),
  )

/** Judges a name that must lead to the same machine as another, by CNAME or by addresses. */
async function judgeAlias(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const { dns, webHost } = deps
  const [cname, mine, theirs] = await Promise.all([
    dns.cname(record.name),
    dns.a(record.name),
    dns.a(webHost ?? ''),
  ])
  if (cname.state === 'unknown') return unknown(cname)
  if (cname.state === 'none' && mine.state === 'unknown') return unknown(mine)
  const found = cname.state === 'found' ? cname.values : valuesOf(mine)
  if (found.length === 0) return missing(fact('aliasMissing', {}))
  if (found.includes(record.value.toLowerCase())) return ok(found)
  const same = valuesOf(theirs)
  if (valuesOf(mine).some(address => same.includes(address))) return ok(found)
  // By another name it may lead here all the same.
  if (isSilent([mine, theirs])) return { ...unknown({ reason: 'server' }), found }
  return wrong(found, fact('aliasElsewhere', {}))
}

async function judgeSrv(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  const answer = await dns.srv(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = valuesOf(answer)
  const found = all.map(
    srv => `${srv.priority} ${srv.weight} ${srv.port} ${srv.name === '' ? '.' : srv.name}`,
  )
  if (all.length === 0) return missing(fact('srvMissing', {}))
  const [, , port, target] = record.value.split(' ')
  const ours = all.some(srv => srv.name === target?.toLowerCase() && String(srv.port) === port)
  return ours ? ok(found) : wrong(found, fact('srvElsewhere', {}))
}

/** The name of an address must lead back to the address, or receivers treat it as a dial-up line. */
async function judgePtr(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  const address = record.key.slice('ptr:'.length)
  const answer = await dns.ptr(address)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.length === 0) return missing(fact('ptrMissing', {}))
  if (!found.includes(record.value.toLowerCase()))
    return wrong(found, fact('ptrOther', { host: record.value }))
  return ok(found)
}

const isListed = (answer: DnsAnswer<string>): boolean =>
  // Lists answer with 127.255.255.0/24 when they refuse the asker.
  valuesOf(answer).some(code => code.startsWith('127.') && !code.startsWith('127.255.255.'))
const refuses = (answer: DnsAnswer<string>): boolean =>
  answer.state === 'unknown' || valuesOf(answer).some(code => code.startsWith('127.255.255.'))

/**
 * RFC 5782, section 2.1. A list that answers for everything (section 5) is worse than none, so it is left
 * out.
 */
export async function judgeBlocklists(
  dns: AskDns,
  address: string,
  lists: readonly string[],
): Promise<Judgement> {
  if (isIP(address) !== 4 || lists.length === 0)
    return { found: [], state: 'unknown', advice: fact('blocklistsNone', {}) }
  const asked = await Promise.all(
    lists.map(async list => {
      const [answer, test] = await Promise.all([
        dns.a(`${reverseLabels(address)}.${list}`),
        dns.a(`${reverseLabels('127.0.0.1')}.${list}`),
      ])
      return { list, answer, useless: isListed(test) }
    }),
  )
  const heard = asked.filter(({ answer, useless }) => !useless && !refuses(answer))
  const listed = heard.filter(({ answer }) => isListed(answer)).map(({ list }) => list)
  if (listed.length > 0) return wrong(listed, fact('blocklistsListed', { count: listed.length }))
  if (heard.length === 0) return { found: [], state: 'unknown', advice: fact('blocklistsSilent', {}) }
  return ok([], fact('blocklistsClear', { lists: lists.length, heard: heard.length }))
}

export function judgeRecord(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const { dns } = deps
  switch (record.kind) {
    case 'ownership':
      return judgeOwnership(dns, record)
    case 'mx':
      return judgeMx(dns, record, deps.mailHost)
    case 'host':
      return judgeHost(dns, record)
    case 'spf':
      return judgeSpf(deps, record)
    case 'dkimRsa':
    case 'dkimEd25519':
      return judgeDkim(deps, record)
    case 'dmarc':
      return judgeDmarc(dns, record)
    case 'mtaSts':
      return record.type === 'TXT' ? judgeSts(deps, record) : judgeAlias(deps, record)
    case 'tlsRpt':
      return judgeTlsReport(dns, record)
    case 'autoconfig':
      return record.type === 'SRV' ? judgeSrv(dns, record) : judgeAlias(deps, record)
    case 'ptr':
      return judgePtr(dns, record)
    case 'dnsbl':
      return judgeBlocklists(dns, record.name, deps.blocklists)
  }
}
