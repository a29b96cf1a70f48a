/**
 * Asks the name system for all features. Answers are values: found, nothing of that kind, no such name, or
 * trouble that may pass, with a reason from a closed list. Every question has a time limit and can be
 * cancelled. It asks name servers itself and knows no hosts file. It remembers answers only if its patience
 * allows, and no longer than the answers say.
 *
 * It does not use `node:dns`, which does not tell whether the server authenticated an answer (the AD bit, RFC
 * 6840, section 5.8), without which a TLSA record is worth nothing. `node:dns` also cannot cancel a single
 * question. `readAnswer` and `exchange` provide both.
 */
import { domainToASCII } from 'node:url'
import type { DecodedPacket, Answer as PacketAnswer, TxtData } from 'dns-packet'
import { second } from '../kernel/clock.ts'
import { createMemory, type Memory } from './answer-memory.ts'
import { ExchangeError, type ExchangeFault, exchange } from './dns-exchange.ts'
import { type NameServer, nameServersOf } from './name-servers.ts'
import type { DnsPatience } from './time-outs.ts'

export type Mx = { readonly exchange: string; readonly priority: number }
export type Srv = {
  readonly name: string
  readonly port: number
  readonly priority: number
  readonly weight: number
}

/** RFC 6698, section 2.1. */
export type Tlsa = {
  readonly usage: number
  readonly selector: number
  readonly matching: number
  readonly data: Buffer
}

/**
 * The record types that can be asked for, and their values. Names have no final dot, and the strings of one
 * TXT record are joined.
 */
export type Records = {
  A: string
  AAAA: string
  CNAME: string
  MX: Mx
  NS: string
  PTR: string
  SRV: Srv
  TXT: string
  TLSA: Tlsa
}
export type Asked = keyof Records

/** `server`: the server reports its own failure. `refused`: it does not answer us. */
export type Trouble = ExchangeFault | 'server' | 'refused'

export type Answer<T> =
  /** `isAuthentic`: the server says that it has verified the signatures of the zone. */
  | { readonly kind: 'found'; readonly records: readonly T[]; readonly isAuthentic?: boolean }
  | { readonly kind: 'nothing' | 'noSuchName' }
  | { readonly kind: 'trouble'; readonly why: Trouble }

export type Resolver = <T extends Asked>(
  type: T,
  name: string,
  signal?: AbortSignal,
) => Promise<Answer<Records[T]>>

const rcodes = { ok: 0, formErr: 1, nxDomain: 3, notImp: 4, refused: 5 } as const
const maxAliases = 16

const bare = (name: string): string => name.replace(/\.$/, '')

function textOf(data: TxtData): string {
  const parts = Array.isArray(data) ? data : [data]
  return Buffer.concat(parts.map(part => Buffer.from(part))).toString('utf8')
}

/** The reader of each kind of record; it returns null for another kind. */
const readers: { [T in Asked]: (record: PacketAnswer) => Records[T] | null } = {
  A: record => (record.type === 'A' ? record.data : null),
  AAAA: record => (record.type === 'AAAA' ? record.data : null),
  CNAME: record => (record.type === 'CNAME' ? bare(record.data) : null),
  NS: record => (record.type === 'NS' ? bare(record.data) : null),
  PTR: record => (record.type === 'PTR' ? bare(record.data) : null),
  TXT: record => (record.type === 'TXT' ? textOf(record.data) : null),
  TLSA(record) {
    if (record.type !== 'TLSA') return null
    const { usage, selector, matchingType, certificate } = record.data
    return { usage, selector, matching: matchingType, data: certificate }
  },
  MX: record =>
    record.type === 'MX'
      ? { exchange: bare(record.data.exchange), priority: record.data.preference ?? 0 }
      : null,
  SRV(record) {
    if (record.type !== 'SRV') return null
    const { target, port, priority = 0, weight = 0 } = record.data
    return { name: bare(target), port, priority, weight }
  },
}

/**
 * Returns the name in the form of a question, or null when no such name is possible (RFC 1035, section
 * 2.3.4).
 */
function askableName(given: string): string | null {
  const name = bare(given)
  const ascii = /^[\x21-\x7e]*$/.test(name) ? name : domainToASCII(name)
  if (ascii === '' || ascii.length > 253) return null
  return ascii.split('.').every(label => label.length > 0 && label.length <= 63) ? ascii : null
}

