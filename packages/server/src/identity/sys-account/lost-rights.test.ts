import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { keyFor, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { noRights, readRights } from './sys-account.ts'

type Columns = { pages: string; abilities: string; limits: string }

const broken: [string, Partial<Columns>][] = [
  ['pages that are cut off', { pages: '["inbox","sett' }],
  ['pages that are no list', { pages: '{"inbox":true}' }],
  ['empty abilities', { abilities: '' }],
  ['abilities that are no object', { abilities: '[true]' }],
  ['limits that are null', { limits: 'null' }],
  ['a limit that is no number', { limits: '{"domains":"many"}' }],
]

describe.each(databaseKinds)('rights that cannot be read on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let names = 0
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    ann = await makePerson(site, `ann-${names++}`)
  })

  const breakWith = (change: Partial<Columns>, id = ann.id) =>
    site.app.db.transaction(async tx => {
      await tx.updateTable('sys_account').set(change).where('id', '=', id).execute()
    })
  const shown = async (id = ann.id) => (await site.ok('getSysAccount', { query: { ids: id } }, admin)).list[0]

  it.each(broken)('are none: %s', async (_, change) => {
    const key = await keyFor(site, ann)
    expect((await site.call('getInbox', {}, ann.token)).status).toBe(200)
    expect((await site.call('getInbox', {}, key)).status).toBe(200)
    await breakWith(change)
    for (const name of ['getInbox', 'getSetting', 'getDomains'] as const) {
      const { status, body } = await site.call(name, {}, ann.token)
      expect([name, status, body.error]).toEqual([name, 403, errors.forbidden.code])
    }
    // Without the ability to use it, a key is none.
    expect((await site.call('getInbox', {}, key)).status).toBe(401)
    expect((await site.call('getJobs', {}, ann.token)).status).toBe(200)
  })

  it('are shown to an admin, who sets them anew', async () => {
    expect(await shown()).toMatchObject({ rightsLost: false })
    await breakWith({ limits: '{' })
    expect(await shown()).toMatchObject({ rightsLost: true, ...noRights })
    await site.ok('editSysAccount', { body: { id: ann.id, note: 'seen' } }, admin)
    expect(await shown()).toMatchObject({ rightsLost: true, note: 'seen' })
    await site.ok('editSysAccount', { body: { id: ann.id, pages: ['inbox'] } }, admin)
    expect(await shown()).toMatchObject({ rightsLost: false, ...noRights, pages: ['inbox'] })
    expect((await site.call('getInbox', {}, ann.token)).status).toBe(200)
    expect((await site.call('getSetting', {}, ann.token)).status).toBe(403)
  })

  it('leave an admin the page on which they are set', async () => {
    const chief = await makePerson(site, `chief-${names}`, { role: 'admin' })
    await breakWith({ pages: '', abilities: '', limits: '' }, chief.id)
    const row = await site.app.db.query
      .selectFrom('sys_account')
      .selectAll()
      .where('id', '=', chief.id)
      .executeTakeFirstOrThrow()
    expect(readRights(row)).toEqual({ ...noRights, pages: ['sysAccount'] })
    expect((await site.call('getSysAccount', {}, chief.token)).status).toBe(200)
  })
})
