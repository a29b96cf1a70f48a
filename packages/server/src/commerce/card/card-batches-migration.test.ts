import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../../database/migrations/index.ts'
import { migrate } from '../../database/start/migrate.ts'
import { openUnmigrated } from '../../database/start/open.ts'
import { databaseKinds, makePlace } from '../../testing/databases.ts'

type Values = {
  standing?: string
  note?: string
  expires?: number
  used?: number
  order?: string
  sealed?: string
}

it.each(databaseKinds)('codes of earlier versions get figures and names, on %s', async kind => {
  const place = await makePlace(kind)
  const { databaseUrl: url, dataDir } = place
  const db = await openUnmigrated({ url, dataDir, poolSize: 2, onError: () => undefined })
  const names = migrations.map(({ name }) => name)
  await migrate(db, new Set(names.slice(0, names.indexOf('0020-card-batches'))))
  await db.transaction(async tx => {
    for (const id of ['shop', 'mixed', 'money'])
      await sql`INSERT INTO card_batch (id, owner_id, by_admin, kind, days, domain_ids, quota_bytes, may_send, created_at, amount)
        VALUES (${id}, NULL, 1, 'open', 30, '[]', NULL, 0, 5, 0)`.execute(tx)
    const card = (id: string, batch: string, rest: Values) =>
      sql`INSERT INTO card (id, batch_id, code_hash, tail, standing, uses_left, note, expires_at, created_at, used_at, used_by, for_order, balance, code_sealed)
        VALUES (${id}, ${batch}, ${id}, 'AAAA', ${rest.standing ?? 'live'}, 1, ${rest.note ?? ''}, ${rest.expires ?? null}, 5,
          ${rest.used ?? null}, '', ${rest.order ?? ''}, 0, ${rest.sealed ?? ''})`.execute(tx)
    await card('1', 'shop', { note: '淘宝店' })
    await card('2', 'shop', { note: '淘宝店', used: 7, sealed: 'x' })
    await card('3', 'shop', { note: '淘宝店', standing: 'disabled', expires: 9 })
    await card('4', 'shop', { note: '淘宝店', standing: 'revoked' })
    await card('5', 'mixed', { note: '一' })
    await card('6', 'mixed', { note: '二' })
    await card('7', 'money', { order: 'Y1' })
  })
  await migrate(db)

  const batches = await db.query
    .selectFrom('card_batch')
    .select(['id', 'note', 'for_order', 'kept'])
    .orderBy('id')
    .execute()
  expect(batches).toEqual([
    { id: 'mixed', note: '', for_order: '', kept: 0 },
    { id: 'money', note: '', for_order: 'Y1', kept: 0 },
    { id: 'shop', note: '淘宝店', for_order: '', kept: 1 },
  ])
  const sold = await db.query
    .selectFrom('card')
    .select(['id', 'sold_at'])
    .where('sold_at', 'is not', null)
    .orderBy('id')
    .execute()
  expect(sold).toEqual([
    { id: '2', sold_at: 7 },
    { id: '7', sold_at: 5 },
  ])
  const counts = await db.query
    .selectFrom('card_count')
    .selectAll()
    .orderBy('batch_id')
    .orderBy('step')
    .execute()
  const row = (batch_id: string, step: string, cards: number, more = {}) => ({
    ...{ batch_id, step, cards, expires_at: 0, last_used_at: null },
    ...more,
  })
  expect(counts).toEqual([
    row('mixed', 'left', 2),
    row('money', 'sold', 1),
    row('shop', 'left', 1),
    row('shop', 'paused', 1, { expires_at: 9 }),
    row('shop', 'revoked', 1),
    row('shop', 'used', 1, { last_used_at: 7 }),
  ])
  await db.close()
  await place.remove()
})
