import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import { startTestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('the version page on %s', kind => {
  it('shows what runs to admins and what is new to everyone', async () => {
    const site = await startTestApp(kind)
    const admin = await site.ok('getVersion', {}, await site.adminToken())
    expect(admin.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(admin.healthy).toBe(true)
    expect(admin.runtime?.database).toBe(kind === 'sqlite' ? 'SQLite' : 'PostgreSQL')
    const user = await makePerson(site, 'user')
    const mailbox = await makeMailbox(site, 'box')
    for (const { token } of [user, mailbox]) {
      const answer = await site.ok('getVersion', {}, token)
      expect([answer.version, answer.runtime]).toEqual([admin.version, null])
    }
    await site.stop()
  })
})
