/**
 * Collects one message and judges it on the way: in memory as long as it is small and there is room, then on disk. A message with a fault
 * is no longer kept: the rest is only counted, so that memory stays flat while the client is heard out.
 */
import type { SmtpLimits } from './limits.ts'
import type { MailRoom, MemoryBudget, Spill } from './mail-room.ts'
import { createTextCheck, type TextFault } from './text-check.ts'

export type MessageFault = TextFault | 'message-too-big' | 'out-of-memory-budget'

/** A budget within one thread. */
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

export type Finished = { ok: true; raw: Buffer } | { ok: false; fault: MessageFault }

export type MessageSink = {
  push(chunk: Buffer, from: number, to: number): void
  /** Octets seen, kept or not. */
  size(): number
  fault(): MessageFault | null
  /** The whole message, or what is wrong with it. Memory stays booked until `release`; one from disk waits for its turn. */
  finish(): Promise<Finished>
  /** Gives the memory back; harmless when repeated. */
  release(): void
}

type SinkLimits = Pick<SmtpLimits, 'messageBytes' | 'messageLineBytes'>

const FIRST_BLOCK = 16 * 1024
const LARGEST_BLOCK = 256 * 1024
/** A message that grows beyond this goes to disk: it is stored outside the database later on, and read from there. */
const HELD_OCTETS = 256 * 1024

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
export function createMessageSink(
  limits: SinkLimits,
  budget: MemoryBudget & Partial<Pick<MailRoom, 'spill'>>,
): MessageSink {
  const check = createTextCheck(limits.messageLineBytes)
  let full: Buffer[] = []
  let block: Buffer = Buffer.alloc(0)
  let filled = 0
  let booked = 0
  let size = 0
  let spill: Spill | null = null
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
    if (spill !== null && piece.length >= block.length - filled) return flush(spill) && spill.write(piece)
    let copied = 0
    while (copied < piece.length) {
      if (filled === block.length && !grow()) return toDisk(piece.subarray(copied))
      const count = piece.copy(block, filled, copied)
      copied += count
      filled += count
    }
    return true
  }

  function grow(): boolean {
    const isFirst = block.length === 0
    const octets = isFirst ? FIRST_BLOCK : Math.min(block.length * 2, LARGEST_BLOCK)
    if (budget.spill !== undefined && booked + octets > HELD_OCTETS) return false
    if (!budget.take(octets)) return false
    booked += octets
    if (!isFirst) full.push(block)
    block = (isFirst ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(octets)
    filled = 0
    return true
  }

  /** From now on one small block gathers what comes in small pieces. */
  function toDisk(rest: Buffer): boolean {
    spill = budget.spill?.() ?? null
    if (spill === null) return false
    for (const piece of [...full, block.subarray(0, filled)]) if (!spill.write(piece)) return false
    giveBack()
    block = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BLOCK)
    return copy(rest)
  }

  function flush(to: Spill): boolean {
    const gathered = block.subarray(0, filled)
    filled = 0
    return gathered.length === 0 || to.write(gathered)
  }

  function spoil(found: MessageFault): void {
    fault = found
    release()
  }

  function release(): void {
    spill?.drop()
    spill = null
    giveBack()
  }

  function giveBack(): void {
    if (booked > 0) budget.give(booked)
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

  async function finish(): Promise<Finished> {
    let found = fault ?? check.finish()
    if (found === null && spill !== null && !flush(spill)) found = 'out-of-memory-budget'
    if (found !== null) {
      spoil(found)
      return { ok: false, fault: found }
    }
    return { ok: true, raw: spill === null ? joined() : await spill.readBack() }
  }

  return { push, size: () => size, fault: () => fault, finish, release }
}
