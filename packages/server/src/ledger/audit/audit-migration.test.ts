import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { kyselyOf } from '../../database/kysely-of.ts'
import { migrations } from '../../database/migrations/index.ts'
import { migrate } from '../../database/start/migrate.ts'
import { openUnmigrated } from '../../database/start/open.ts'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { sayFact } from '../fact/fact.ts'
import { ledgerFactWords } from '../words.ts'
import { listAudit } from './read-audit.ts'

const names = migrations.map(({ name }) => name)
const earlier = new Set(names.slice(0, names.indexOf('0017-facts')))

it.each(databaseKinds)('rows of earlier versions read and are found as before, on %s', async kind => {
  const place = await makePlace(kind)
  const db = await openUnmigrated({
    url: place.databaseUrl,
    dataDir: place.dataDir,
    poolSize: 2,
    onError: () => undefined,
  })
  await migrate(db, earlier)
  await db.transaction(async tx => {
    await sql`INSERT INTO audit (id, at, actor_id, actor_name, action, target, detail, client) VALUES
      ('3', 3, 'ann', 'ann', 'editSysAccount', 'say "hi" \\o/', '角色：用户', '192.0.2.1'),
      ('2', 2, 'ann', 'ann', 'delPlan', '@yanshu.test 月付', '', '192.0.2.1'),
      ('1', 1, '', '系统', 'domainLapsed', 'gone.test', '不再有效', '')`.execute(tx)
    await sql`INSERT INTO setting_change (id, at, scope, name, actor_name, before, after) VALUES
      ('1', 1, 'site', 'stripeKey', 'ann', NULL, '••••••'),
      ('2', 2, 'site', 'siteName', 'ann', '"一号"', NULL)`.execute(tx)
  })
  await migrate(db)
  const also = { actors: [], actions: [], facts: [] }
  const read = async (q?: string) => {
    const { rows } = await listAudit(db.query, { q, also, page: 1, pageSize: 10 })
    return rows.map(row => [
      row.actor_name,
      sayFact(ledgerFactWords, row.target),
      sayFact(ledgerFactWords, row.detail),
    ])
  }
  const first = ['ann', 'say "hi" \\o/', '角色：用户']
  expect(await read()).toEqual([first, ['ann', '@yanshu.test 月付', ''], ['', 'gone.test', '不再有效']])
  expect(await read('"hi" \\o/')).toEqual([first])
  expect(await read('角色：用')).toEqual([first])
  expect(await read('sentence')).toEqual([])
  const changes = await kyselyOf(db.query).selectFrom('setting_change').selectAll().orderBy('id').execute()
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [null, 'true'],
    ['"一号"', null],
  ])
  await db.close()
  await place.remove()
})
