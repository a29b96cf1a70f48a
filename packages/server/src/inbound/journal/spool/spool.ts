/**
 * The spool makes a message durable before it is accepted, where the database is a file. It appends the message to a file
 * of its own, so that accepting costs one write and one flush for all that came together, and the database is written
 * once, when the message is put into its mailboxes. That transaction also writes down the message's ticket: after a crash
 * the tickets tell which messages in the files are still to be done, and none is done twice. When all messages of a file
 * are done, the file is removed, and after it their tickets.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '../../../database/types.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { flushFolder } from '../../../kernel/flusher.ts'
import type { Log } from '../../../kernel/log.ts'
import { gatherTurn } from '../../../kernel/same-turn.ts'
import type { Envelope } from '../../../mail/envelope.ts'
import type { Journaled } from '../journaled.ts'
import { packRecord, recordAt, type Scanned, scanRecords } from './record.ts'
import { openSegment, type Segment } from './segment.ts'
import { forgetTickets, lastTicketDone, ticketsDone } from './ticket-repository.ts'

export type Spool = {
  /** Resolves when the message is on disk. */
  append(raw: Buffer, envelope: Envelope): Promise<Journaled>
  /** The messages that a crash left to be done, oldest first. */
  left(): number[]
  load(seq: number): Journaled
  /** It is in its mailboxes. */
  settled(seq: number): void
  close(): Promise<void>
}

export type SpoolDeps = {
  folder: string
  db: Db
  clock: Clock
  log: Log
  /** For how long a file with nothing left to do is kept for the next message. */
  restMs?: number
  /** A file of this size is full. */
  fullBytes?: number
}

/** A message from the spool goes by its ticket, below zero, where one from the database goes by the number of its row. */
export const isSpooled = (seq: number): boolean => seq < 0
export const ticketOf = (seq: number): number => -seq
const seqOf = (ticket: number): number => -ticket

const maxBatch = 64
const defaultFullBytes = 16 * 1024 * 1024
const defaultRestMs = 10_000
/** Tickets begin at the time, so that none is given twice even where files and database are not of the same day. */
const ticketsPerMs = 1024
/** However wrong the clock is, there is room for as many again. */
const lastFirstTicket = 2 ** 52

type Waiting = {
  raw: Buffer
  envelope: Envelope
  resolve(journaled: Journaled): void
  reject(cause: unknown): void
}

/** A file with the range of its tickets, and how many of its messages are not done yet. */
type Part = { segment: Segment; first: number; last: number; open: number }
type Place = { part: Part; offset: number; length: number }

/** Beside the database. */
export const spoolFolder = 'arrived'
export const segmentName = /^\d{16}\.spool$/

const firstOf = (name: string): number => Number(name.slice(0, 16))

/** Keeps for the operator the parts that cannot be read; the file itself goes when the rest of it is done. */
function setAside(path: string, bytes: Buffer, damaged: Scanned['damaged']): void {
  const parts = damaged.map(({ offset, length }) => bytes.subarray(offset, offset + length))
  writeFileSync(`${path}.damaged`, Buffer.concat(parts), { mode: 0o600 })
}

