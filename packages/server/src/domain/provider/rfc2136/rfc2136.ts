/**
 * Makes dynamic updates (RFC 2136) for people who run a name server of their own: BIND, Knot, PowerDNS,
 * Windows. All changes go in one message whose prerequisites describe the records as read; the server makes
 * all changes or none.
 */
import type { Socket } from 'node:net'
import type { Clock } from '../../../kernel/clock.ts'
import { DnsStreamError } from '../../../outside/dns-stream.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import { timeOuts } from '../../../outside/time-outs.ts'
import { domainWords } from '../../words/words.ts'
import {
  type Credentials,
  type KeptRecord,
  ProviderError,
  required,
  type Zone,
  type ZoneChange,
} from '../zone.ts'
import { type Conversation, ConversationError, converse } from './conversation.ts'
import { type TsigAlgorithm, type TsigKey, tsigAlgorithms } from './tsig.ts'
import {
  classes,
  dataBytes,
  dataText,
  messageBytes,
  opcodes,
  type RecordType,
  types,
  WireError,
  type WireMessage,
  type WireRecord,
} from './wire.ts'

export type Rfc2136Deps = {
  clock: Clock
  /** Connects to a server that the caller chose, under the rules for the outside. */
  dial(host: string, port: number, signal: AbortSignal): Promise<Socket>
}

const shown: readonly RecordType[] = ['TXT', 'MX', 'CNAME', 'SRV', 'A', 'AAAA']
const serverForm = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[a-z0-9.-]+))(?::(?<port>\d{1,5}))?$/i
const openPort = (port: number): boolean => port === 53 || (port >= 1024 && port <= 65_535)

function readServer(text: string): { host: string; port: number } {
  const parts = serverForm.exec(text)?.groups
  const port = Number(parts?.port ?? 53)
  const host = parts?.six ?? parts?.host ?? ''
  if (host === '' || !openPort(port))
    throw new ProviderError('credentials', domainWords.nameServer.serverForm)
  return { host, port }
}

function readKey(credentials: Credentials): TsigKey {
  const name = required(credentials, 'keyName').toLowerCase().replace(/\.$/, '')
  const algorithm = (credentials.algorithm?.trim() || 'hmac-sha256').toLowerCase()
  const secret = Buffer.from(required(credentials, 'secret'), 'base64')
  if (!/^[a-z0-9._-]{1,200}$/.test(name))
    throw new ProviderError('credentials', domainWords.nameServer.keyName)
  if (!Object.hasOwn(tsigAlgorithms, algorithm))
    throw new ProviderError('credentials', domainWords.nameServer.algorithm)
  if (secret.length < 8) throw new ProviderError('credentials', domainWords.nameServer.secret)
  return { name, algorithm: algorithm as TsigAlgorithm, secret }
}

/** RFC 2136, section 2.2, and RFC 8945, section 5.2. */
function checkAnswer(answer: WireMessage): void {
  switch (answer.rcode) {
    case 0:
      return
    case 5:
      throw new ProviderError('credentials', domainWords.nameServer.mayNotUpdate)
    case 6:
    case 7:
    case 8:
      throw new ProviderError('changed', domainWords.nameServer.changed)
    case 9:
      throw new ProviderError('credentials', domainWords.nameServer.keyUnknown)
    default:
      throw new ProviderError('refused', domainWords.nameServer.refused(answer.rcode))
  }
}

const typeName = (type: number): RecordType | undefined => shown.find(name => types[name] === type)

const removal = (record: KeptRecord): WireRecord => ({
  name: record.name,
  type: types[record.type as RecordType],
  class: classes.NONE,
  ttl: 0,
  data: Buffer.from(record.id, 'base64'),
})

function addition(record: { name: string; type: string; value: string; ttl: number }): WireRecord {
  const type = record.type as RecordType
  return {
    name: record.name,
    type: types[type],
    class: classes.IN,
    ttl: record.ttl,
    data: dataBytes(type, record.value),
  }
}

