/**
 * Where a program stands that waits for one mail after the other. Numbers of mails are given before they can be seen, so
 * that a lower one may turn up after a higher one: a cursor is a resume point, which names the mails that are done with
 * one by one. Such are those that were answered and, at the beginning, those that were there and are not asked about.
 */
import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { second } from '../../kernel/clock.ts'
import type { ListedMail } from '../../mailbox/mail/mail-row.ts'
import { newestSeq } from '../../mailbox/mail/mails.ts'
import { inboundWords } from '../words/words.ts'
import { firstSince, listBySeqs, newestOf, seqsAfter } from './repository.ts'
import { maxAnswered, noteAll, parsePoint, pointBeyond, type ResumePoint } from './resume-point.ts'
import { type Conditions, thoseThatMeet } from './wait-conditions.ts'

const batch = 200
/** Mails that were looked at and not answered are looked at again by the next call, up to so many. */
const maxOpen = 200

export type Start = {
  cursor: string | undefined
  since: number | undefined
  /** Seconds to look back, where neither of the others is given. */
  within: number
}

type Deps = { db: Db; scope: LetterScope; wanted: Conditions; now: number }

export type Position = {
  point: ResumePoint
  /** Mails from before are not asked about. */
  notBefore: number
  /** The mails that can be answered at once. */
  found: ListedMail | null
}

export const note = (point: ResumePoint, seqs: readonly number[], now: number): void =>
  noteAll(point, seqs, now, maxAnswered)

/** The first mail in order that is not done with and meets the conditions. */
export async function firstOpen(
  { db, scope, wanted, now }: Deps,
  { point, notBefore }: Omit<Position, 'found'>,
): Promise<ListedMail | null> {
  const passed: number[] = []
  let from = point.settled
  for (;;) {
    const seqs = await seqsAfter(db.query, scope, from, batch + point.sent.size)
    const open = seqs.filter(seq => !point.sent.has(seq))
    const rows = open.length === 0 ? [] : await listBySeqs(db.query, scope, open)
    const late = rows.filter(row => row.received_at >= notBefore)
    const [found] = await thoseThatMeet(db, late, wanted)
    passed.push(...open.filter(seq => !found || seq < found.seq))
    if (found || seqs.length < batch + point.sent.size) {
      note(point, passed.slice(0, -maxOpen), now)
      return found ?? null
    }
    from = seqs.at(-1) ?? from
  }
}

/** Everything that can be seen is done with, but for what came lately and does not meet these conditions. */
async function lookBack(deps: Deps, within: number): Promise<Position> {
  const { db, scope, wanted, now } = deps
  const newest = await newestOf(db.query, scope, maxAnswered)
  const lately = newest.filter(row => row.received_at >= now - within * second).map(row => row.seq)
  const point = pointBeyond(
    newest.map(row => row.seq),
    now,
    maxAnswered,
  )
  const rows = within === 0 || lately.length === 0 ? [] : await listBySeqs(db.query, scope, lately)
  const meeting = await thoseThatMeet(db, rows, wanted)
  const met = new Set(meeting.map(row => row.seq))
  if (within > 0) for (const seq of lately.slice(0, maxOpen)) if (!met.has(seq)) point.sent.delete(seq)
  return { point, notBefore: 0, found: meeting.at(-1) ?? null }
}

async function fromTime(deps: Deps, since: number): Promise<Position> {
  const { db, scope, now } = deps
  const first = await firstSince(db.query, scope, since)
  const before = await newestOf(db.query, scope, maxAnswered, first)
  const point = pointBeyond(
    before.map(row => row.seq),
    now,
    maxAnswered,
  )
  const position = { point, notBefore: since }
  return { ...position, found: first === null ? null : await firstOpen(deps, position) }
}

export async function openPosition(deps: Deps, start: Start): Promise<Position> {
  if (start.cursor !== undefined) {
    const point = parsePoint(start.cursor, deps.now)
    if (!point) throw new AppError('invalidInput', { fields: { cursor: inboundWords.badCursor } })
    // A number that was never given here says nothing, such as one from before a backup was put back.
    if (point.settled <= (await newestSeq(deps.db.query))) {
      const position = { point, notBefore: 0 }
      return { ...position, found: await firstOpen(deps, position) }
    }
  }
  return start.since === undefined ? lookBack(deps, start.within) : fromTime(deps, start.since)
}
