/**
 * The memory that mail under way may take, and the place on disk for what does not fit. One room is shared by all that
 * takes mail in, also by threads: it stands in memory that they share.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Octets held by all connections together. */
export type MemoryBudget = { take(octets: number): boolean; give(octets: number): void }

/** A message on its way to memory, on disk. */
export type Spill = {
  /** False when it could not be written. */
  write(octets: Buffer): boolean
  /** Waits for its turn; the memory is booked until `drop`. */
  readBack(): Promise<Buffer>
  drop(): void
}

export type MailRoom = MemoryBudget & {
  /** Null where there is no place, or no more room in it. */
  spill(): Spill | null
}

/** The part that can be handed to a thread, so that it is the same room there. */
export type MailRoomFacts = { folder: string; limitKb: number; counts: Int32Array }

const kilobyte = 1024
const megabyte = kilobyte * kilobyte
/** On disk, of messages that are still coming in. */
export const spilledKb = 512 * kilobyte
const lookAgainMs = 20

const at = { used: 0, large: 1, spilled: 2 } as const

const inKb = (octets: number): number => Math.ceil(octets / kilobyte)

/** A sixteenth of the machine's memory, or of what its container may use: 32 MB of 512. */
export function roomOfMachine(): number {
  const constrained = process.constrainedMemory()
  const machine = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return Math.min(256, Math.max(16, Math.floor(machine / 16 / megabyte)))
}

export const newMailRoom = (folder: string, limitMb: number): MailRoomFacts => ({
  folder,
  limitKb: limitMb * kilobyte,
  counts: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)),
})

export function openMailRoom({ folder, limitKb, counts }: MailRoomFacts): MailRoom {
  let lastId = 0
  let turn: Promise<unknown> = Promise.resolve()

  function book(place: number, kb: number, limit: number): boolean {
    if (Atomics.add(counts, place, kb) + kb <= limit) return true
    Atomics.sub(counts, place, kb)
    return false
  }

  /** One is always let in, however large, so that none waits for ever. */
  function takeLarge(kb: number): boolean {
    if (book(at.used, kb, limitKb)) {
      Atomics.add(counts, at.large, 1)
      return true
    }
    if (Atomics.compareExchange(counts, at.large, 0, 1) !== 0) return false
    Atomics.add(counts, at.used, kb)
    return true
  }

  async function untilTaken(kb: number): Promise<void> {
    while (!takeLarge(kb)) await wait(lookAgainMs)
  }

  function openFile(): number | null {
    const path = join(folder, `${process.pid}-${++lastId}-${Math.random().toString(36).slice(2)}`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = openSync(path, 'wx+', 0o600)
      // Without a name it is gone with the program, however that ends.
      unlinkSync(path)
      return file
    } catch {
      return null
    }
  }

  function spill(): Spill | null {
    const file = openFile()
    if (file === null) return null
    let written = 0
    let booked = 0
    let held = 0
    let isOpen = true
    return {
      write(octets) {
        const kb = inKb(written + octets.length) - booked
        if (!book(at.spilled, kb, spilledKb)) return false
        booked += kb
        try {
          for (let from = 0; from < octets.length; )
            from += writeSync(file, octets, from, octets.length - from, written + from)
        } catch {
          return false
        }
        written += octets.length
        return true
      },
      async readBack() {
        const kb = inKb(written)
        const mine = turn.then(() => untilTaken(kb))
        turn = mine
        await mine
        held = kb
        const whole = Buffer.allocUnsafeSlow(fstatSync(file).size)
        for (let from = 0; from < whole.length; )
          from += readSync(file, whole, from, whole.length - from, from)
        return whole
      },
      drop() {
        if (!isOpen) return
        isOpen = false
        closeSync(file)
        Atomics.sub(counts, at.spilled, booked)
        if (held === 0) return
        Atomics.sub(counts, at.used, held)
        Atomics.sub(counts, at.large, 1)
      },
    }
  }

  return {
    take: octets => book(at.used, inKb(octets), limitKb),
    give: octets => void Atomics.sub(counts, at.used, inKb(octets)),
    spill,
  }
}