/** Returns the name at the end of the answer's aliases (RFC 1034, section 3.6.2). */
function aliasedName(records: readonly PacketAnswer[], asked: string): string {
  let name = asked.toLowerCase()
  for (let steps = 0; steps < maxAliases; steps++) {
    const alias = records.find(record => record.type === 'CNAME' && record.name.toLowerCase() === name)
    if (alias?.type !== 'CNAME') break
    name = alias.data.toLowerCase()
  }
  return name
}

function readAnswer<T extends Asked>(packet: DecodedPacket, type: T, name: string): Answer<Records[T]> {
  const rcode = (packet.flags ?? 0) & 15
  if (rcode === rcodes.nxDomain) return { kind: 'noSuchName' }
  if (rcode !== rcodes.ok) return { kind: 'trouble', why: rcode === rcodes.refused ? 'refused' : 'server' }
  const answers = packet.answers ?? []
  const owner = type === 'CNAME' ? name.toLowerCase() : aliasedName(answers, name)
  const records = answers
    .filter(record => record.name.toLowerCase() === owner)
    .map(record => readers[type](record))
    .filter(record => record !== null)
  if (records.length === 0) return { kind: 'nothing' }
  return packet.flag_ad ? { kind: 'found', records, isAuthentic: true } : { kind: 'found', records }
}

/**
 * Returns how long an answer holds: the time of its records, or of the statement that there are none (RFC
 * 2308, section 5).
 */
function lastsMs({ answers = [], authorities = [] }: DecodedPacket): number {
  const times = answers.map(record => ('ttl' in record ? (record.ttl ?? 0) : 0))
  for (const record of authorities) {
    if (record.type === 'SOA') times.push(Math.min(record.ttl ?? 0, record.data.minimum ?? 0))
  }
  return times.length === 0 ? 0 : Math.min(...times) * second
}

type Memories = { readonly [T in Asked]: Memory<Answer<Records[T]>> }

function createMemories(longestMs: number): Memories {
  return {
    A: createMemory(longestMs),
    AAAA: createMemory(longestMs),
    CNAME: createMemory(longestMs),
    MX: createMemory(longestMs),
    NS: createMemory(longestMs),
    PTR: createMemory(longestMs),
    SRV: createMemory(longestMs),
    TXT: createMemory(longestMs),
    TLSA: createMemory(longestMs),
  }
}

/**
 * Asks one server, and asks again without EDNS if the server does not know that (RFC 6891, section 6.2.2).
 */
async function askServer<T extends Asked>(
  server: NameServer,
  question: { type: T; name: string },
  timeoutMs: number,
  signal: AbortSignal | undefined,
  memory: Memory<Answer<Records[T]>>,
): Promise<Answer<Records[T]>> {
  try {
    let packet = await exchange(server, question, true, { timeoutMs, signal })
    const rcode = (packet.flags ?? 0) & 15
    if (rcode === rcodes.formErr || rcode === rcodes.notImp)
      packet = await exchange(server, question, false, { timeoutMs, signal })
    const answer = readAnswer(packet, question.type, question.name)
    if (answer.kind !== 'trouble') memory.write(question.name.toLowerCase(), answer, lastsMs(packet))
    return answer
  } catch (cause) {
    if (cause instanceof ExchangeError) return { kind: 'trouble', why: cause.fault }
    throw cause
  }
}

/** Servers are "address" or "address:port"; an empty list means those of the machine. */
export function createResolver(servers: readonly string[], patience: DnsPatience): Resolver {
  const serversNow = nameServersOf(servers)
  const memories = createMemories(patience.rememberMs)

  return async <T extends Asked>(type: T, given: string, signal?: AbortSignal) => {
    const name = askableName(given)
    if (name === null) return { kind: 'noSuchName' }
    const memory: Memory<Answer<Records[T]>> = memories[type]
    const known = memory.read(name.toLowerCase())
    if (known !== null) return known
    const until = performance.now() + patience.wholeMs
    let last: Answer<Records[T]> = { kind: 'trouble', why: 'unreachable' }
    let asked = serversNow()
    for (let round = 0; round < patience.tries; round++) {
      const silent: NameServer[] = []
      for (const server of asked) {
        const left = Math.ceil(until - performance.now())
        if (left <= 0) return { kind: 'trouble', why: 'timeout' }
        last = await askServer(server, { type, name }, Math.min(patience.tryMs, left), signal, memory)
        if (last.kind !== 'trouble' || last.why === 'aborted') return last
        // A packet may get lost, so only silent servers are asked again; one that answered would give the
        // same answer.
        if (last.why === 'timeout') silent.push(server)
      }
      asked = silent
    }
    return last
  }
}