/** RFC 2136, section 2.4: every set that is touched must still be exactly as it was read. */
function prerequisites(changes: readonly ZoneChange[], seen: readonly KeptRecord[]): WireRecord[] {
  const touched = new Map<string, { name: string; type: string }>()
  for (const change of changes) {
    const { name, type } = change.action === 'delete' ? change.before : change.record
    touched.set(`${name} ${type}`, { name, type })
  }
  return [...touched.values()].flatMap(({ name, type }): WireRecord[] => {
    const set = seen.filter(record => record.name === name && record.type === type)
    const number = types[type as RecordType]
    if (set.length === 0) return [{ name, type: number, class: classes.NONE, ttl: 0, data: Buffer.alloc(0) }]
    return set.map(record => ({
      name,
      type: number,
      class: classes.IN,
      ttl: 0,
      data: Buffer.from(record.id, 'base64'),
    }))
  })
}

const updatesOf = (changes: readonly ZoneChange[]): WireRecord[] =>
  changes.flatMap(change => [
    ...(change.action === 'create' ? [] : [removal(change.before)]),
    ...(change.action === 'delete' ? [] : [addition(change.record)]),
  ])

export function openRfc2136(deps: Rfc2136Deps, credentials: Credentials, domain: string): Zone {
  const { host, port } = readServer(required(credentials, 'server'))
  const key = readKey(credentials)

  async function talk<T>(work: (conversation: Conversation) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(timeOuts.dnsUpdate)
    let socket: Socket | null = null
    try {
      socket = await deps.dial(host, port, signal)
      return await work(converse(socket, key, () => deps.clock.now(), signal))
    } catch (cause) {
      if (cause instanceof ProviderError) throw cause
      const isBad = [ConversationError, DnsStreamError, WireError].some(kind => cause instanceof kind)
      if (isBad) throw new ProviderError('refused', domainWords.nameServer.badAnswer, cause)
      if (cause instanceof OutsideError || (cause as NodeJS.ErrnoException).code !== undefined)
        throw new ProviderError('unreachable', domainWords.nameServer.unreachable, cause)
      throw cause
    } finally {
      socket?.destroy()
    }
  }

  const question = (name: string, type: number) => (id: number) =>
    messageBytes({ id, opcode: opcodes.query, question: { name, type } })

  /** The SOA record tells the zone, whether the name is its apex or below. */
  async function findZone(conversation: Conversation): Promise<string> {
    const answer = await conversation.ask(question(domain, types.SOA))
    if (answer.rcode === 9) checkAnswer(answer)
    const soa = [...answer.answers, ...answer.authority].find(record => record.type === types.SOA)
    const zone = soa?.name ?? ''
    if (zone === '' || (zone !== domain && !domain.endsWith(`.${zone}`)))
      throw new ProviderError('zone', domainWords.nameServer.noZone(domain))
    return zone
  }

  return {
    recordsAt: names =>
      talk(async conversation => {
        await findZone(conversation)
        const found: KeptRecord[] = []
        for (const name of new Set(names)) {
          for (const type of shown) {
            const answer = await conversation.ask(question(name, types[type]))
            if (answer.rcode !== 3) checkAnswer(answer)
            for (const record of answer.answers) {
              const known = typeName(record.type)
              const value = dataText(record.type, record.data)
              if (known !== type || record.name !== name || value === null) continue
              found.push({ id: record.data.toString('base64'), name, type, value, ttl: record.ttl })
            }
          }
        }
        return found
      }),
    async change(changes, seen, done) {
      await talk(async conversation => {
        const zone = await findZone(conversation)
        const answer = await conversation.ask(id =>
          messageBytes({
            id,
            opcode: opcodes.update,
            question: { name: zone, type: types.SOA },
            prerequisites: prerequisites(changes, seen),
            updates: updatesOf(changes),
          }),
        )
        checkAnswer(answer)
      })
      for (const index of changes.keys()) await done(index)
    },
  }
}
