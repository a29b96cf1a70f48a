/** PostgreSQL through `pg` and Kysely, with LISTEN/NOTIFY as the bus between nodes. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { answeringPool } from './answering-pool.ts'
import { createPostgresBus } from './postgres-bus.ts'
import type { Schema } from './schema.ts'
import type { Db, Tx } from './types.ts'

/** int8 and numeric arrive as text by default; all integers here fit a double exactly. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Serialization failure and deadlock: the work was rolled back whole and can be done again. The same holds
 * when another transaction took a unique value between the read and the write: the second try finds it taken.
 */
const retryable = new Set(['40001', '40P01', '23505'])
const maxTries = 5

const isRetryable = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && retryable.has(cause.code ?? '')

/**
 * The time that a statement may take. The server ends a longer one; when the server does not answer either,
 * the connection is dropped.
 */
export type Patience = {
  statementMs: number
  answerMs: number
  /** The probe of the connection that only listens. */
  probe: { everyMs: number; answerMs: number }
}
export const defaultPatience: Patience = {
  statementMs: 120_000,
  answerMs: 135_000,
  probe: { everyMs: 30_000, answerMs: 15_000 },
}

export type PostgresOptions = {
  url: string
  poolSize: number
  onError: (cause: unknown) => void
  /** Null means no limit. */
  patience: Patience | null
}

export function openPostgres({ url, poolSize, onError, patience }: PostgresOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    ...(patience && {
      query_timeout: patience.answerMs,
      onConnect: client => client.query(`SET statement_timeout = ${patience.statementMs}`),
    }),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'yanshu',
  })
  // An idle connection that breaks (server restarted) is replaced on its next use.
  pool.on('error', onError)
  // While a connection is in use, its user receives its errors. Without this second listener such an error
  // would end the program.
  pool.on('connect', client => client.on('error', () => undefined))
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: answeringPool(pool) }) })
  const bus = createPostgresBus({ url, query, onError, probe: patience?.probe ?? null })

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
      await sql`SELECT 1`.execute(query)
    },
    async close() {
      await bus.close()
      await query.destroy()
    },
  }
}
