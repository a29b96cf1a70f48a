import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../../database/types.ts'
import { databaseKinds, openPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { deliver, plainMail } from '../../testing/mail-site.ts'
import { makeMailbox } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** As long as this holds no mail can be stored. */
const refuse = {
  sqlite: sql`CREATE TRIGGER no_mail BEFORE INSERT ON mail BEGIN SELECT RAISE(ABORT, 'not now'); END`,
  postgres: sql`ALTER TABLE mail ADD CONSTRAINT no_mail CHECK (false) NOT VALID`,
}
const allow = {
  sqlite: sql`DROP TRIGGER no_mail`,
  postgres: sql`ALTER TABLE mail DROP CONSTRAINT no_mail`,
}

/** Accepts a mail that cannot be stored, and waits until that was tried. */
async function withWaitingMail(kind: DatabaseKind): Promise<TestApp> {
  const site = await startTestApp(kind)
  const { address } = await makeMailbox(site, 'waiting')
  await site.app.db.transaction(async tx => void (await refuse[kind].execute(tx)))
  const { data } = await deliver(site.app.smtpPort, { to: address, raw: plainMail() })
  expect(data).toMatch(/^250/)
  await eventually('it was tried', () => site.logged.some(line => line.includes('message not stored yet')))
  return site
}

const toldOfWaiting = ({ logged }: TestApp) => logged.filter(line => line.includes('start no older program'))

describe.each(databaseKinds)('a clean stop on %s', kind => {
  it('stores what was accepted and could not be stored a moment ago', async () => {
    const site = await withWaitingMail(kind)
    await site.app.db.transaction(async tx => void (await allow[kind].execute(tx)))
    await site.app.stop()
    expect(toldOfWaiting(site)).toEqual([])
    const db = await openPlace(site.place)
    expect(await db.query.selectFrom('mail').select('id').execute()).toHaveLength(1)
    await db.close()
    await site.place.remove()
  })

  it('tells how much waits when it cannot be stored, and that no older program may be started', async () => {
    const site = await withWaitingMail(kind)
    await site.app.stop()
    expect(toldOfWaiting(site)).toHaveLength(1)
    expect(toldOfWaiting(site)[0]).toContain('"waiting":1')
    await site.place.remove()
  })
})
