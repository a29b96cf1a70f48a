/**
 * The trace (收信记录): what happened to each attempt to deliver to us. Refusals are collected and written in batches,
 * off the path of the conversation, so that a flood of them costs little; the trace of an accepted mail is written with it.
 */
import type { Clock } from '../../clock.ts'
import { preparedRows } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import type { Log } from '../../log.ts'
import { noteTally, type TallyEntry } from '../../operate/tally/tally.ts'
import { countHits } from '../filter/repository.ts'
import { createTraceAllowance } from './trace-allowance.ts'

export type TraceVerdict = 'accepted' | 'refused' | 'deferred' | 'discarded'

/** Why; the closed list that the page puts into words. */
export const traceReasons = {
  delivered: '已送达收件箱',
  spam: '疑似垃圾邮件，放进了垃圾邮件',
  filterMoved: '按过滤规则处理',
  filterDiscarded: '按过滤规则丢弃',
  filterRefused: '按过滤规则拒收',
  unknownMailbox: '没有这个邮箱',
  notOurs: '不是本站的域名',
  paused: '邮箱已暂停收信',
  ended: '邮箱已失效或停用',
  overQuota: '邮箱容量已满',
  tooFast: '对方发得太快',
  blocked: '发件方在本站的拦截名单上',
  tooManyConnections: '对方同时连接太多',
  tooManyRecipients: '收件人太多',
  tooBig: '邮件太大',
  badMessage: '邮件格式不合规范',
  loop: '邮件在循环转发',
  busy: '服务器暂时不能收信',
  interrupted: '对方中途断开',
  damaged: '邮件内容在服务器上损坏，没能送达',
} as const
export type TraceReason = keyof typeof traceReasons

export type TraceEntry = {
  client: string
  sender: string
  recipient: string
  mailboxId: string | null
  ownerId: string | null
  verdict: TraceVerdict
  reason: TraceReason
  reply: string
  mailId?: string
  /** Filters that refused the mail; of a mail that was taken they are counted where it is stored. */
  hitIds?: readonly string[]
  /** When the client had its answer, where that is not now. */
  at?: number
}

const flushEveryMs = 200
const maxHeld = 5000
const perStatement = 50

const rowOf = (entry: TraceEntry, now: number) => ({
  id: newId(entry.at ?? now),
  at: entry.at ?? now,
  client: entry.client.slice(0, 64),
  sender: entry.sender.slice(0, 320),
  recipient: entry.recipient.slice(0, 320),
  mailbox_id: entry.mailboxId,
  owner_id: entry.ownerId,
  verdict: entry.verdict,
  reason: entry.reason,
  reply: entry.reply.slice(0, 300),
  mail_id: entry.mailId ?? null,
})

const insertRows = preparedRows((query, rows: ReturnType<typeof rowOf>[]) =>
  query.insertInto('trace').values(rows),
)

export async function insertTrace(tx: Tx, entries: readonly TraceEntry[], now: number): Promise<void> {
  for (let at = 0; at < entries.length; at += perStatement) {
    await insertRows(
      tx,
      entries.slice(at, at + perStatement).map(entry => rowOf(entry, now)),
    )
  }
}

/** Mail that was taken is counted where it is stored. */
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
