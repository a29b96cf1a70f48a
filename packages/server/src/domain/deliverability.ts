/**
 * Tests whether mail of this machine can arrive: its names, its address's reputation, its certificate, its
 * signatures, and whether port 25 is open in both directions. It really tries everything; results that cannot
 * be known from here are marked as unknown.
 */
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import type { DnsState } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import { type Clock, isoTime } from '../kernel/clock.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { type SayFact, storedFact } from '../ledger/fact/fact.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import { isPublicAddress } from '../outside/address-judge.ts'
import { timeOuts } from '../outside/time-outs.ts'
import { findCheckedNames } from './check-repository.ts'
import { type AskDns, isSilent, valuesOf } from './dns/ask-dns.ts'
import { isPublicHost } from './dns/expected-records.ts'
import { judgeBlocklists } from './dns/judge-records.ts'
import { readTags } from './dns/tags.ts'
import { judgeDane } from './judge-dane.ts'
import { type ProbeTarget, probeTls, type TlsProbe } from './probe-tls.ts'
import { type SigningKey, signingKeysOf } from './signing-keys.ts'
import { domainWords } from './words/words.ts'

export type DeliverabilityDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  dns: AskDns
  names: Pick<SiteNames, 'mailHost'>
  blocklists(): Promise<readonly string[]>
  portProbes(): Promise<readonly string[]>
  /** Our own port, for a look at what it presents. */
  ownPort(): ProbeTarget
  /** Connects to a public host. */
  dial(host: string, port: number, signal: AbortSignal): Promise<Socket>
  sayFact: SayFact
}

const words = domainWords.arriving

type Key = 'host' | 'helo' | 'ptr' | 'blocklists' | 'tls' | 'dane' | 'dkim' | 'portIn' | 'portOut'
type Item = { key: Key; state: DnsState; found: string[]; advice: string }

const weights: Readonly<Record<Key, number>> = {
  host: 18,
  helo: 10,
  ptr: 18,
  blocklists: 14,
  tls: 10,
  // Nobody needs it; a wrong one is shown all the same.
  dane: 0,
  dkim: 12,
  portIn: 8,
  portOut: 10,
}
/** With less than half of it known a figure would say more than anybody knows. */
const leastKnown = 50
const maxDomains = 50

const item = (key: Key, state: DnsState, found: readonly string[], advice: string): Item => ({
  key,
  state,
  found: [...found],
  advice,
})

/** Addresses of the mail host; null when the DNS did not say whether there are any. */
type Addresses = readonly string[] | null

function judgeHost(mailHost: string, addresses: Addresses): Item {
  if (!isPublicHost(mailHost)) return item('host', 'wrong', [mailHost], words.hostUnnamed)
  if (addresses === null) return item('host', 'unknown', [], words.dnsSilent)
  if (addresses.length === 0) return item('host', 'missing', [], words.hostMissing(mailHost))
  if (!addresses.every(isPublicAddress)) return item('host', 'wrong', addresses, words.hostPrivate)
  return item('host', 'ok', addresses, words.hostRight)
}

/** RFC 5321, section 4.1.1.1: the name we greet with must be one that can be looked up. */
function judgeHelo(mailHost: string, addresses: Addresses): Item {
  if (!isPublicHost(mailHost)) return item('helo', 'wrong', [mailHost], words.heloUnknown)
  if (addresses === null) return item('helo', 'unknown', [], words.dnsSilent)
  return addresses.length > 0
    ? item('helo', 'ok', [mailHost], words.heloRight)
    : item('helo', 'wrong', [mailHost], words.heloUnknown)
}

async function judgePtr(dns: AskDns, mailHost: string, addresses: Addresses): Promise<Item> {
  if (addresses === null) return item('ptr', 'unknown', [], words.dnsSilent)
  if (addresses.length === 0) return item('ptr', 'unknown', [], words.noAddress)
  const answers = await Promise.all(
    addresses.map(async address => ({ address, answer: await dns.ptr(address) })),
  )
  const told = answers.filter(({ answer }) => answer.state !== 'unknown')
  const wrong = told.filter(({ answer }) => !valuesOf(answer).includes(mailHost))
  if (wrong.length === 0)
    return told.length === answers.length
      ? item('ptr', 'ok', [mailHost], words.ptrRight)
      : item('ptr', 'unknown', [], words.dnsSilent)
  const found = wrong.map(({ address, answer }) => `${address} ${valuesOf(answer)[0] ?? words.noName}`)
  return item('ptr', 'wrong', found, words.ptrOther(mailHost))
}

async function judgeLists(deps: DeliverabilityDeps, addresses: Addresses): Promise<Item> {
  if (addresses === null) return item('blocklists', 'unknown', [], words.dnsSilent)
  const four = addresses.find(address => isIP(address) === 4)
  if (four === undefined) return item('blocklists', 'unknown', [], words.noFour)
  const { state, found, advice } = await judgeBlocklists(deps.dns, four, await deps.blocklists())
  return item('blocklists', state, found, deps.sayFact(storedFact(advice)))
}

function judgeTls(result: TlsProbe): Item {
  if (result.verdict === 'unreachable') return item('tls', 'unknown', [], words.tlsUnreachable)
  const found =
    result.endsAt === null ? [] : [domainWords.certificateEnds(isoTime(result.endsAt).slice(0, 10))]
  if (result.verdict === 'trusted') return item('tls', 'ok', found, words.tlsRight)
  const state = result.fault === 'noTls' ? 'missing' : 'wrong'
  return item('tls', state, found, words.tlsUntrusted(result.fault))
}

