/**
 * Opens SQLite through `node:sqlite` as Kysely dialects. One connection writes (see sqlite-writer.ts), one
 * only reads, so that a reader never waits for an open transaction, and one in a thread runs long reads (see
 * sqlite-aside.ts).
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { createFlusher } from '../kernel/flusher.ts'
import { createLocalBus } from './local-bus.ts'
import type { DirectAdapter } from './prepared.ts'
import type { Schema } from './schema.ts'
import { type Aside, createAside, type Executor } from './sqlite-aside.ts'
import { createCheckpointer } from './sqlite-checkpoint.ts'
import { createSqliteWriter, type SqliteWriter, type WriteTurn } from './sqlite-writer.ts'
import type { Db } from './types.ts'

const maxCachedStatements = 400

type Prepared = { statement: StatementSync; returnsRows: boolean }

type SqliteConnection = Executor & { run(query: CompiledQuery): QueryResult<unknown> }

function createConnection(database: DatabaseSync): SqliteConnection {
  const cache = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    const known = cache.get(sql)
    if (known) return known
    if (cache.size >= maxCachedStatements) {
      for (const oldest of cache.keys()) {
        cache.delete(oldest)
        break
      }
    }
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    cache.set(sql, prepared)
    return prepared
  }

  function run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    const { statement, returnsRows } = prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  return {
    run,
    executeQuery: async <Row>(query: CompiledQuery) => run(query) as QueryResult<Row>,
  }
}

type Turn = { turn: WriteTurn | null } & DatabaseConnection

/** Gives each transaction its own view of the one write connection; the view remembers its turn. */
function createDriver(shared: Executor, writer: SqliteWriter | null, destroy: () => Promise<void>): Driver {
  /** Ends the turn for this connection, because Kysely asks for a rollback even after a failed commit. */
  const takeTurn = (connection: DatabaseConnection): WriteTurn | null => {
    const mine = connection as Turn
    const { turn } = mine
    mine.turn = null
    return turn
  }
  return {
    async init() {},
    async acquireConnection(): Promise<Turn> {
      return {
        turn: null,
        executeQuery: query => shared.executeQuery(query),
        // Statements are shared, and a half-read one could be used by anybody. Code reads rows in portions
        // instead.
        streamQuery() {
          throw new Error('queries are not streamed')
        },
      }
    },
    async beginTransaction(connection) {
      if (!writer) throw new Error('transactions go through the write connection')
      const mine = connection as Turn
      mine.turn = await writer.begin()
    },
    async commitTransaction(connection) {
      await takeTurn(connection)?.commit()
    },
    async rollbackTransaction(connection) {
      takeTurn(connection)?.rollback()
    },
    async releaseConnection() {},
    destroy,
  }
}

/**
 * Kysely would admit one transaction at a time, and the next only when the last is on disk. Here the writer
 * orders them.
 */
class ManyAtOnceAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * SQLite plans by the limit: with the limit as a bound value it would plan the statement anew on every run.
 */
class WrittenLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}

const createDialect = (adapter: DialectAdapter, driver: Driver): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new WrittenLimitCompiler(),
})

function createKysely(database: DatabaseSync, writer: SqliteWriter | null): Kysely<Schema> {
  const shared = createConnection(database)
  const adapter: DirectAdapter = Object.assign(new ManyAtOnceAdapter(), {
    runDirectly: (query: CompiledQuery) => shared.run(query).rows,
  })
  const driver = createDriver(shared, writer, async () => database.close())
  return new Kysely<Schema>({ dialect: createDialect(adapter, driver) })
}

function createAsideKysely(aside: Aside): Kysely<Schema> {
  const driver = createDriver(aside, null, async () => undefined)
  return new Kysely<Schema>({ dialect: createDialect(new ManyAtOnceAdapter(), driver) })
}

function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true })
  // This affects only a new file. A message is larger than the default page, and each page in the log costs
  // extra.
  database.exec('PRAGMA page_size=8192')
  // The program itself flushes commits and checkpoints the log: see flusher.ts and sqlite-checkpoint.ts.
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0')
  database.exec('PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000')
  return database
}

export function openSqlite(file: string): Db {
  mkdirSync(dirname(file), { recursive: true })
  const writing = openFile(file)
  const reading = openFile(file)
  reading.exec('PRAGMA query_only=ON')
  const flusher = createFlusher(`${file}-wal`)
  const checkpointer = createCheckpointer(file)
  const writer = createSqliteWriter(writing, flusher, checkpointer)
  const write = createKysely(writing, writer)
  const query = createKysely(reading, null)
  const aside = createAside(file)
  return {
    kind: 'sqlite',
    query,
    aside: createAsideKysely(aside),
    transaction: work => write.transaction().execute(work),
    bus: createLocalBus(),
    async ping() {
      reading.prepare('SELECT 1').get()
    },
    async close() {
      await writer.settle()
      await checkpointer.stop()
      await aside.stop()
      await query.destroy()
      await write.destroy()
      flusher.close()
    },
  }
}
