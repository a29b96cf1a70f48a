import { errors } from '@yanshu/contract'
import { solveChallenge } from 'altcha-lib/v1'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../kernel/clock.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { askChallenge, solveProof } from '../../testing/proof.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'

const behindProxy = { YANSHU_TRUSTED_PROXIES: '127.0.0.1' }
const from = (client: string) => ({ 'x-forwarded-for': client })
const wrong = { username: 'admin', password: 'a guess' }
const right = { username: 'admin', password: adminPassword }
const { wrongCredentials, proofNeeded, proofWrong, tooMany } = errors

describe.each(databaseKinds)('guessing a password on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind, { environment: behindProxy })
  })
  beforeEach(async () => {
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
      await tx.deleteFrom('spent_proof').execute()
      await tx.deleteFrom('session').execute()
    })
  })
  afterAll(() => site.stop())

  const attempt = async (app: TestApp, body: Record<string, unknown>, client: string) => {
    const answer = await app.call('login', { body, headers: from(client) })
    return answer.body.error
  }

  /** Fills a counter as that many failures would, without the time they take. */
  const failed = (key: string, times: number) =>
    site.app.db.transaction(tx => hit(tx, key, 15 * minute, site.clock.now(), times))

  it('costs nothing three times, then asks for a proof of work, from the eleventh on shuts the door', async () => {
    const answers: number[] = []
    for (let at = 0; at < 4; at++) answers.push(await attempt(site, wrong, '198.51.100.1'))
    expect(answers).toEqual([...Array(3).fill(wrongCredentials.code), proofNeeded.code])
    const proof = await solveProof(site, 'login', { subject: 'admin', headers: from('198.51.100.1') })
    await failed('login:pair:admin|198.51.100.1', 7)
    const shut = await site.call('login', { body: { ...right, proof }, headers: from('198.51.100.1') })
    expect([shut.status, shut.body.error]).toEqual([429, tooMany.code])
    expect(shut.body.retryAfter).toBeGreaterThan(800)
    expect(Number(shut.headers.get('retry-after'))).toBe(shut.body.retryAfter)
    expect(shut.body.msg).toBe('尝试次数太多，请 15 分钟后再试')
  })

  it('is open again when the window has passed', async () => {
    await failed('login:pair:admin|198.51.100.1', 50)
    await failed('login:client:198.51.100.1', 100)
    expect(await attempt(site, right, '198.51.100.1')).toBe(proofNeeded.code)
    site.clock.advance(15 * minute + 1)
    expect(await attempt(site, right, '198.51.100.1')).toBe(0)
  })

  it('of many accounts from one client shuts that client out and nobody else', async () => {
    // A proof is as hard as the failures at the time it is asked for.
    await failed('login:client:198.51.100.1', 5)
    const proof = await solveProof(site, 'login', { headers: from('198.51.100.1') })
    await failed('login:client:198.51.100.1', 55)
    expect(await attempt(site, { ...wrong, username: 'other', proof }, '198.51.100.1')).toBe(tooMany.code)
    expect(await attempt(site, right, '198.51.100.2')).toBe(0)
  })

  it('of one account from everywhere shuts strangers out, not the clients that used it before', async () => {
    const { token } = await site.ok('login', { body: right, headers: from('203.0.113.7') })
    await site.ok('logout', {}, token)
    await failed('login:account:admin', 10)
    const proofs = [
      await solveProof(site, 'login', { subject: 'admin', headers: from('198.51.100.1') }),
      await solveProof(site, 'login', { subject: 'admin', headers: from('198.51.100.1') }),
    ]
    const asked = { body: { purpose: 'login', subject: 'admin' }, headers: from('203.0.113.7') }
    expect((await site.ok('startAuth', asked)).proofNeeded).toBe(false)
    await failed('login:account:admin', 189)
    expect(await attempt(site, { ...wrong, proof: proofs[0] }, '198.51.100.1')).toBe(wrongCredentials.code)
    expect(await attempt(site, { ...right, proof: proofs[1] }, '198.51.100.2')).toBe(tooMany.code)
    expect(await attempt(site, right, '203.0.113.7')).toBe(0)
  })

  it('from a client that used the account before is still counted by itself', async () => {
    await site.ok('login', { body: right, headers: from('203.0.113.7') })
    await failed('login:account:admin', 10)
    const answers: number[] = []
    for (let at = 0; at < 4; at++) answers.push(await attempt(site, wrong, '203.0.113.7'))
    expect(answers).toEqual([...Array(3).fill(wrongCredentials.code), proofNeeded.code])
  })

  it('twenty times at once gives no more tries than one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(site, wrong, '198.51.100.1')))
    expect(answers.filter(error => error === wrongCredentials.code).length).toBeLessThanOrEqual(10)
  })

  it('counts on after a restart', async () => {
    const place = await makePlace(kind)
    const before = await startTestApp(kind, { place, environment: behindProxy })
    for (let at = 0; at < 3; at++) await attempt(before, wrong, '198.51.100.1')
    await before.stop()
    const after = await startTestApp(kind, { place, environment: behindProxy })
    expect(await attempt(after, right, '198.51.100.1')).toBe(proofNeeded.code)
    await after.stop()
    await place.remove()
  })

  it('counts the same however the name is spelled', async () => {
    for (const username of ['ADMIN', ' admin ', 'ａｄｍｉｎ'])
      await attempt(site, { ...wrong, username }, '198.51.100.1')
    expect(await attempt(site, wrong, '198.51.100.1')).toBe(proofNeeded.code)
  })

  it('is forgiven once the right one was given', async () => {
    for (let at = 0; at < 2; at++) await attempt(site, wrong, '198.51.100.1')
    expect(await attempt(site, right, '198.51.100.1')).toBe(0)
    for (let at = 0; at < 2; at++)
      expect(await attempt(site, wrong, '198.51.100.1')).toBe(wrongCredentials.code)
  })

  it('counts IPv6 clients by the network they are handed', async () => {
    for (let at = 1; at <= 3; at++) await attempt(site, wrong, `2001:db8:1:1::${at}`)
    expect(await attempt(site, wrong, '2001:db8:1:1:ffff::9')).toBe(proofNeeded.code)
    expect(await attempt(site, wrong, '2001:db8:1:2::1')).toBe(wrongCredentials.code)
  })

  it('of a mailbox is limited in the same way', async () => {
    const account = { domain: 'yanshu.test', localPart: 'li.lei', password: 'mailbox password' }
    await site.ok('regEmail', { body: account, headers: from('203.0.113.7') })
    const tries: number[] = []
    for (let at = 0; at < 4; at++) {
      const body = { address: at % 2 ? 'li.lei@yanshu.test' : 'LI.LEI+tag@Yanshu.Test', password: 'a guess' }
      tries.push((await site.call('loginEmail', { body, headers: from('198.51.100.1') })).body.error)
    }
    expect(tries).toEqual([...Array(3).fill(wrongCredentials.code), proofNeeded.code])
  })

  describe('with a proof of work', () => {
    const client = '198.51.100.1'
    beforeEach(async () => {
      await failed(`login:pair:admin|${client}`, 3)
    })

    it('asked for by startAuth only after failures, goes on', async () => {
      const fresh = await site.ok('startAuth', { body: { purpose: 'login' }, headers: from('198.51.100.9') })
      expect([fresh.proofNeeded, fresh.challenge]).toEqual([false, null])
      const proof = await solveProof(site, 'login', { subject: 'Admin ', headers: from(client) })
      expect(await attempt(site, { ...right, proof }, client)).toBe(0)
    })

    // The time it takes is the same on every database.
    if (kind === 'sqlite') {
      it('found by the library that browsers use, goes on', async () => {
        const { maxnumber, ...asked } = await askChallenge(site, 'login', {
          subject: 'admin',
          headers: from(client),
        })
        const solution = await solveChallenge(asked.challenge, asked.salt, asked.algorithm, maxnumber).promise
        const proof = Buffer.from(JSON.stringify({ ...asked, number: solution?.number })).toString('base64')
        expect(await attempt(site, { ...right, proof }, client)).toBe(0)
      })
    }

    it('used before is refused, also at the same moment', async () => {
      const proof = await solveProof(site, 'login', { subject: 'admin', headers: from(client) })
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => attempt(site, { ...wrong, proof }, client)),
      )
      expect(answers.sort()).toEqual([wrongCredentials.code, ...Array(4).fill(proofWrong.code)].sort())
      expect(await attempt(site, { ...right, proof }, client)).toBe(proofWrong.code)
    })

    it('made for something else is refused', async () => {
      await failed(`loginEmail:client:${client}`, 5)
      const proof = await solveProof(site, 'loginEmail', { headers: from(client) })
      expect(await attempt(site, { ...right, proof }, client)).toBe(proofWrong.code)
    })

    it('that is too old is refused', async () => {
      const proof = await solveProof(site, 'login', { subject: 'admin', headers: from(client) })
      site.clock.advance(11 * minute)
      expect(await attempt(site, { ...right, proof }, client)).toBe(proofWrong.code)
    })

    it.each([
      '',
      'x',
      'e30=',
      Buffer.from('null').toString('base64'),
      Buffer.from('{"challenge":1}').toString('base64'),
    ])('that is none (%j) is refused', async proof => {
      expect(await attempt(site, { ...right, proof }, client)).toBe(proofWrong.code)
    })

    it('whose answer, salt or signature was altered is refused', async () => {
      const proof = await solveProof(site, 'login', { subject: 'admin', headers: from(client) })
      const solved = JSON.parse(Buffer.from(proof, 'base64').toString()) as Record<string, unknown>
      const altered = [
        { number: Number(solved.number) + 1 },
        { salt: String(solved.salt).replace(/expires=\d+/, 'expires=99999999999') },
        { salt: `${String(solved.salt)}&expires=99999999999` },
        { signature: '0'.repeat(64) },
        { algorithm: 'SHA-1' },
      ]
      for (const change of altered) {
        const text = Buffer.from(JSON.stringify({ ...solved, ...change })).toString('base64')
        expect(await attempt(site, { ...right, proof: text }, client)).toBe(proofWrong.code)
      }
    })

    it('is remembered as used until it is too old, then swept', async () => {
      const proof = await solveProof(site, 'login', { subject: 'admin', headers: from(client) })
      await attempt(site, { ...right, proof }, client)
      const spent = () => site.app.db.query.selectFrom('spent_proof').select('signature').execute()
      expect(await spent()).toHaveLength(1)
      site.clock.advance(hour)
      await site.app.runJobs()
      expect(await spent()).toHaveLength(0)
    })
  })
})

describe.each(databaseKinds.filter(kind => kind === 'postgres'))('guessing at two nodes on %s', kind => {
  it('is counted together', async () => {
    const one = await startTestApp(kind, { environment: behindProxy })
    const two = await one.secondNode()
    const tries = []
    for (let at = 0; at < 4; at++) {
      const node = at % 2 ? one : two
      tries.push((await node.call('login', { body: wrong, headers: from('198.51.100.1') })).body.error)
    }
    expect(tries).toEqual([...Array(3).fill(wrongCredentials.code), proofNeeded.code])
    const proof = await solveProof(one, 'login', { subject: 'admin', headers: from('198.51.100.1') })
    const spent = await Promise.all(
      [one, two].map(node =>
        node.call('login', { body: { ...wrong, proof }, headers: from('198.51.100.1') }),
      ),
    )
    expect(spent.map(answer => answer.body.error).sort()).toEqual(
      [wrongCredentials.code, proofWrong.code].sort(),
    )
    await two.stop()
    await one.stop()
  })
})
