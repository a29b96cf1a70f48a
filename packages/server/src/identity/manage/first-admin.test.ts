import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { startProgram } from '../../testing/program.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createPasswords } from '../session/password.ts'
import { makeFirstAdmin } from './first-admin.ts'

const noPassword = { YANSHU_ADMIN_PASSWORD: '' }

describe.each(databaseKinds)('the first admin on %s', kind => {
  let place: TestPlace
  beforeEach(async () => {
    place = await makePlace(kind)
  })
  afterEach(() => place.remove())

  it('has a password that is made and told once, and not again after a restart', async () => {
    const first = await startTestApp(kind, { place, environment: noPassword })
    const { firstAdmin } = first.app
    expect(firstAdmin?.username).toBe('admin')
    expect(firstAdmin?.password).toMatch(/^[a-z2-9]{16}$/)
    const body = { username: 'admin', password: firstAdmin?.password }
    expect((await first.call('login', { body })).status).toBe(200)
    expect(first.logged.join('')).not.toContain(firstAdmin?.password)
    await first.stop()
    const again = await startTestApp(kind, {
      place,
      environment: { YANSHU_ADMIN_PASSWORD: 'another password' },
    })
    expect(again.app.firstAdmin).toBeNull()
    expect((await again.call('login', { body })).status).toBe(200)
    expect((await again.call('login', { body: { ...body, password: 'another password' } })).status).toBe(401)
    await again.stop()
  })

  it('has no password that could be known beforehand', async () => {
    const site = await startTestApp(kind, { place, environment: noPassword })
    for (const password of ['admin', 'password', 'yanshu', 'changeme', 'admin123'].slice(0, 3))
      expect((await site.call('login', { body: { username: 'admin', password } })).status).toBe(401)
    await site.stop()
  })

  it('has its password hashed at the full cost by the program as it is run', async () => {
    const program = await startProgram({ place })
    program.kill('SIGTERM')
    await program.exited
    const db = await openPlace(place)
    const rows = await db.query.selectFrom('sys_account').select('password_hash').execute()
    expect(rows.map(row => row.password_hash)).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,/),
    ])
    await db.close()
  })

  it('is made once by several who find none at the same moment', async () => {
    const db = await openPlace(place)
    const passwords = createPasswords()
    const config = { adminUsername: 'admin', adminPassword: '' }
    const made = await Promise.all(
      Array.from({ length: 5 }, () => makeFirstAdmin({ db, passwords }, config, 1)),
    )
    expect(made.filter(one => one !== null)).toHaveLength(1)
    expect(await db.query.selectFrom('sys_account').select('id').execute()).toHaveLength(1)
    await db.close()
  })

  if (kind === 'postgres') {
    it('is made once by nodes that start at the same moment', async () => {
      const nodes = await Promise.all(
        Array.from({ length: 3 }, () => startTestApp(kind, { place, environment: noPassword })),
      )
      const told = nodes.filter(node => node.app.firstAdmin !== null)
      expect(told).toHaveLength(1)
      const body = { username: 'admin', password: told[0]?.app.firstAdmin?.password }
      for (const node of nodes) expect((await node.call('login', { body })).status).toBe(200)
      expect(await nodes[0]?.ok('getArrDomains')).toMatchObject({ list: ['yanshu.test'] })
      for (const node of nodes) await node.stop()
    })
  }
})
