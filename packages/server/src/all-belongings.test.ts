import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allBelongings } from './all-belongings.ts'
import type { Db } from './database/types.ts'
import { databaseKinds } from './testing/databases.ts'
import { startTestApp } from './testing/test-app.ts'
import { unclaimedColumns } from './testing/unclaimed-columns.ts'

type Row = { table: string; column: string; refersTo: string | null }

async function columnsOf(db: Db): Promise<Row[]> {
  return db.transaction(async tx => {
    const { rows } =
      db.kind === 'sqlite'
        ? await sql<Row>`
            SELECT t.name AS "table", c.name AS "column",
              (SELECT f."table" FROM pragma_foreign_key_list(t.name) f WHERE f."from" = c.name) AS "refersTo"
            FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'`.execute(tx)
        : await sql<Row>`
            SELECT c.table_name AS "table", c.column_name AS "column",
              (SELECT other.relname FROM pg_constraint k
                JOIN pg_class mine ON mine.oid = k.conrelid
                JOIN pg_class other ON other.oid = k.confrelid
                JOIN pg_attribute a ON a.attrelid = mine.oid AND a.attnum = k.conkey[1]
                WHERE k.contype = 'f' AND mine.relname = c.table_name AND a.attname = c.column_name LIMIT 1
              ) AS "refersTo"
            FROM information_schema.columns c WHERE c.table_schema = current_schema()`.execute(tx)
    return rows
  })
}

describe.each(databaseKinds)('what rooms keep for mailboxes, accounts and domains on %s', kind => {
  it('is declared, every column of it, and nothing is declared that does not exist', async () => {
    const site = await startTestApp(kind)
    const columns = await columnsOf(site.app.db)
    expect(unclaimedColumns(columns, allBelongings)).toEqual([])
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    const declared = allBelongings.map(({ table, column }) => `${table}.${column}`)
    expect(declared.filter(name => !known.has(name))).toEqual([])
    await site.stop()
  })

  it('is missed when a table with such a column is added and nobody declares it', async () => {
    const site = await startTestApp(kind)
    await site.app.db.transaction(async tx => {
      await sql`CREATE TABLE souvenir (id text PRIMARY KEY, mailbox_id text)`.execute(tx)
      await sql`CREATE TABLE keepsake (id text PRIMARY KEY, whose text REFERENCES sys_account (id))`.execute(
        tx,
      )
    })
    expect(unclaimedColumns(await columnsOf(site.app.db), allBelongings).sort()).toEqual([
      'keepsake.whose',
      'souvenir.mailbox_id',
    ])
    await site.stop()
  })
})
