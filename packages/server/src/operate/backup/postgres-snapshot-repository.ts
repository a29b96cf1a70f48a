/** A moment of PostgreSQL: one repeatable-read transaction, read through cursors. */
import pg from 'pg'
import { fitsKey } from '../../blobs/blob-key.ts'
import type { Value } from './archive.ts'
import type { Snapshot } from './snapshot.ts'
import { inOrder, isKept } from './table-order.ts'

/** Rows that are fetched at once; the largest hold a quarter of a megabyte. */
const fetchRows = 100

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const client = new pg.Client({ connectionString: url, types, application_name: 'yanshu backup' })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

  async function column(sql: string, values: unknown[] = []): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(sql, values)
    return rows.map(row => row.name)
  }

  let cursors = 0
  /** Rows as lists of values. */
  async function* cursor(statement: string): AsyncGenerator<Value[]> {
    const name = `backup_${++cursors}`
    await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${statement}`)
    for (;;) {
      const { rows } = await client.query<Value[]>({
        text: `FETCH ${fetchRows} FROM ${name}`,
        rowMode: 'array',
      })
      yield* rows
      if (rows.length < fetchRows) break
    }
    await client.query(`CLOSE ${name}`)
  }

  const tableNames = async () =>
    (
      await column(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
      )
    ).filter(isKept)

  return {
    kind: 'postgres',
    migrations: () => column('SELECT name FROM migration ORDER BY name'),
    async tables() {
      const { rows } = await client.query<{ from: string; to: string }>(
        `SELECT c.relname AS from, r.relname AS to FROM pg_constraint k
         JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
         WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
      )
      const refers = new Map<string, Set<string>>()
      for (const { from, to } of rows) refers.set(from, (refers.get(from) ?? new Set()).add(to))
      return inOrder(await tableNames(), refers)
    },
    async counters() {
      const counters: Record<string, number> = {}
      const { rows } = await client.query<{ table: string; column: string }>(
        `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`,
      )
      for (const { table, column: name } of rows) {
        const found = await client.query<{ last: number }>(
          `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) AS last`,
          [quoted(table), name],
        )
        counters[table] = Number(found.rows[0]?.last ?? 0)
      }
      return counters
    },
    columns: table =>
      column(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
        [table],
      ),
    rows: table => cursor(`SELECT * FROM ${quoted(table)}`),
    async *blobKeys() {
      for await (const [key] of cursor('SELECT DISTINCT key FROM blob')) yield String(key)
    },
    async blob(key) {
      const { rows } = await client.query<{ bytes: Buffer }>(
        'SELECT bytes FROM blob WHERE key = $1 ORDER BY part',
        [key],
      )
      const bytes = Buffer.concat(rows.map(row => row.bytes))
      return rows.length > 0 && fitsKey(bytes, key) ? bytes : null
    },
    async close() {
      await client.end()
    },
  }
}
