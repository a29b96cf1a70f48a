/**
 * Processes journaled messages: reads each in a worker thread, stores it and tells about it. Messages come straight from
 * the journal while there is room in memory; otherwise, and after a crash, they are read back from it.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Envelope } from '../../mail/envelope.ts'
import type { Journaled } from '../journal/journaled.ts'
import { maxKept } from '../journal/large-message.ts'
import { claimUnprocessed, countFailedReading, releaseClaims } from '../journal/repository.ts'
import { isSpooled, type Spool } from '../journal/spool/spool.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'
import type { Incoming, StoredMail } from './incoming.ts'
import { createLoader, type LoadDeps } from './load-journaled.ts'
import { createPressure } from './pressure.ts'
import { unreadableMail } from './unreadable-mail.ts'
import type { WorkerPool } from './worker-pool.ts'
import type { RecipientRules } from './worker-protocol.ts'

export type Read = { mail: ArrivedMail; outcomes: MailboxOutcome[] }

export type ProcessorDeps = LoadDeps & {
  clock: Clock
  pool: WorkerPool
  nodeId: string
  /** The filters that hold for its recipients; for most of them there are none. */
  rulesOf(envelope: Envelope): Promise<RecipientRules[]>
  store(incoming: Incoming): Promise<StoredMail[] | null>
  tell(journaled: Journaled, stored: readonly StoredMail[]): Promise<void>
  /** A message that was in our hands is in its mailboxes, or somebody else has it. */
  settled(seq: number): void
  spool?: Pick<Spool, 'left' | 'load'> | null
}

