/** PostgreSQL through `pg` and Kysely, with LISTEN/NOTIFY as the bus between nodes. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createPostgresBus } from './postgres-bus.ts'
import type { Schema } from './schema.ts'
import type { Db, Tx } from './types.ts'

/** int8 and numeric come as text by default; all our integers fit a double exactly. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Serialization failure and deadlock: the work was rolled back whole and may simply be done again. So it may after a
 * unique value was taken between looking and writing: the second look finds it taken.
 */
const retryable = new Set(['40001', '40P01', '23505'])
const maxTries = 5

const isRetryable = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && retryable.has(cause.code ?? '')

export function openPostgres(url: string, poolSize: number, onError: (cause: unknown) => void): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'yanshu',
  })
  // An idle connection that breaks (server restarted) is replaced on next use.
  pool.on('error', onError)
  // While one is in use its fault reaches whoever uses it; told to nobody else, it would end the program.
  pool.on('connect', client => client.on('error', () => undefined))
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const bus = createPostgresBus(url, pool, onError)

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await query.transaction().execute(work)
      } catch (cause) {
        if (attempt >= maxTries || !isRetryable(cause)) throw cause
      }
    }
  }

  return {
    kind: 'postgres',
    query,
    aside: query,
    transaction,
    bus,
    async ping() {
      await pool.query('SELECT 1')
    },
    async close() {
      await bus.close()
      await query.destroy()
    },
  }
}
