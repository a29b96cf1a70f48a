import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(databaseKinds)('a fault of ours on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    await site.app.db.transaction(async tx => {
      await sql`DROP TABLE audit`.execute(tx)
    })
  })
  afterAll(() => site.stop())

  it('is answered without a word of what it was, and logged with it', async () => {
    const { status, headers, body } = await site.call('getAuditLog', {}, admin)
    expect([status, body]).toEqual([500, { error: 1009, msg: '服务器出了点问题，请稍后再试' }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const line = site.logged.find(entry => entry.includes('request failed')) ?? ''
    expect(line).toContain('audit')
    expect(line).toContain('/api/admin/getAuditLog')
  })

  it('leaves nothing half-written', async () => {
    const { status } = await site.call('createSysAccount', { body: { username: 'half' } }, admin)
    expect(status).toBe(500)
    const { list } = await site.ok('getSysAccount', { query: { q: 'half' } }, admin)
    expect(list).toEqual([])
    const change = { body: { values: { siteName: '改了一半' } } }
    expect((await site.call('updateSetting', change, admin)).status).toBe(500)
    expect((await site.ok('getVar')).settings.siteName).toBe('雁书')
  })

  it('does not take the rest with it', async () => {
    expect((await site.call('getSetting', {}, admin)).status).toBe(200)
    expect((await site.fetch('/healthz')).body).toMatchObject({ status: 'alive' })
    expect((await site.fetch('/readyz')).body).toMatchObject({ status: 'ready' })
  })
})

describe.each(databaseKinds)('a database that is gone, on %s', kind => {
  it('makes the program not ready, yet alive, and answers without details', async () => {
    const site = await startTestApp(kind)
    const token = await site.adminToken()
    await site.app.db.close()
    const ready = await site.fetch('/readyz')
    expect([ready.status, ready.body.error]).toEqual([503, 1010])
    expect((await site.fetch('/healthz')).status).toBe(200)
    const { status, body } = await site.call('getSetting', {}, token)
    expect([status, body]).toEqual([500, { error: 1009, msg: '服务器出了点问题，请稍后再试' }])
    await site.stop().catch(() => undefined)
    await site.place.remove()
  })
})
