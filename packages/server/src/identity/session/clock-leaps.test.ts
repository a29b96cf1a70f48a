/** Tests log-ins, their guards and the second factor while the clock leaps ahead or is set back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../kernel/clock.ts'
import { hit, peek } from '../../ledger/throttle/throttle.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { toFreshStep } from '../../testing/one-time-codes.ts'
import { makePerson, tokenFor } from '../../testing/people.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt, stepOf } from './totp.ts'

describe.each(databaseKinds)('a clock that leaps, on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  const ask = async (token: string) => (await site.call('emailList', {}, token)).status
  const endOf = async (accountId: string) => {
    const { expires_at } = await site.app.db.query
      .selectFrom('session')
      .select('expires_at')
      .where('sys_account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return expires_at - site.clock.now()
  }

  it('ends the short log-ins when it goes ahead, leaves the long ones, and lets in anew', async () => {
    const logIn = (remember: boolean) =>
      site.ok('login', { body: { username: 'admin', password: adminPassword, remember } })
    const [short, long] = [(await logIn(false)).token, (await logIn(true)).token]
    site.clock.advance(3 * day)
    expect([await ask(short), await ask(long)]).toEqual([401, 200])
    expect(await ask((await logIn(false)).token)).toBe(200)
    site.clock.advance(-3 * day)
    expect(await ask(long)).toBe(200)
  })

  it('set back logs nobody out, and no log-in lasts longer for it once it is used', async () => {
    const ann = await makePerson(site, 'ann')
    site.clock.advance(-day)
    expect(await endOf(ann.id)).toBeGreaterThan(30.9 * day)
    expect(await ask(ann.token)).toBe(200)
    expect(await endOf(ann.id)).toBeLessThanOrEqual(30 * day)
    site.clock.advance(day)
  })

  it('set back ends what an admin does in somebody’s name: nobody knows how much of its hour is left', async () => {
    const admin = await makePerson(site, 'root', { role: 'admin' })
    const bob = await makePerson(site, 'bob')
    const { token } = await site.ok('loginAs', { body: { id: bob.id } }, admin.token)
    expect(await ask(token)).toBe(200)
    site.clock.advance(-day)
    expect(await ask(token)).toBe(401)
    site.clock.advance(day)
    expect(await ask(token)).toBe(200)
    site.clock.advance(hour + minute)
    expect(await ask(token)).toBe(401)
  })

  it('set back shuts nobody out for longer than the time of the lock', async () => {
    const { db } = site.app
    const shut = (key: string, times: number) =>
      db.transaction(tx => hit(tx, key, 15 * minute, site.clock.now(), times))
    const count = async (key: string) =>
      (await peek(db.query, [key], 15 * minute, site.clock.now())).get(key)?.count ?? 0
    await shut('leap:a', 50)
    expect(await count('leap:a')).toBe(50)
    // As far as the clocks of two nodes may differ it counts on.
    site.clock.advance(-minute)
    expect(await count('leap:a')).toBe(50)
    expect((await shut('leap:a', 1)).count).toBe(51)
    site.clock.advance(-day)
    expect(await count('leap:a')).toBe(0)
    const anew = await shut('leap:a', 1)
    expect(anew.count).toBe(1)
    site.clock.advance(15 * minute)
    expect(await count('leap:a')).toBe(0)
    site.clock.advance(day - 14 * minute)
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
    })
  })

  it('set back takes the codes of the second factor of now, each once', async () => {
    const admin = await makePerson(site, 'chief', { role: 'admin' })
    const account = { username: 'carol', password: 'a good password' }
    const made = await site.ok('createSysAccount', { body: account }, admin.token)
    const token = await tokenFor(site, { sysAccountId: made.account.id })
    const { secret } = await site.ok('startTotp', { body: { password: account.password } }, token)
    const code = () => codeAt(secret, stepOf(site.clock.now()))
    await site.ok('confirmTotp', { body: { totp: code() } }, token)
    const logIn = async (totp: string) => (await site.call('login', { body: { ...account, totp } })).status
    site.clock.advance(-day)
    // At the beginning of a step, so that none ends between two calls.
    toFreshStep(site.clock, secret)
    const now = code()
    const both = await Promise.all([logIn(now), logIn(now)])
    expect(both.filter(status => status === 200)).toHaveLength(1)
    expect(await logIn(now)).not.toBe(200)
    site.clock.advance(day)
    expect(await logIn(code())).toBe(200)
  })
})
