/**
 * Sends one question to one name server and reads the answer: over UDP (RFC 1035, section 4.2.1), and over
 * TCP when the answer does not fit (RFC 7766, section 5). Every question uses a port of its own and an
 * unpredictable number. Only a message from that server with that number and question counts as the answer
 * (RFC 5452, section 9.1).
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import * as dnsPacket from 'dns-packet'
import { dial, type Patience } from './dial.ts'
import { nextDnsMessage, writeDnsMessage } from './dns-stream.ts'
import type { NameServer } from './name-servers.ts'
import { countdown } from './time-outs.ts'

export type ExchangeFault = 'timeout' | 'unreachable' | 'bad-answer' | 'aborted'

/** The reason why there is no answer. */
export class ExchangeError extends Error {
  readonly fault: ExchangeFault
  constructor(fault: ExchangeFault, cause?: unknown) {
    super(`no answer from the name server: ${fault}`, { cause })
    this.fault = fault
  }
}

export type DnsQuestion = { readonly name: string; readonly type: dnsPacket.RecordType }

/**
 * Large enough for nearly all answers, and small enough to pass every network in one piece (DNS flag day
 * 2020).
 */
const udpPayloadSize = 1232
const responseBit = 0x8000

/**
 * Asks for recursion. `edns` states how large an answer may be (RFC 6891), which very old servers do not
 * understand.
 */
function encodeQuestion({ name, type }: DnsQuestion, id: number, edns: boolean): Buffer {
  const opt: dnsPacket.OptAnswer = {
    type: 'OPT',
    name: '.',
    udpPayloadSize,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  }
  return dnsPacket.encode({
    type: 'query',
    id,
    // Without this bit a server need not say what it has verified (RFC 6840, section 5.7).
    flags: dnsPacket.RECURSION_DESIRED | dnsPacket.AUTHENTIC_DATA,
    questions: [{ name, type }],
    additionals: edns ? [opt] : [],
  })
}

/** A truncated answer has lost its end and may not be readable. */
type Read = dnsPacket.DecodedPacket | 'cut'

/** Returns null for an answer to another question. Throws when the answer to ours cannot be read. */
function decodeAnswer(bytes: Buffer, question: DnsQuestion, id: number): Read | null {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== id) return null
  const flags = bytes.readUInt16BE(2)
  if ((flags & responseBit) === 0) return null
  if ((flags & dnsPacket.TRUNCATED_RESPONSE) !== 0) return 'cut'
  try {
    const answer = dnsPacket.decode(bytes)
    const [asked] = answer.questions ?? []
    // A server that cannot read the question may leave it out, but only in a refusal.
    const isOurs = asked
      ? asked.type === question.type && asked.name.toLowerCase() === question.name.toLowerCase()
      : ((answer.flags ?? 0) & 15) !== 0
    if (!isOurs) return null
    if (dnsPacket.decode.bytes > bytes.length) throw new Error('the answer ends early')
    return answer
  } catch (cause) {
    throw new ExchangeError('bad-answer', cause)
  }
}

function overUdp(
  server: NameServer,
  question: DnsQuestion,
  edns: boolean,
  { timeoutMs, signal }: Patience,
): Promise<Read> {
  return new Promise((resolve, reject) => {
    const id = randomInt(65_536)
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.removeAllListeners()
      socket.on('error', () => undefined)
      socket.close()
      act()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const onAbort = () => fail(new ExchangeError('aborted'))
    const timer = setTimeout(() => fail(new ExchangeError('timeout')), timeoutMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    socket.on('error', cause => fail(new ExchangeError('unreachable', cause)))
    socket.on('message', bytes => {
      try {
        const answer = decodeAnswer(bytes, question, id)
        if (answer !== null) settle(() => resolve(answer))
      } catch (cause) {
        fail(cause)
      }
    })
    // A connected socket gets no packets from others, and learns of a closed port at once.
    socket.once('connect', () => socket.send(encodeQuestion(question, id, edns)))
    socket.connect(server.port, server.address)
    if (signal?.aborted) onAbort()
  })
}

async function overTcp(
  { address, port }: NameServer,
  question: DnsQuestion,
  edns: boolean,
  { timeoutMs, signal }: Patience,
): Promise<dnsPacket.DecodedPacket> {
  const id = randomInt(65_536)
  const late = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([late, signal]) : late
  try {
    // The signal fires before the dial limit, so that only one fault means that the time is over.
    const socket = await dial({ addresses: [address], port }, { timeoutMs: 2 * timeoutMs, signal: either })
    try {
      writeDnsMessage(socket, encodeQuestion(question, id, edns))
      const answer = decodeAnswer(await nextDnsMessage(socket, either), question, id)
      if (answer === null || answer === 'cut') throw new ExchangeError('bad-answer')
      return answer
    } finally {
      socket.destroy()
    }
  } catch (cause) {
    if (cause instanceof ExchangeError) throw cause
    const fault = signal?.aborted ? 'aborted' : late.aborted ? 'timeout' : 'unreachable'
    throw new ExchangeError(fault, cause)
  }
}

/** Rejects only with an ExchangeError. The time covers UDP and TCP together. */
export async function exchange(
  server: NameServer,
  question: DnsQuestion,
  edns: boolean,
  { timeoutMs, signal }: Patience,
): Promise<dnsPacket.DecodedPacket> {
  const left = countdown(timeoutMs)
  const answer = await overUdp(server, question, edns, { timeoutMs, signal })
  if (answer !== 'cut') return answer
  return overTcp(server, question, edns, { timeoutMs: left(), signal })
}
