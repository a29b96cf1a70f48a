import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute, second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { toFreshStep, wrongCode } from '../../testing/one-time-codes.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt, stepOf } from './totp.ts'

const password = 'a good password'
const { totpNeeded, totpWrong, tooMany } = errors

describe.each(databaseKinds)('the second factor on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const codeNow = (secret: string, by = 0) => codeAt(secret, stepOf(site.clock.now()) + by)
  const wrong = (secret: string) => wrongCode(secret, site.clock.now())
  /** Failures before the second factor have limits of their own, which are not the matter here. */
  const forgetFailures = () =>
    site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').where('key', 'like', 'login:%').execute()
    })
  beforeEach(forgetFailures)
  const logIn = (username: string, totp?: string) =>
    site.call('login', { body: { username, password, ...(totp === undefined ? {} : { totp }) } })
  const nextStep = () => site.clock.advance(30 * second)

  /** An account with the second factor on, at the beginning of a fresh step. */
  async function protect(username: string) {
    const { account } = await site.ok('createSysAccount', { body: { username, password } }, admin)
    const { token } = await site.ok('login', { body: { username, password } })
    const { secret } = await site.ok('startTotp', { body: { password } }, token)
    const { recoveryCodes } = await site.ok('confirmTotp', { body: { totp: codeNow(secret) } }, token)
    toFreshStep(site.clock, secret)
    return { id: account.id, token, secret, recoveryCodes }
  }

  it('is asked for once it is on, and lets in with its code', async () => {
    const { secret } = await protect('asked')
    expect((await logIn('asked')).body.error).toBe(totpNeeded.code)
    expect((await logIn('asked', wrong(secret))).body.error).toBe(totpWrong.code)
    expect((await logIn('asked', codeNow(secret))).body.error).toBe(0)
  })

  it('asked for in a second step is no failure of the first', async () => {
    const { secret } = await protect('two-steps')
    for (let at = 0; at < 5; at++) {
      expect((await logIn('two-steps')).body.error).toBe(totpNeeded.code)
      expect((await logIn('two-steps', codeNow(secret))).body.error).toBe(0)
      nextStep()
    }
  })

  it('does not tell that it is on to one who has the wrong password', async () => {
    await protect('quiet')
    const { body } = await site.call('login', { body: { username: 'quiet', password: 'wrong one' } })
    expect(body).toEqual({ error: 2001, msg: '账号或密码不对' })
  })

  it('takes each code once, and none of an earlier step after it', async () => {
    const { secret } = await protect('once')
    const code = codeNow(secret)
    expect((await logIn('once', code)).body.error).toBe(0)
    expect((await logIn('once', code)).body.error).toBe(totpWrong.code)
    expect((await logIn('once', codeNow(secret, -1))).body.error).toBe(totpWrong.code)
    await forgetFailures()
    nextStep()
    expect((await logIn('once', codeNow(secret))).body.error).toBe(0)
  })

  it('forgives a clock that is one step off, not two', async () => {
    const { secret } = await protect('off')
    nextStep()
    nextStep()
    for (const by of [-2, 2])
      expect((await logIn('off', codeNow(secret, by))).body.error).toBe(totpWrong.code)
    expect((await logIn('off', codeNow(secret, -1))).body.error).toBe(0)
    expect((await logIn('off', codeNow(secret, 1))).body.error).toBe(0)
  })

  it('lets one of twenty in who come with the same code at the same moment', async () => {
    const { secret } = await protect('rush')
    const code = codeNow(secret)
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn('rush', code)))
    expect(answers.filter(({ body }) => body.error === 0)).toHaveLength(1)
  })

  it('takes each recovery code once, however it is written, and one of many at the same moment', async () => {
    const { recoveryCodes } = await protect('recover')
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', other = ''] = recoveryCodes
    expect((await logIn('recover', ` ${first.toUpperCase().replace('-', ' ')} `)).body.error).toBe(0)
    expect((await logIn('recover', first)).body.error).toBe(totpWrong.code)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn('recover', other)))
    expect(answers.filter(({ body }) => body.error === 0)).toHaveLength(1)
  })

  it('takes two different recovery codes at the same moment', async () => {
    const { recoveryCodes } = await protect('both')
    const answers = await Promise.all(recoveryCodes.slice(0, 2).map(code => logIn('both', code)))
    expect(answers.map(({ body }) => body.error)).toEqual([0, 0])
  })

  it('cannot be guessed: the eleventh wrong code within the window is not looked at', async () => {
    const { secret } = await protect('guessed')
    for (let at = 0; at < 10; at++) {
      expect((await logIn('guessed', wrong(secret))).body.error).toBe(totpWrong.code)
      await forgetFailures()
    }
    const shut = await logIn('guessed', codeNow(secret))
    expect([shut.status, shut.body.error]).toEqual([429, tooMany.code])
    await forgetFailures()
    site.clock.advance(16 * minute)
    expect((await logIn('guessed', codeNow(secret))).body.error).toBe(0)
  })

  it('does not count right codes as guesses', async () => {
    const { secret } = await protect('diligent')
    for (let at = 0; at < 12; at++) {
      expect((await logIn('diligent', codeNow(secret))).body.error).toBe(0)
      nextStep()
    }
  })

  it('is not asked for before it was confirmed, and not confirmed by a wrong code', async () => {
    await site.ok('createSysAccount', { body: { username: 'halfway', password } }, admin)
    const { token } = await site.ok('login', { body: { username: 'halfway', password } })
    expect((await site.call('confirmTotp', { body: { totp: '123456' } }, token)).body.error).toBe(2010)
    expect((await site.call('startTotp', { body: { password: 'wrong one' } }, token)).body.error).toBe(2008)
    const { secret, uri } = await site.ok('startTotp', { body: { password } }, token)
    expect(uri).toContain(`secret=${secret}`)
    expect((await site.call('confirmTotp', { body: { totp: wrong(secret) } }, token)).body.error).toBe(
      totpWrong.code,
    )
    expect((await logIn('halfway')).body.error).toBe(0)
  })

  it('is turned off only with the password and a code, and can be turned on again', async () => {
    const { token, secret } = await protect('stopper')
    expect((await site.call('startTotp', { body: { password } }, token)).body.error).toBe(2009)
    const stop = (totp: string, given = password) =>
      site.call('stopTotp', { body: { password: given, totp } }, token)
    expect((await stop(codeNow(secret), 'wrong one')).body.error).toBe(2008)
    expect((await stop(wrong(secret))).body.error).toBe(totpWrong.code)
    expect((await stop(codeNow(secret))).body.error).toBe(0)
    expect((await logIn('stopper')).body.error).toBe(0)
    expect((await stop('000000')).body.error).toBe(2010)
    nextStep()
    const again = await site.ok('startTotp', { body: { password } }, token)
    expect(again.secret).not.toBe(secret)
  })

  it('is kept encrypted, its recovery codes as digests', async () => {
    const { id, secret, recoveryCodes } = await protect('sealed')
    const row = await site.app.db.query
      .selectFrom('sys_account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.totp_secret).not.toContain(secret)
    for (const code of recoveryCodes) expect(row.recovery_codes).not.toContain(code.replace('-', ''))
  })

  it('is turned off by an admin for one who lost it', async () => {
    const { id } = await protect('lost')
    const { account } = await site.ok('editSysAccount', { body: { id, resetTwoFactor: true } }, admin)
    expect(account.twoFactor).toBe(false)
    expect((await logIn('lost')).body.error).toBe(0)
  })
})
