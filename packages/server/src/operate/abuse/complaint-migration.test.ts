import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../database/migrations/0014-complaint.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeMailbox } from '../../testing/people.ts'
import { startTestApp } from '../../testing/test-app.ts'

it.each(databaseKinds)(
  'complaints of earlier versions are tied to a mailbox older than they are, on %s',
  async kind => {
    const site = await startTestApp(kind)
    const { db } = site.app
    const complain = async (name: string) => {
      const body = {
        address: `${name}@yanshu.test`,
        reason: 'spam',
        words: '它一直给我发垃圾邮件。',
      } as const
      return (await site.ok('complain', { body })).number
    }
    const old = await makeMailbox(site, 'older')
    site.clock.advance(1000)
    const about = await complain('older')
    const early = await complain('younger')
    site.clock.advance(1000)
    await makeMailbox(site, 'younger')
    await db.transaction(async tx => {
      await sql`ALTER TABLE complaint DROP COLUMN about_id`.execute(tx)
      await up(tx)
    })
    const rows = await db.query.selectFrom('complaint').select(['id', 'about_id']).execute()
    expect(new Map(rows.map(row => [row.id, row.about_id]))).toEqual(
      new Map([
        [about, old.id],
        [early, null],
      ]),
    )
    await site.stop()
  },
)
