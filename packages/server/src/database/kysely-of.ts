/**
 * Turns a `Query` back into the full query builder. It is for this room and for tests: other code would use
 * it to write outside a transaction.
 */
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { Query } from './types.ts'

/** A `Query` is always a `Kysely`; its type only hides the writing methods. */
export const kyselyOf = (query: Query): Kysely<Schema> => query as Kysely<Schema>
