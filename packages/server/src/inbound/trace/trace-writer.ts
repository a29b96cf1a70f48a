/**
 * Writes the trace. Refusals are collected and written in batches, off the path of the conversation, so that a
 * flood of them costs little; the trace of an accepted mail is written in the transaction that stores the mail.
 */
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { noteTally, type TallyEntry } from '../../ledger/tally/tally.ts'
import { countHits } from '../filter/repository.ts'
import { insertTrace } from './repository.ts'
import type { TraceEntry } from './trace.ts'
import { createTraceAllowance } from './trace-allowance.ts'

const flushEveryMs = 200
const maxHeld = 5000

/** Leaves out mail that was taken: it is counted where it is stored. */
const tallyOf = (entries: readonly TraceEntry[]): TallyEntry[] =>
  entries.flatMap(({ verdict, reason, mailboxId, ownerId }) =>
    verdict === 'accepted' ? [] : [{ what: verdict, reason, mailboxId, ownerId }],
  )

export type TraceWriter = {
  /**
   * Remembers an entry to be written soon. Beyond a bound the oldest give way; of a client that comes too often, entries
   * are only counted.
   */
  note(entry: TraceEntry): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function createTraceWriter(deps: { db: Db; clock: Clock; log: Log }): TraceWriter {
  let held: TraceEntry[] = []
  /** Those of `held` that are counted and not noted. */
  const onlyCounted = new WeakSet<TraceEntry>()
  const allowance = createTraceAllowance(deps.clock)
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const entries = held
    held = []
    if (entries.length === 0) return
    try {
      const now = deps.clock.now()
      const noted = entries.filter(entry => !onlyCounted.has(entry))
      if (noted.length < entries.length) {
        const { client } = entries.find(entry => onlyCounted.has(entry)) ?? {}
        deps.log.warn({ client }, 'a client is refused so often that it is only counted')
      }
      await deps.db.transaction(async tx => {
        await insertTrace(tx, noted, now)
        await countHits(
          tx,
          entries.flatMap(({ hitIds = [] }) => hitIds),
          now,
        )
        await noteTally(tx, tallyOf(entries), now)
      })
    } catch (cause) {
      deps.log.warn({ err: cause, entries: entries.length }, 'trace not written')
    }
  }

  return {
    note(entry) {
      if (held.length >= maxHeld) held.shift()
      const kept = { at: deps.clock.now(), ...entry }
      if (!allowance.take(entry.client, entry.mailboxId)) onlyCounted.add(kept)
      held.push(kept)
      timer ??= setTimeout(() => void flush(), flushEveryMs)
    },
    flush,
    stop: flush,
  }
}
