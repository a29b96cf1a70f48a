/**
 * Keeps one admin from undoing what another did a moment ago without knowing it: a change that tells what its maker
 * saw is refused when a field of it has another value by now. Changes that do not tell it overwrite, as ever.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ChangedElsewhere } from '@yanshu/contract'
import type { Query } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime } from '../../kernel/clock.ts'
import { fact, readFact, storedFact } from '../fact/fact.ts'
import { ledgerWords } from '../words.ts'
import { newestAuditOf } from './repository.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields that are neither as they were seen nor as they are wanted. The caller holds the row meanwhile. */
export function changedMeanwhile(seen: Fields, wanted: Fields, present: Fields): string[] {
  return Object.keys(seen).filter(
    name =>
      seen[name] !== undefined &&
      wanted[name] !== undefined &&
      !isDeepStrictEqual(present[name], seen[name]) &&
      !isDeepStrictEqual(present[name], wanted[name]),
  )
}

export const overwriteRefused = (changed: ChangedElsewhere[]): AppError =>
  new AppError('conflict', { msg: ledgerWords.changedMeanwhile, changed })

/** So many rows about one thing are looked at for who changed it. */
const rowsLookedAt = 50

type LoggedAs = {
  /** The names under which the log tells about it. */
  targets: readonly string[]
  /** Fields that the log tells under another name. */
  names?: Readonly<Record<string, string>>
}

/** Throws when one of the wanted fields changed since it was seen; says who changed it as far as the log knows. */
export async function refuseOverwrite(
  query: Query,
  change: { seen: Fields | undefined; wanted: Fields; present: Fields },
  { targets, names = {} }: LoggedAs,
): Promise<void> {
  const { seen = {}, wanted, present } = change
  const fields = changedMeanwhile(seen, wanted, present)
  if (fields.length === 0) return
  const stored = [...new Set(targets)].map(name => storedFact(fact('named', { name })))
  const rows = await newestAuditOf(query, stored, rowsLookedAt)
  const told = rows.map(row => ({ row, values: readFact(row.detail)?.values ?? {} }))
  throw overwriteRefused(
    fields.map(field => {
      const row = told.find(({ values }) => (names[field] ?? field) in values)?.row
      return {
        field,
        value: present[field],
        by: row?.actor_name || null,
        at: row ? isoTime(row.at) : null,
      }
    }),
  )
}