export type Processor = {
  /** Reads a message and asks the filters, without storing anything. */
  read(raw: Buffer, envelope: Envelope): Promise<Read>
  /** Takes a journaled message on; `read` when it was already read before it was accepted. */
  submit(journaled: Journaled, read?: Read): void
  /** Takes up what was left behind. Returns how many. */
  recover(): Promise<number>
  /** Resolves when nothing is under way in this process. */
  idle(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  backlog(): number
  /** Mail is being accepted faster than it can be read. */
  isPressed(): boolean
}

/** How many messages are read at a time. */
export const maxReading = 192
/**
 * How many are in memory, and how large together, those among them that are read and wait to be stored. In a flood this is
 * also how much is read ahead: the more, the sooner all is stored, but reading takes time that accepting would have had.
 */
const maxHeld = 4096
export const maxHeldBytes = 32 * 1024 * 1024
const maxAttempts = 3
const recoverEveryMs = 5000
/** How long a clean stop waits for what was accepted. */
const drainMs = 10_000
const recoverBatch = 200
const maxProbes = 32

type Work = { journaled: Journaled; read: Read | undefined }

export function createProcessor(deps: ProcessorDeps): Processor {
  const { db, clock, log } = deps
  const queue: Work[] = []
  /** Journaled by us, but too much to hold: read back when there is room. */
  const overflow: number[] = []
  /** Everything in our hands, so that looking for what was left behind does not take it a second time. */
  const taken = new Set<number>()
  /** Could not be stored just now: the database, or the disk. They stay journaled; tried again at the next look. */
  const failed = new Set<number>()
  /** The few of `failed` that are tried first: while the database is out of reach, the others need not all be read again. */
  const probes = new Set<number>()
  /** Could not be read back from the spool. */
  const unread = new Set<number>()
  let heldBytes = 0
  /** Under way in all, and those of them that are not read yet. */
  let running = 0
  let reading = 0
  let stopping = false
  let stopped = false
  /** The last look took as many as it may: there are probably others, and they do not wait for the next time. */
  let more = false
  let looking = false
  let timer: NodeJS.Timeout | null = null
  const load = createLoader(deps)
  const pressure = createPressure()
  let idleWaiters: (() => void)[] = []

  async function read(raw: Buffer, envelope: Envelope, alone = false): Promise<Read> {
    const rules = await deps.rulesOf(envelope)
    return deps.pool.run('arrive', { raw, envelope, rules, pressed: pressure.isHigh() }, alone)
  }

  /** How often a message from the spool could not be read; one in the database has that in its row. */
  const spoolAttempts = new Map<number, number>()

  async function noteFailure(seq: number, cause: unknown): Promise<number> {
    log.warn({ err: cause, seq }, 'message could not be read')
    if (isSpooled(seq)) {
      const attempts = (spoolAttempts.get(seq) ?? 0) + 1
      spoolAttempts.set(seq, attempts)
      return attempts
    }
    return (await db.transaction(tx => countFailedReading(tx, seq))) ?? maxAttempts
  }

  /** A message that cannot be read is still delivered, as what it is: its source can be looked at. */
  async function readOrGiveUp({ journaled, read: known }: Work): Promise<Read> {
    if (known) return known
    for (let first = true; ; first = false) {
      try {
        return await read(journaled.raw, journaled.envelope, !first)
      } catch (cause) {
        if (stopped) throw cause
        const attempts = await noteFailure(journaled.seq, cause)
        if (attempts >= maxAttempts) return { mail: unreadableMail(journaled), outcomes: [] }
      }
    }
  }

  function letGo(seq: number): void {
    taken.delete(seq)
    spoolAttempts.delete(seq)
    deps.settled(seq)
  }

  async function readInTurn(work: Work): Promise<Read> {
    reading++
    try {
      return await readOrGiveUp(work)
    } finally {
      reading--
      pump()
    }
  }

  async function perform(work: Work): Promise<void> {
    const { seq } = work.journaled
    let stored: StoredMail[] | null
    try {
      const { mail, outcomes } = await readInTurn(work)
      stored = await deps.store({ journaled: work.journaled, mail, outcomes })
    } catch (cause) {
      if (!stopped) log.error({ err: cause, seq }, 'message not stored yet')
      probes.delete(seq)
      failed.add(seq)
      return
    }
    letGo(seq)
    if (probes.delete(seq)) retry([...failed])
    try {
      if (stored) await deps.tell(work.journaled, stored)
    } catch (cause) {
      log.warn({ err: cause, seq }, 'nobody was told of a message')
    }
  }

  /** At least one is always taken, however large. */
  function hasRoom(bytes = 1): boolean {
    const held = queue.length + running
    return held === 0 || (held < maxHeld && heldBytes + bytes <= maxHeldBytes)
  }

  function pump(): void {
    while (reading < maxReading && queue.length > 0 && !stopped) {
      const work = queue.shift()
      if (!work) break
      running++
      void perform(work).finally(() => {
        running--
        heldBytes -= work.journaled.raw.length
        pump()
      })
    }
    if (overflow.length > 0 && queue.length < maxReading && hasRoom() && !stopped) void refill()
    if (more && overflow.length < maxReading && !stopped) void look()
    if (isIdle()) for (const done of idleWaiters.splice(0)) done()
  }

  function isIdle(): boolean {
    return running === 0 && queue.length === 0 && overflow.length === 0 && !refilling && !more
  }

  function hold(work: Work): void {
    heldBytes += work.journaled.raw.length
    queue.push(work)
    pump()
  }

  /** Those that there is no room for yet stay where they were. */
  let refilling = false
  async function refill(): Promise<void> {
    if (refilling) return
    refilling = true
    const seqs = overflow.splice(0, maxReading)
    const left = new Set(seqs)
    try {
      for await (const { seq, found } of load(seqs)) {
        left.delete(seq)
        if (found === 'gone') {
          probes.delete(seq)
          letGo(seq)
        } else if (found === 'unreadable') {
          probes.delete(seq)
          unread.add(seq)
        } else hold({ journaled: found, read: undefined })
        if (!hasRoom()) break
      }
      overflow.unshift(...left)
    } catch (cause) {
      log.error({ err: cause }, 'journaled messages could not be read back')
      for (const seq of left) failed.add(seq)
    } finally {
      refilling = false
      pump()
    }
  }

  async function recover(): Promise<number> {
    const claim = { nodeId: deps.nodeId, now: clock.now(), limit: recoverBatch }
    const claimed = await db.transaction(tx => claimUnprocessed(tx, db.kind, claim))
    const left = claimed.filter(seq => !taken.has(seq))
    for (const seq of left) taken.add(seq)
    more = claimed.length === recoverBatch
    overflow.push(...left.sort((a, b) => a - b))
    pump()
    return claimed.length
  }

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      do await recover()
      while (more && overflow.length < recoverBatch && !stopped)
    } catch (cause) {
      more = false
      log.warn({ err: cause }, 'looking for unprocessed messages failed')
    } finally {
      looking = false
      pump()
    }
  }

  function retry(seqs: readonly number[]): void {
    for (const seq of seqs) failed.delete(seq)
    overflow.push(...seqs)
  }

  async function recoverSoon(): Promise<void> {
    const first = [...failed].slice(0, maxProbes)
    for (const seq of first) probes.add(seq)
    retry(first)
    overflow.push(...unread)
    unread.clear()
    pump()
    await look()
    if (!stopping) timer = setTimeout(() => void recoverSoon(), recoverEveryMs)
  }

  function submit(journaled: Journaled, known?: Read): void {
    pressure.noteAccepted()
    taken.add(journaled.seq)
    if (journaled.raw.length <= maxKept && hasRoom(journaled.raw.length)) hold({ journaled, read: known })
    else {
      overflow.push(journaled.seq)
      pump()
    }
  }

  function idle(): Promise<void> {
    if (isIdle()) return Promise.resolve()
    return new Promise(resolve => idleWaiters.push(resolve))
  }

  const backlog = (): number =>
    queue.length + overflow.length + running + failed.size + unread.size + (more ? 1 : 0)

  return {
    read,
    submit,
    recover,
    idle,
    backlog,
    isPressed: pressure.isHigh,
    async start() {
      // The messages that this node had taken before it went down are free again.
      await db.transaction(tx => releaseClaims(tx, deps.nodeId))
      for (const seq of deps.spool?.left() ?? []) {
        taken.add(seq)
        overflow.push(seq)
      }
      await recoverSoon()
    },
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      // A message that could not be stored a moment ago is tried once more: it may be all that is left.
      retry([...failed])
      pump()
      await Promise.race([idle(), new Promise(resolve => setTimeout(resolve, drainMs).unref())])
      stopped = true
      const waiting = backlog()
      if (waiting > 0)
        log.warn(
          { waiting },
          'mail that was accepted is not in its mailboxes yet; it arrives at the next start, so start no older program before',
        )
      idleWaiters = []
    },
  }
}