export async function openSpool(deps: SpoolDeps): Promise<Spool> {
  const { folder, db, clock, log, restMs = defaultRestMs, fullBytes = defaultFullBytes } = deps
  const places = new Map<number, Place>()
  const retiring = new Set<Promise<void>>()
  let current: Part | null = null
  let lastTicket = Math.min(clock.now() * ticketsPerMs, lastFirstTicket)
  let idle: NodeJS.Timeout | undefined
  let closed = false

  /** First the file goes, for certain, then its tickets: the other way round a crash would have it all done again. */
  async function retire({ segment, first, last }: Part): Promise<void> {
    try {
      segment.close()
      await unlink(segment.path)
      await flushFolder(folder)
      await forgetTickets(db, first, last)
    } catch (cause) {
      log.warn({ err: cause, file: segment.path }, 'a spool file that is done could not be removed')
    }
  }

  function retireSoon(part: Part): void {
    if (part === current) current = null
    const done = retire(part).finally(() => retiring.delete(done))
    retiring.add(done)
  }

  /** Creating a file costs more than writing into one; it is kept for a while. */
  function retireLater(): void {
    idle ??= setTimeout(() => {
      idle = undefined
      if (current?.open === 0) retireSoon(current)
    }, restMs).unref()
  }

  function closeOne(part: Part): void {
    part.open--
    if (part.open > 0) return
    if (part === current) retireLater()
    else retireSoon(part)
  }

  async function takeUp(name: string): Promise<void> {
    const segment = openSegment(join(folder, name), false)
    const bytes = segment.readAll()
    const { records, damaged } = scanRecords(bytes)
    if (damaged.length > 0) {
      log.error({ file: segment.path }, 'a spool file is damaged; what cannot be read is kept beside it')
      setAside(segment.path, bytes, damaged)
    }
    const first = firstOf(name)
    const part: Part = { segment, first, last: records.at(-1)?.entry.ticket ?? first, open: 0 }
    const found = new Map<number, Place>()
    for (const { entry, offset, length } of records) found.set(entry.ticket, { part, offset, length })
    for (const ticket of await ticketsDone(db, part.first, part.last)) found.delete(ticket)
    for (const [ticket, place] of found) places.set(ticket, place)
    lastTicket = Math.max(lastTicket, part.last)
    part.open = found.size
    if (part.open === 0) retireSoon(part)
  }

  /** One file that cannot be read holds up no other; it stays, and with it its tickets. */
  async function takeUpAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      lastTicket = Math.max(lastTicket, firstOf(name))
      await takeUp(name).catch(cause => log.error({ err: cause, file: name }, 'a spool file cannot be read'))
    }
  }

  function partFor(tickets: { first: number; last: number }): Part {
    if (current !== null && (current.segment.size() >= fullBytes || current.segment.isBroken())) {
      const full = current
      current = null
      if (full.open === 0) retireSoon(full)
    }
    if (current === null) {
      const name = `${String(tickets.first).padStart(16, '0')}.spool`
      current = { segment: openSegment(join(folder, name), true), ...tickets, open: 0 }
    }
    return current
  }

  async function keep(part: Part, batch: readonly Waiting[], done: readonly Journaled[]): Promise<void> {
    try {
      await part.segment.flush()
      batch.forEach(({ resolve }, index) => {
        resolve(done[index] as Journaled)
      })
    } catch (cause) {
      for (const { seq } of done) {
        places.delete(ticketOf(seq))
        closeOne(part)
      }
      for (const { reject } of batch) reject(cause)
    }
  }

  function write(batch: readonly Waiting[]): void {
    const receivedAt = clock.now()
    const first = lastTicket + 1
    try {
      const packed = batch.map(({ raw, envelope }, index) =>
        packRecord({ ticket: first + index, receivedAt, envelope }, raw),
      )
      const last = first + batch.length - 1
      const part = partFor({ first, last })
      let offset = part.segment.write(packed.flat())
      lastTicket = last
      part.last = last
      part.open += batch.length
      const done = batch.map(({ raw, envelope }, index): Journaled => {
        const length = (packed[index]?.[0].length ?? 0) + raw.length
        places.set(first + index, { part, offset, length })
        offset += length
        return { seq: seqOf(first + index), raw, envelope, receivedAt }
      })
      void keep(part, batch, done)
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  }

  /** Messages of one turn of the event loop are written together. */
  const enqueue = gatherTurn<Waiting>(batch => {
    for (let at = 0; at < batch.length; at += maxBatch) write(batch.slice(at, at + maxBatch))
  })

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await flushFolder(dirname(folder))
  const names = readdirSync(folder)
    .filter(name => segmentName.test(name))
    .sort()
  lastTicket = Math.max(lastTicket, await lastTicketDone(db))
  // This also flushes what was committed before a crash: only then may a file go whose tickets are all there.
  await forgetTickets(db, 0, (names[0] === undefined ? lastTicket + 1 : firstOf(names[0])) - 1)
  await takeUpAll(names)
  const left = [...places.keys()].sort((a, b) => a - b).map(seqOf)

  return {
    append: (raw, envelope) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('the spool is closed'))
          return
        }
        enqueue({ raw, envelope, resolve, reject })
      }),
    left: () => left,
    load(seq) {
      const place = places.get(ticketOf(seq))
      const record = place && recordAt(place.part.segment.read(place.offset, place.length), 0)
      if (!record) throw new Error('a message in the spool cannot be read')
      return { seq, raw: record.raw, envelope: record.entry.envelope, receivedAt: record.entry.receivedAt }
    },
    settled(seq) {
      const place = places.get(ticketOf(seq))
      if (!place || closed) return
      places.delete(ticketOf(seq))
      closeOne(place.part)
    },
    async close() {
      closed = true
      clearTimeout(idle)
      if (current?.open === 0) retireSoon(current)
      current?.segment.close()
      current = null
      await Promise.all(retiring)
      for (const { part } of places.values()) part.segment.close()
    },
  }
}
