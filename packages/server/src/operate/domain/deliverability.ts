/**
 * Whether mail of this machine has a chance to arrive: its names, its address's reputation, its certificate, its
 * signatures, and whether port 25 is open in both directions. Everything is really tried; what cannot be known from
 * here says so.
 */
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import type { DnsState } from '@yanshu/contract'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import type { Secrets } from '../../secrets.ts'
import { type AskDns, valuesOf } from './dns/ask-dns.ts'
import { isPublicHost } from './dns/expected-records.ts'
import { judgeBlocklists } from './dns/judge-records.ts'
import { readTags } from './dns/tags.ts'
import { probeTls } from './probe-tls.ts'
import { type SigningKey, signingKeysOf } from './signing-keys.ts'

export type DeliverabilityDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  dns: AskDns
  mailHost: string
  blocklists(): Promise<readonly string[]>
  portProbes(): Promise<readonly string[]>
  smtpPort(): number
  /** Connects to a public host. */
  dial(host: string, port: number, signal: AbortSignal): Promise<Socket>
}

type Key = 'host' | 'helo' | 'ptr' | 'blocklists' | 'tls' | 'dkim' | 'portIn' | 'portOut'
type Item = { key: Key; state: DnsState; found: string[]; advice: string }

const weights: Readonly<Record<Key, number>> = {
  host: 18,
  helo: 10,
  ptr: 18,
  blocklists: 14,
  tls: 10,
  dkim: 12,
  portIn: 8,
  portOut: 10,
}
const probeMs = 6000
const maxDomains = 50

const item = (key: Key, state: DnsState, found: readonly string[], advice: string): Item => ({
  key,
  state,
  found: [...found],
  advice,
})

function judgeHost(mailHost: string, addresses: readonly string[]): Item {
  if (!isPublicHost(mailHost))
    return item('host', 'wrong', [mailHost], '设置 YANSHU_MAIL_HOST 为一个公网主机名，如 mx.example.com')
  if (addresses.length === 0) return item('host', 'missing', [], `给 ${mailHost} 加上 A 记录，指向这台服务器`)
  if (!addresses.every(isPublicAddress))
    return item('host', 'wrong', addresses, '主机名指向内网地址，外面送不到信')
  return item('host', 'ok', addresses, '主机名能解析到公网地址')
}

/** RFC 5321, section 4.1.1.1: the name we greet with must be one that can be looked up. */
const judgeHelo = (mailHost: string, addresses: readonly string[]): Item =>
  isPublicHost(mailHost) && addresses.length > 0
    ? item('helo', 'ok', [mailHost], '打招呼用的名字能解析')
    : item('helo', 'wrong', [mailHost], '打招呼用的名字解析不到，很多服务器会拒收')

async function judgePtr(dns: AskDns, mailHost: string, addresses: readonly string[]): Promise<Item> {
  if (addresses.length === 0) return item('ptr', 'unknown', [], '主机名还没有地址，无从查起')
  const answers = await Promise.all(
    addresses.map(async address => ({ address, answer: await dns.ptr(address) })),
  )
  const wrong = answers.filter(({ answer }) => !valuesOf(answer).includes(mailHost))
  if (wrong.length === 0) return item('ptr', 'ok', [mailHost], '反向解析和主机名一致')
  if (wrong.every(({ answer }) => answer.state === 'unknown'))
    return item('ptr', 'unknown', [], '域名服务器没有回答，稍后再查')
  const found = wrong.map(({ address, answer }) => `${address} ${valuesOf(answer)[0] ?? '没有'}`)
  return item('ptr', 'wrong', found, `请在云服务商那里把反向解析设成 ${mailHost}`)
}

async function judgeLists(deps: DeliverabilityDeps, addresses: readonly string[]): Promise<Item> {
  const four = addresses.find(address => isIP(address) === 4)
  if (four === undefined) return item('blocklists', 'unknown', [], '主机名还没有 IPv4 地址，无从查起')
  const { state, found, advice } = await judgeBlocklists(deps.dns, four, await deps.blocklists())
  return item('blocklists', state, found, advice)
}

async function judgeTls(deps: DeliverabilityDeps): Promise<Item> {
  const result = await probeTls({ port: deps.smtpPort(), host: deps.mailHost, timeoutMs: probeMs })
  switch (result.verdict) {
    case 'trusted':
      return item('tls', 'ok', [result.detail], '收信端口的证书有效')
    case 'untrusted':
      return item(
        'tls',
        'wrong',
        [result.detail],
        '证书不被信任，请用 YANSHU_TLS_CERT 和 YANSHU_TLS_KEY 设置正式证书',
      )
    case 'none':
      return item('tls', 'missing', [], '收信端口没有提供加密')
    case 'unreachable':
      return item('tls', 'unknown', [], '连不上自己的收信端口')
  }
}

