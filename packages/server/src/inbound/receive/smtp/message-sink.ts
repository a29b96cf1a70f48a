/**
 * Collects one message in memory and judges it on the way. A message with a fault is no longer kept: the rest is only counted, so that
 * memory stays flat while the client is heard out.
 */
import type { SmtpLimits } from './limits.ts'
import { createTextCheck, type TextFault } from './text-check.ts'

export type MessageFault = TextFault | 'message-too-big' | 'out-of-memory-budget'

/** Octets held by all connections together. */
export type MemoryBudget = { take(octets: number): boolean; give(octets: number): void }

export function createMemoryBudget(limit: number): MemoryBudget {
  let used = 0
  return {
    take(octets) {
      if (used + octets > limit) return false
      used += octets
      return true
    },
    give(octets) {
      used -= octets
    },
  }
}

export type MessageSink = {
  push(chunk: Buffer, from: number, to: number): void
  /** Octets seen, kept or not. */
  size(): number
  fault(): MessageFault | null
  /** The whole message, or what is wrong with it. Memory stays booked until `release`. */
  finish(): { ok: true; raw: Buffer } | { ok: false; fault: MessageFault }
  /** Gives the memory back; harmless when repeated. */
  release(): void
}

type SinkLimits = Pick<SmtpLimits, 'messageBytes' | 'messageLineBytes'>

const FIRST_BLOCK = 16 * 1024
const LARGEST_BLOCK = 256 * 1024

/** Blocks that a message begins with and that no message needs now: most messages need no other. */
const spare: Buffer[] = []
const maxSpare = 64

/**
 * Messages up to this are in memory that threads share: from the thread that speaks with the client they go to the one that
 * stores them and the one that reads them without being copied. Larger ones change hands, and are copied for reading: the
 * collector of garbage counts shared memory to nobody, and would let much of it pile up.
 */
const maxShared = 64 * 1024

const roomFor = (octets: number): Buffer =>
  octets <= maxShared ? Buffer.from(new SharedArrayBuffer(octets)) : Buffer.allocUnsafeSlow(octets)

/** Octets are copied into blocks of our own: a client that sends single octets cannot make us hold a buffer object for each. */
export function createMessageSink(limits: SinkLimits, budget: MemoryBudget): MessageSink {
  const check = createTextCheck(limits.messageLineBytes)
  let full: Buffer[] = []
  let block: Buffer = Buffer.alloc(0)
  let filled = 0
  let booked = 0
  let size = 0
  let fault: MessageFault | null = null

  function push(chunk: Buffer, from: number, to: number): void {
    if (to <= from) return
    size += to - from
    if (fault !== null) return
    if (size > limits.messageBytes) spoil('message-too-big')
    else keep(chunk.subarray(from, to))
  }

  function keep(piece: Buffer): void {
    const found = check.feed(piece)
    if (found !== null) spoil(found)
    else if (!copy(piece)) spoil('out-of-memory-budget')
  }

  /** False when there is no room for it. */
  function copy(piece: Buffer): boolean {
    let copied = 0
    while (copied < piece.length) {
      if (filled === block.length && !grow()) return false
      const count = piece.copy(block, filled, copied)
      copied += count
      filled += count
    }
    return true
  }

  function grow(): boolean {
    const isFirst = block.length === 0
    const octets = isFirst ? FIRST_BLOCK : Math.min(block.length * 2, LARGEST_BLOCK)
    if (!budget.take(octets)) return false
    booked += octets
    if (!isFirst) full.push(block)
    block = (isFirst ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(octets)
    filled = 0
    return true
  }

  function spoil(found: MessageFault): void {
    fault = found
    release()
  }

  function release(): void {
    budget.give(booked)
    booked = 0
    const [first = block] = full
    if (first.length > 0 && spare.length < maxSpare) spare.push(first)
    full = []
    block = Buffer.alloc(0)
    filled = 0
  }

  /** In memory of its own: the blocks are filled with the next message. */
  function joined(): Buffer {
    const whole = roomFor(size)
    let at = 0
    for (const piece of [...full, block.subarray(0, filled)]) at += piece.copy(whole, at)
    return whole
  }

  function finish(): ReturnType<MessageSink['finish']> {
    const found = fault ?? check.finish()
    if (found !== null) {
      spoil(found)
      return { ok: false, fault: found }
    }
    return { ok: true, raw: joined() }
  }

  return { push, size: () => size, fault: () => fault, finish, release }
}
