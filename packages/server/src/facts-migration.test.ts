import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sayAnyFact } from './all-fact-words.ts'
import { migrations } from './database/migrations/index.ts'
import { openPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import { migrate } from './database/start/migrate.ts'
import { sqliteFile } from './database/start/open.ts'
import { planOf, type SetDeps } from './domain/set-dns.ts'
import { databaseKinds, makePlace } from './testing/databases.ts'

it.each(databaseKinds)('sentences of earlier versions are said as they were, on %s', async kind => {
  const place = await makePlace(kind)
  const db =
    kind === 'postgres'
      ? openPostgres({ url: place.databaseUrl, poolSize: 2, onError: () => undefined, patience: null })
      : openSqlite(sqliteFile(place.dataDir))
  const names = migrations.map(migration => migration.name)
  await migrate(db, new Set(names.slice(0, names.indexOf('0017-facts'))))
  const changes = [
    { action: 'delete', before: { name: 'a.test', type: 'MX', value: '1 mx.test', ttl: 600 }, after: null },
  ].map(change => ({ ...change, note: '现在的“收信”服务器', made: true }))
  await db.transaction(async tx => {
    await sql`INSERT INTO audit VALUES ('1', 1, '', '系统', 'domainBroke', 'a.test', '不再正常："x"', '')`.execute(
      tx,
    )
    await sql`INSERT INTO audit VALUES ('2', 2, 'admin', 'admin', 'delPlan', '', '', '')`.execute(tx)
    await sql`INSERT INTO domain_record (domain_id, record, kind, level, found, state, advice, checked_at)
      VALUES ('d', 'mx', 'mx', 'must', '[]', 'missing', '没有查到', 1)`.execute(tx)
    await sql`INSERT INTO dns_plan (id, domain_id, provider, changes, seen, state, changed_at, created_at)
      VALUES ('p', 'd', 'rfc2136', ${JSON.stringify(changes)}, '[]', 'applied', 1, 1)`.execute(tx)
  })

  await migrate(db)

  const audit = await db.query.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(audit.map(row => [sayAnyFact(row.target), sayAnyFact(row.detail)])).toEqual([
    ['a.test', '不再正常："x"'],
    ['', ''],
  ])
  const records = await db.query.selectFrom('domain_record').select('advice').execute()
  expect(records.map(row => sayAnyFact(row.advice))).toEqual(['没有查到'])
  const deps = { db, clock: { now: () => 1 }, sayFact: sayAnyFact } as SetDeps
  const plan = await planOf(deps, { id: 'd' } as Parameters<typeof planOf>[1])
  expect(plan?.changes).toEqual([
    {
      action: 'delete',
      name: 'a.test',
      type: 'MX',
      before: '1 mx.test',
      after: '',
      note: '现在的“收信”服务器',
    },
  ])
  await db.close()
  await place.remove()
})