/** Signs something and verifies it with what the DNS says, as a receiver would. */
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
  const domains = await deps.db.query
    .selectFrom('domain')
    .select('name')
    .where('removed_at', 'is', null)
    // A name for trying things out, which nobody ever looked up, is in no DNS.
    .where('checked_at', 'is not', null)
    .orderBy('created_at')
    .limit(maxDomains)
    .execute()
  const results = await Promise.all(
    domains.map(async ({ name }) => {
      const keys = (await signingKeysOf(deps, name)).filter(key => key.algorithm === 'rsa')
      return { name, works: await Promise.all(keys.map(key => keyWorks(deps.dns, name, key))) }
    }),
  )
  const broken = results.filter(result => result.works.includes(false)).map(result => result.name)
  const known = results.filter(result => !result.works.includes(null))
  if (broken.length > 0)
    return item(
      'dkim',
      'wrong',
      broken.slice(0, 10),
      `${broken.length} 个域名的签名对方验不过，请看各域名的 DKIM 记录`,
    )
  if (known.length === 0)
    return item(
      'dkim',
      'unknown',
      [],
      domains.length === 0 ? '还没有检查过的域名' : '域名服务器没有回答，稍后再查',
    )
  return item('dkim', 'ok', [], `${known.length} 个域名的签名都能验过`)
}

/** The greeting of whoever listens there; null when nobody could be reached in time. */
async function greeting(deps: DeliverabilityDeps, host: string): Promise<string | null> {
  const signal = AbortSignal.timeout(probeMs)
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

async function judgePortIn(deps: DeliverabilityDeps, addresses: readonly string[]): Promise<Item> {
  if ((await deps.portProbes()).length === 0) return item('portIn', 'unknown', [], '设置里关掉了试连')
  if (!addresses.some(isPublicAddress)) return item('portIn', 'unknown', [], '主机名还没有公网地址，无从试起')
  const words = await greeting(deps, deps.mailHost)
  if (words?.startsWith('220')) {
    return words.toLowerCase().includes(deps.mailHost)
      ? item('portIn', 'ok', [words.trim()], '从公网地址连得上收信端口')
      : item('portIn', 'wrong', [words.trim()], '25 端口上是别的程序，请把它转给 YANSHU_SMTP_PORT')
  }
  return item('portIn', 'unknown', [], '从这台机器连不上自己的 25 端口；请放行防火墙，并从外面试一次')
}

async function judgePortOut(deps: DeliverabilityDeps): Promise<Item> {
  const probes = await deps.portProbes()
  if (probes.length === 0) return item('portOut', 'unknown', [], '设置里关掉了试连')
  const tried = await Promise.all(
    probes.map(async domain => {
      const [first] = [...valuesOf(await deps.dns.mx(domain))].sort((a, b) => a.priority - b.priority)
      return first ? { host: first.exchange, words: await greeting(deps, first.exchange) } : null
    }),
  )
  const asked = tried.filter(one => one !== null)
  const reached = asked.filter(one => one.words?.startsWith('220')).map(one => one.host)
  if (reached.length > 0) return item('portOut', 'ok', reached, '能往外送信')
  if (asked.length === 0) return item('portOut', 'unknown', [], '查不到要试连的服务器，稍后再查')
  return item(
    'portOut',
    'wrong',
    asked.map(one => one.host),
    '往外的 25 端口不通，很多云服务商默认封住；请申请解封，或改用中继',
  )
}

export async function reportDeliverability(deps: DeliverabilityDeps) {
  const { dns, mailHost } = deps
  const [four, six] = await Promise.all([dns.a(mailHost), dns.aaaa(mailHost)])
  const addresses = [...valuesOf(four), ...valuesOf(six)].slice(0, 8)
  const items = await Promise.all([
    judgeHost(mailHost, addresses),
    judgeHelo(mailHost, addresses),
    judgePtr(dns, mailHost, addresses),
    judgeLists(deps, addresses),
    judgeTls(deps),
    judgeDkim(deps),
    judgePortIn(deps, addresses),
    judgePortOut(deps),
  ])
  const known = items.filter(one => one.state !== 'unknown')
  const total = known.reduce((sum, one) => sum + weights[one.key], 0)
  const good = known.reduce((sum, one) => sum + (one.state === 'ok' ? weights[one.key] : 0), 0)
  return { host: mailHost, score: total === 0 ? 0 : Math.round((100 * good) / total), items }
}
