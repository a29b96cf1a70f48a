/** The table of the search index. Each database has it in a form of its own. */
import { type RawBuilder, sql } from 'kysely'
import { preparedRows } from '../../database/prepared.ts'
import { readRows } from '../../database/read-rows.ts'
import type { DatabaseKind, Query, Tx } from '../../database/types.ts'

export type IndexRow = { seq: number; tokens: string }

const columns = { sqlite: sql.raw('rowid'), postgres: sql.raw('mail_seq') } as const
const casts = { sqlite: sql.raw(''), postgres: sql.raw('::tsvector') } as const

const insertInto = (kind: DatabaseKind) =>
  preparedRows((query, rows: IndexRow[]) => {
    const values = rows.map(({ seq, tokens }) => sql`(${seq}, ${tokens}${casts[kind]})`)
    const insert = sql`INSERT INTO mail_search (${columns[kind]}, tokens) VALUES ${sql.join(values)}`
    return { compile: () => insert.compile(query) }
  })
const insertRows = { sqlite: insertInto('sqlite'), postgres: insertInto('postgres') } as const

export const insertIndexRows = (tx: Tx, kind: DatabaseKind, rows: IndexRow[]) => insertRows[kind](tx, rows)

export async function deleteIndexRows(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<void> {
  await sql`DELETE FROM mail_search WHERE ${columns[kind]} IN (${sql.join([...seqs])})`.execute(tx)
}

type Search = { match: string; before: number | null; limit: number }

function matching(kind: DatabaseKind, { match, before, limit }: Search): RawBuilder<{ seq: number }> {
  if (kind === 'sqlite') {
    const older = before === null ? sql`` : sql`AND rowid < ${before}`
    return sql`SELECT rowid AS seq FROM mail_search WHERE mail_search MATCH ${match} ${older} ORDER BY rowid DESC LIMIT ${sql.lit(limit)}`
  }
  const older = before === null ? sql`` : sql`AND mail_seq < ${before}`
  return sql`SELECT mail_seq AS seq FROM mail_search WHERE tokens @@ ${match}::tsquery ${older} ORDER BY mail_seq DESC LIMIT ${sql.lit(limit)}`
}

/** The numbers of mails that match, newest first. */
export async function findMatches(query: Query, kind: DatabaseKind, search: Search): Promise<number[]> {
  const matches = await readRows(query, matching(kind, search))
  return matches.map(match => Number(match.seq))
}

/** Those of some mails that match. */
export async function findMatchesAmong(
  query: Query,
  kind: DatabaseKind,
  match: string,
  seqs: readonly number[],
): Promise<number[]> {
  const among = sql.join([...seqs])
  const matches = await readRows(
    query,
    kind === 'sqlite'
      ? sql<{
          seq: number
        }>`SELECT rowid AS seq FROM mail_search WHERE mail_search MATCH ${match} AND rowid IN (${among})`
      : sql<{
          seq: number
        }>`SELECT mail_seq AS seq FROM mail_search WHERE tokens @@ ${match}::tsquery AND mail_seq IN (${among})`,
  )
  return matches.map(row => Number(row.seq))
}
