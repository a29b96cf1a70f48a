/** The state of a step: by what was found now, and by what was known of it before. */
import type { GuideState, GuideStepName } from '@yanshu/contract'
import type { Says } from '../words/says.ts'
import type { StepRow } from './repository.ts'

export type Verdict = 'done' | 'todo' | 'unknown'

export function verdictOf(found: readonly Says[]): Verdict {
  const states = new Set(found.map(({ state }) => state))
  if (states.has('fail') || states.has('todo')) return 'todo'
  return states.has('unknown') || states.size === 0 ? 'unknown' : 'done'
}

/** A time is noted again only after this: looking must not write each time. */
const noteEveryMs = 5 * 60_000

/** Returns what is to be kept; the row of before where nothing is new. */
export function nextRow(
  name: GuideStepName,
  before: StepRow | undefined,
  verdict: Verdict,
  now: number,
): StepRow {
  const row = before ?? { name, done_at: null, broken_at: null, skipped_at: null }
  if (verdict === 'unknown') return before ?? row
  if (verdict === 'todo') {
    if (row.done_at === null || row.broken_at !== null) return before ?? row
    // What broke comes back, even if somebody had skipped it.
    return { ...row, broken_at: now, skipped_at: null }
  }
  const isNews = row.done_at === null || row.broken_at !== null || row.skipped_at !== null
  if (!isNews && Math.abs(now - (row.done_at ?? 0)) < noteEveryMs) return row
  return { ...row, done_at: now, broken_at: null, skipped_at: null }
}

/** `verdict` is null while it is being looked at. */
export function stateOf(verdict: Verdict | null, row: StepRow | undefined): GuideState {
  if (verdict === 'done') return 'done'
  if (row?.skipped_at != null) return 'skipped'
  if (verdict === null) return 'looking'
  if (verdict === 'todo') return row?.broken_at != null ? 'broken' : 'todo'
  return 'unknown'
}
