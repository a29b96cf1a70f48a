import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { turnQueue } from '../../database/migrations/0017-facts.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeSender, send, sent, startOutboundSite } from '../../testing/outbound-site.ts'

it.each(databaseKinds)('mail that an earlier version gave up says what it failed at, on %s', async kind => {
  const out = await startOutboundSite(kind)
  const ann = await makeSender(out.site, 'ann')
  const { db } = out.site.app
  const givenUp = async (answer: string, host: string) => {
    const id = await send(out.site, ann, { to: ['x@far.test'] })
    await db.transaction(tx =>
      tx
        .updateTable('outgoing_recipient')
        .set({ state: 'bounced', waiting: 0, reason: 'expired', answer, host })
        .where('outgoing_id', '=', id)
        .execute(),
    )
    return id
  }
  const unanswered = await givenUp('连不上对方服务器', '')
  const answered = await givenUp('450 4.2.0 try later', 'mx.far.test')
  const relayed = await givenUp('', '中继服务器')
  await db.transaction(async tx => {
    await sql`ALTER TABLE outgoing_recipient DROP COLUMN cause`.execute(tx)
    await turnQueue(tx, kind)
  })
  const look = async (id: string) => (await sent(out.site, ann.person.token, id)).recipients[0]
  const words = '多次尝试都没有送达，已经放弃'
  expect(await look(unanswered)).toMatchObject({ reason: `${words}：连不上对方服务器`, answer: '' })
  expect(await look(answered)).toMatchObject({
    reason: words,
    answer: '450 4.2.0 try later',
    host: 'mx.far.test',
  })
  expect(await look(relayed)).toMatchObject({ reason: words, host: '中继服务器' })
  expect(
    await db.query
      .selectFrom('outgoing_recipient')
      .select('host')
      .where('outgoing_id', '=', relayed)
      .execute(),
  ).toEqual([{ host: '(relay)' }])
  await out.stop()
})