/** Signs a text and verifies it with the key in the DNS, as a receiver would. */
async function keyWorks(dns: AskDns, domain: string, key: SigningKey): Promise<boolean | null> {
  const answer = await dns.txt(`${key.selector}._domainkey.${domain}`)
  if (answer.state === 'unknown') return null
  const p = readTags(valuesOf(answer)[0] ?? '').p?.replace(/\s/g, '')
  if (!p) return false
  const bytes = Buffer.from(p, 'base64')
  // RFC 8463, section 4: the record holds the bare key; this is the fixed beginning of its usual form.
  const der =
    key.algorithm === 'rsa' ? bytes : Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes])
  try {
    const publicKey = createPublicKey({ key: der, type: 'spki', format: 'der' })
    const hash = key.algorithm === 'rsa' ? 'sha256' : null
    const text = randomBytes(64)
    return verify(hash, text, publicKey, sign(hash, text, key.privateKey))
  } catch {
    return false
  }
}

async function judgeDkim(deps: DeliverabilityDeps): Promise<Item> {
  // A name for trials, which nobody ever checked, is in no DNS.
  const domains = await findCheckedNames(deps.db.query, maxDomains)
  const results = await Promise.all(
    domains.map(async name => {
      const keys = (await signingKeysOf(deps, name)).filter(key => key.algorithm === 'rsa')
      return { name, works: await Promise.all(keys.map(key => keyWorks(deps.dns, name, key))) }
    }),
  )
  const broken = results.filter(result => result.works.includes(false)).map(result => result.name)
  const known = results.filter(result => !result.works.includes(null))
  if (broken.length > 0) return item('dkim', 'wrong', broken.slice(0, 10), words.dkimBroken(broken.length))
  if (known.length === 0)
    return item('dkim', 'unknown', [], domains.length === 0 ? words.dkimNone : words.dnsSilent)
  return item('dkim', 'ok', [], words.dkimRight(known.length))
}

/** Returns the greeting of the server at the host; null when nobody could be reached in time. */
async function greeting(deps: DeliverabilityDeps, host: string): Promise<string | null> {
  const signal = AbortSignal.timeout(timeOuts.probe)
  let socket: Socket | null = null
  try {
    socket = await deps.dial(host, 25, signal)
    const open = socket
    return await new Promise<string | null>(resolve => {
      open.once('data', bytes => resolve(bytes.toString('latin1').slice(0, 200)))
      open.once('error', () => resolve(null))
      open.once('close', () => resolve(null))
      signal.addEventListener('abort', () => resolve(null), { once: true })
    })
  } catch {
    return null
  } finally {
    socket?.destroy()
  }
}

async function judgePortIn(deps: DeliverabilityDeps, mailHost: string, addresses: Addresses): Promise<Item> {
  if ((await deps.portProbes()).length === 0) return item('portIn', 'unknown', [], words.notTried)
  if (addresses === null) return item('portIn', 'unknown', [], words.dnsSilent)
  if (!addresses.some(isPublicAddress)) return item('portIn', 'unknown', [], words.noPublicAddress)
  const heard = await greeting(deps, mailHost)
  if (heard?.startsWith('220')) {
    return heard.toLowerCase().includes(mailHost)
      ? item('portIn', 'ok', [heard.trim()], words.portInRight)
      : item('portIn', 'wrong', [heard.trim()], words.portInOther)
  }
  return item('portIn', 'unknown', [], words.portInUnsure)
}

async function judgePortOut(deps: DeliverabilityDeps): Promise<Item> {
  const probes = await deps.portProbes()
  if (probes.length === 0) return item('portOut', 'unknown', [], words.notTried)
  const tried = await Promise.all(
    probes.map(async domain => {
      const [first] = [...valuesOf(await deps.dns.mx(domain))].sort((a, b) => a.priority - b.priority)
      return first ? { host: first.exchange, heard: await greeting(deps, first.exchange) } : null
    }),
  )
  const asked = tried.filter(one => one !== null)
  const reached = asked.filter(one => one.heard?.startsWith('220')).map(one => one.host)
  if (reached.length > 0) return item('portOut', 'ok', reached, words.portOutRight)
  if (asked.length === 0) return item('portOut', 'unknown', [], words.portOutUnsure)
  return item(
    'portOut',
    'wrong',
    asked.map(one => one.host),
    words.portOutShut,
  )
}

export async function reportDeliverability(deps: DeliverabilityDeps) {
  const { dns } = deps
  const mailHost = deps.names.mailHost()
  const [four, six] = await Promise.all([dns.a(mailHost), dns.aaaa(mailHost)])
  const found = [...valuesOf(four), ...valuesOf(six)].slice(0, 8)
  const addresses = found.length === 0 && isSilent([four, six]) ? null : found
  const probing = probeTls(deps.ownPort())
  const items = await Promise.all([
    judgeHost(mailHost, addresses),
    judgeHelo(mailHost, addresses),
    judgePtr(dns, mailHost, addresses),
    judgeLists(deps, addresses),
    probing.then(judgeTls),
    probing
      .then(probe => judgeDane(dns, mailHost, probe))
      .then(({ state, found: seen, advice }) => item('dane', state, seen, advice)),
    judgeDkim(deps),
    judgePortIn(deps, mailHost, addresses),
    judgePortOut(deps),
  ])
  const known = items.filter(one => one.state !== 'unknown')
  const total = known.reduce((sum, one) => sum + weights[one.key], 0)
  const good = known.reduce((sum, one) => sum + (one.state === 'ok' ? weights[one.key] : 0), 0)
  return { host: mailHost, score: total < leastKnown ? null : Math.round((100 * good) / total), items }
}
