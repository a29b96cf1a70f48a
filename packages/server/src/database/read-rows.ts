/** Reads with a handwritten statement when the query builder cannot express it. */
import type { RawBuilder } from 'kysely'
import { kyselyOf } from './kysely-of.ts'
import type { Query } from './types.ts'

const select = /^\s*SELECT\s/i

/** Returns the rows of a SELECT, and refuses any other statement before it runs. */
export async function readRows<Row>(query: Query, statement: RawBuilder<Row>): Promise<Row[]> {
  const kysely = kyselyOf(query)
  const compiled = statement.compile(kysely)
  if (!select.test(compiled.sql)) throw new Error(`this is no SELECT: ${compiled.sql}`)
  return (await kysely.executeQuery<Row>(compiled)).rows
}
