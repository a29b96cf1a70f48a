import { completeCardCode, errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything, unlimited } from '../../identity/access.ts'
import { beginGuess } from '../../identity/session/guard.ts'
import { createProofs } from '../../identity/session/proof.ts'
import { day, hour, isoTime, minute } from '../../kernel/clock.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { localDomain, makeDomain, makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { solveProof } from '../../testing/proof.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { drawCardCode } from './card-code.ts'

const from = (client: string) => ({ 'x-forwarded-for': client })
/** A wrong check character, so no code at all. */
const typo = `${completeCardCode('ABCDEFGHJKMNPQR').slice(0, -1)}2`
const { notFound, conflict, proofNeeded, tooMany, addressTaken, addressReserved, domainClosed } = errors

describe.each(databaseKinds)('redeeming a card code on %s', kind => {
  let site: TestApp
  let admin: string
  let seller: Person
  beforeAll(async () => {
    site = await startTestApp(kind, { environment: { YANSHU_TRUSTED_PROXIES: '127.0.0.1' } })
    admin = await site.adminToken()
    seller = await makePerson(site, 'seller', { role: 'user', can: everything, limits: unlimited })
    await makeDomain(site, 'own.example', { ownerId: seller.id })
    await makeDomain(site, 'closed.example')
  })
  beforeEach(async () => {
    await site.app.db.transaction(async tx => {
      await tx.deleteFrom('throttle').execute()
      await tx.deleteFrom('spent_proof').execute()
    })
  })
  afterAll(() => site.stop())

  const make = async (body: Record<string, unknown> = {}, token = admin) => {
    const order = { kind: 'open', count: 1, days: 30, ...body }
    const { batchId, codes } = await site.ok('createCard', { body: order }, token)
    return { batchId, code: codes[0] ?? '' }
  }
  const ask = (body: Record<string, unknown>, client = '203.0.113.1') =>
    site.call('verCard', { body, headers: from(client) })
  const redeem = (code: string, body: Record<string, unknown> = {}, client = '203.0.113.1') =>
    ask({ code, redeem: true, ...body }, client)
  const countMailboxes = async () =>
    (await site.app.db.query.selectFrom('mailbox').select('id').execute()).length
  let names = 0
  const freshName = () => `card${names++}`

  describe('first shows', () => {
    it('what it is worth, and spends nothing', async () => {
      const { code } = await make({ quotaMb: 512, maySend: true, uses: 2 })
      for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' ')]) {
        const { body } = await ask({ code: typed })
        expect(body.card).toEqual({
          kind: 'open',
          state: 'unused',
          days: 30,
          domains: [localDomain],
          quotaMb: 512,
          maySend: true,
          usesLeft: 2,
          balance: 0,
          addresses: [],
        })
        expect(body.token).toBeUndefined()
      }
    })

    it('which domains are left of those it names', async () => {
      const { code } = await make({ domains: ['own.example', localDomain] }, seller.token)
      expect((await ask({ code })).body.card?.domains.sort()).toEqual(['own.example', localDomain])
      const { code: theirs } = await make({ domains: ['closed.example'] })
      expect((await ask({ code: theirs })).body.card?.domains).toEqual(['closed.example'])
    })

    it('a typo at its field, which is no guess; an unknown code is not found', async () => {
      for (let at = 0; at < 8; at++) {
        const { status, body } = await ask({ code: typo })
        expect([status, body.fields]).toEqual([400, { code: '卡密有误，请检查有没有输错' }])
      }
      const { status, body } = await ask({ code: drawCardCode() })
      expect([status, body]).toEqual([404, { error: notFound.code, msg: '没有找到这张卡密' }])
    })
  })

  describe('for a new mailbox', () => {
    it('opens it with the card’s term, room and right to send', async () => {
      const { code } = await make({ quotaMb: 5, maySend: true })
      const localPart = freshName()
      const before = site.clock.now()
      const { body } = await redeem(code, { localPart, domain: localDomain })
      const address = `${localPart}@${localDomain}`
      expect(body.address).toBe(address)
      expect(body.card).toMatchObject({ state: 'used', usesLeft: 0 })
      const ends = Date.parse(body.expiresAt ?? '')
      expect(ends).toBeGreaterThanOrEqual(before + 30 * day)
      expect(ends).toBeLessThanOrEqual(site.clock.now() + 30 * day)
      const { list } = await site.ok('getEmailAccount', {}, body.token)
      expect(list).toMatchObject([
        { address, kind: 'account', maySend: true, quotaMb: 5, ownerId: null, expiresAt: body.expiresAt },
      ])
      await site.ok('loginEmail', { body: { address, password: body.password } })
      const shown = await site.ok('getCard', { query: { q: address } }, admin)
      expect(shown.list).toMatchObject([{ tail: code.slice(-4), state: 'used', usedBy: address }])
      expect(shown.list[0]?.usedAt).not.toBeNull()
    })

    it('finds a name and the only domain by itself; without days it is for good', async () => {
      const { code } = await make({ days: null })
      const { body } = await redeem(code)
      expect([body.error, body.address?.endsWith(`@${localDomain}`), body.expiresAt]).toEqual([0, true, null])
    })

    it('asks for the domain where there are several', async () => {
      const { code } = await make({ domains: ['own.example', localDomain] })
      expect((await redeem(code)).body.fields).toEqual({ domain: '请选择域名' })
      expect((await redeem(code, { domain: 'own.example' })).status).toBe(200)
    })

    it('is not spent when the name is taken or reserved, or the domain is not its', async () => {
      const { code } = await make()
      const taken = await makeMailbox(site, freshName())
      const [localPart = ''] = taken.address.split('@')
      const tries = [
        [{ localPart, domain: localDomain }, addressTaken.code],
        [{ localPart: 'post.master', domain: localDomain }, addressReserved.code],
        [{ domain: 'closed.example' }, domainClosed.code],
        [{ domain: 'nowhere.example' }, domainClosed.code],
      ] as const
      const before = await countMailboxes()
      for (const [choice, error] of tries) expect((await redeem(code, choice)).body.error).toBe(error)
      expect(await countMailboxes()).toBe(before)
      expect((await ask({ code })).body.card).toMatchObject({ state: 'unused', usesLeft: 1 })
      expect((await redeem(code, { localPart: freshName() })).status).toBe(200)
    })

    it('opens closed domains only by the admin’s word or the owner’s', async () => {
      const { code: byAdmin } = await make({ domains: ['closed.example'] })
      expect((await redeem(byAdmin)).status).toBe(200)
      const { code: byOwner } = await make({ domains: ['own.example'] }, seller.token)
      expect((await redeem(byOwner)).status).toBe(200)
      const id = await makeDomain(site, `once-open-${kind}.example`, { open: true })
      const { code: late } = await make({ domains: [`once-open-${kind}.example`] }, seller.token)
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ open: 0 }).where('id', '=', id).execute()
      })
      expect((await ask({ code: late })).body.card?.domains).toEqual([])
      expect((await redeem(late)).body.error).toBe(domainClosed.code)
    })

    it('gives nothing away that somebody else sells, unless the admin made it', async () => {
      const name = `sold-${kind}.example`
      const id = await makeDomain(site, name, { open: true })
      const { code: ofSeller } = await make({ domains: [name] }, seller.token)
      const { code: ofAdmin } = await make({ domains: [name] })
      const { code: renews } = await make({ kind: 'renew' }, seller.token)
      const open = await redeem((await make({ domains: [name] })).code, { localPart: 'bought' })
      expect(open.status).toBe(200)
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ store: 1 }).where('id', '=', id).execute()
      })
      expect((await ask({ code: ofSeller })).body.card?.domains).toEqual([])
      expect((await redeem(ofSeller)).body.error).toBe(domainClosed.code)
      expect((await redeem(renews, { address: `bought@${name}` })).status).not.toBe(200)
      expect((await redeem(ofAdmin)).status).toBe(200)
      const named = { kind: 'open', count: 1, days: 30, domains: [name] }
      const refused = await site.call('createCard', { body: named }, seller.token)
      expect(refused.body.fields).toHaveProperty('domains')
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ open: 0, store: 0 }).where('id', '=', id).execute()
      })
    })

    it('refuses what is used, disabled, revoked or expired, and says which', async () => {
      const refusal = async (code: string) => {
        const { status, body } = await redeem(code)
        return [status, body.error, body.msg]
      }
      const used = await make()
      await redeem(used.code)
      expect(await refusal(used.code)).toEqual([409, conflict.code, '这张卡密已使用'])
      for (const [state, words] of [
        ['disabled', '这张卡密已停用'],
        ['revoked', '这张卡密已作废'],
      ] as const) {
        const { code, batchId } = await make()
        await site.ok('editCard', { body: { batchId, state } }, admin)
        expect((await ask({ code })).body.card?.state).toBe(state)
        expect(await refusal(code)).toEqual([409, conflict.code, words])
      }
      const old = await make({ expiresAt: isoTime(site.clock.now() + hour) })
      site.clock.advance(2 * hour)
      expect(await refusal(old.code)).toEqual([409, conflict.code, '这张卡密已过期'])
    })

    it('can be done as often as it has uses', async () => {
      const { code } = await make({ uses: 3 })
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => redeem(code, {}, `203.0.113.${at}`)),
      )
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 200, 200, 409, 409, 409])
      expect(new Set(answers.flatMap(answer => answer.body.address ?? [])).size).toBe(3)
    })

    it('a hundred times at once makes one mailbox', async () => {
      const { code } = await make()
      const nodes = kind === 'postgres' ? [site, await site.secondNode()] : [site]
      const before = await countMailboxes()
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          (nodes[at % nodes.length] ?? site).call('verCard', {
            body: { code, redeem: true, localPart: at % 2 ? freshName() : undefined },
            headers: from(`198.51.100.${at}`),
          }),
        ),
      )
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
      expect(answers.filter(answer => answer.body.error === conflict.code)).toHaveLength(99)
      expect(await countMailboxes()).toBe(before + 1)
      for (const node of nodes) if (node !== site) await node.stop()
    })

    it('two cards at once for one name spend one of them', async () => {
      const cards = [await make(), await make()]
      const localPart = freshName()
      const answers = await Promise.all(cards.map(({ code }) => redeem(code, { localPart })))
      expect(answers.map(answer => answer.body.error).sort()).toEqual([0, addressTaken.code])
      const states = await Promise.all(cards.map(async ({ code }) => (await ask({ code })).body.card?.state))
      expect(states.sort()).toEqual(['unused', 'used'])
    })
  })

  describe('for a renewal', () => {
    const account = async (days: number | null) => {
      const { code } = await make({ days })
      const { body } = await redeem(code, { localPart: freshName() })
      return { address: body.address ?? '', ends: body.expiresAt ? Date.parse(body.expiresAt) : null }
    }

    const endAt = (address: string, at: number) =>
      site.app.db.transaction(async tx => {
        await tx.updateTable('mailbox').set({ expires_at: at }).where('address', '=', address).execute()
      })

    it('adds days to the end, or to today when the end has passed', async () => {
      const { address, ends } = await account(10)
      const first = await make({ kind: 'renew', days: 5, uses: 2 })
      expect((await ask({ code: first.code })).body.card).toMatchObject({
        kind: 'renew',
        days: 5,
        domains: [],
      })
      const { body } = await redeem(first.code, { address: ` ${address.toUpperCase()} `.trim() })
      expect([body.address, Date.parse(body.expiresAt ?? '')]).toEqual([address, (ends ?? 0) + 5 * day])
      expect(body.token).toBeUndefined()
      await endAt(address, site.clock.now() - day)
      const late = await redeem(first.code, { address })
      const again = Date.parse(late.body.expiresAt ?? '')
      expect(Math.abs(again - (site.clock.now() + 5 * day))).toBeLessThan(minute)
    })

    it('says the same about whatever cannot be renewed, and stays unspent', async () => {
      const { code } = await make({ kind: 'renew', days: 5 }, seller.token)
      const temporary = await makeMailbox(site, freshName())
      const forGood = await account(null)
      const stopped = await account(5)
      await site.app.db.transaction(async tx => {
        await tx
          .updateTable('mailbox')
          .set({ status: 'stopped' })
          .where('address', '=', stopped.address)
          .execute()
      })
      const { code: closed } = await make({ domains: ['closed.example'] })
      const foreign = (await redeem(closed)).body.address ?? ''
      for (const address of [
        'nobody@nowhere.example',
        `nobody@${localDomain}`,
        'no address',
        temporary.address,
        forGood.address,
        stopped.address,
        foreign,
      ]) {
        const { status, body } = await redeem(code, { address })
        expect([address, status, body.fields]).toEqual([
          address,
          400,
          { address: '没有可以续期的邮箱账号，请检查地址' },
        ])
      }
      expect((await redeem(code)).body.fields).toEqual({ address: '请填写邮箱地址' })
      expect((await ask({ code })).body.card?.state).toBe('unused')
    })

    it('never goes beyond the last date that has four figures in its year', async () => {
      const { address } = await account(10)
      await endAt(address, Date.UTC(9990, 0, 1))
      const { code } = await make({ kind: 'renew', days: 36_500 })
      expect((await redeem(code, { address })).body.expiresAt).toBe('9999-12-31T00:00:00.000Z')
    })

    it('at once by twenty cards adds up to all of them', async () => {
      const { address, ends } = await account(10)
      const order = { kind: 'renew', count: 20, days: 1 }
      const { codes } = await site.ok('createCard', { body: order }, admin)
      await Promise.all(codes.map((code, at) => redeem(code, { address }, `198.51.100.${at}`)))
      const row = await site.app.db.query
        .selectFrom('mailbox')
        .select('expires_at')
        .where('address', '=', address)
        .executeTakeFirstOrThrow()
      expect(row.expires_at).toBe((ends ?? 0) + 20 * day)
    })
  })

  describe('by guessing', () => {
    const client = '198.51.100.7'
    const guess = async (proof?: string) =>
      (await ask({ code: drawCardCode(), ...(proof ? { proof } : {}) }, client)).body.error
    const failed = (times: number) =>
      site.app.db.transaction(tx => hit(tx, `verCard:client:${client}`, 15 * minute, site.clock.now(), times))

    it('costs nothing five times, then a proof of work, then shuts that client out for a while', async () => {
      for (let at = 0; at < 5; at++) expect(await guess()).toBe(notFound.code)
      expect(await guess()).toBe(proofNeeded.code)
      const proofs = [
        await solveProof(site, 'verCard', { headers: from(client) }),
        await solveProof(site, 'verCard', { headers: from(client) }),
      ]
      expect(await guess(proofs[0])).toBe(notFound.code)
      await failed(54)
      expect(await guess(proofs[1])).toBe(tooMany.code)
      const { code } = await make()
      expect((await ask({ code }, '198.51.100.8')).status).toBe(200)
      site.clock.advance(15 * minute + 1)
      expect((await ask({ code }, client)).status).toBe(200)
    })

    it('three hundred times at once finds no more than sixty answers', async () => {
      const answers = await Promise.all(Array.from({ length: 300 }, () => guess()))
      expect(answers.filter(error => error === notFound.code).length).toBeLessThanOrEqual(60)
      expect(new Set(answers).has(0)).toBe(false)
    })

    it('ten thousand times gets nobody anywhere, and a neighbour behind the same address on again', async () => {
      const deps = { db: site.app.db, clock: site.clock, proofs: createProofs(createSecrets('for tests')) }
      const tries = async (accountId: string | undefined, times: number) => {
        let through = 0
        for (let at = 0; at < times; at += 250) {
          const guesses = Array.from({ length: 250 }, () =>
            beginGuess(deps, 'verCard', { client, proof: undefined, accountId }),
          )
          through += (await Promise.allSettled(guesses)).filter(({ status }) => status === 'fulfilled').length
        }
        return through
      }
      // Several at once may have seen a low count, none of them a high one.
      expect(await tries(undefined, 9500)).toBeLessThanOrEqual(60)
      expect(await tries('an-account', 500)).toBe(10)
      await failed(60)
      const { code } = await make()
      // Without an account the neighbour waits a quarter of an hour, logged in not at all.
      expect((await ask({ code }, client)).body.error).not.toBe(0)
      const loggedIn = { body: { code }, headers: from(client) }
      expect((await site.call('verCard', loggedIn, seller.token)).status).toBe(200)
      const wrong = await Promise.all(
        Array.from({ length: 12 }, () =>
          site.call('verCard', { ...loggedIn, body: { code: drawCardCode() } }, seller.token),
        ),
      )
      expect(wrong.filter(({ status }) => status === 429)).toHaveLength(2)
      expect((await site.call('verCard', loggedIn, seller.token)).status).toBe(429)
      site.clock.advance(15 * minute + 1)
      expect((await ask({ code }, client)).status).toBe(200)
      expect((await site.call('verCard', loggedIn, seller.token)).status).toBe(200)
    })

    it('is not what one does who has a code, however often', async () => {
      const { code } = await make()
      for (let at = 0; at < 12; at++) expect((await ask({ code }, client)).status).toBe(200)
      for (let at = 0; at < 5; at++) expect(await guess()).toBe(notFound.code)
    })

    it('leaves no code behind in the counters or the log', async () => {
      const { code } = await make()
      await ask({ code }, client)
      await redeem(code, {}, client)
      const counters = JSON.stringify(await site.app.db.query.selectFrom('throttle').selectAll().execute())
      const traces = (counters + site.logged.join('')).toUpperCase()
      for (const form of [code, code.replaceAll('-', '')]) expect(traces).not.toContain(form)
    })
  })

  describe('while registering', () => {
    const register = (body: Record<string, unknown>) =>
      site.call('regEmail', { body: { domain: localDomain, ...body }, headers: from('203.0.113.2') })
    const password = 'chosen by me'

    it('opens the account with the card’s worth and the own password, also where registration is closed', async () => {
      await site.ok('updateSetting', { body: { values: { registration: false } } }, admin)
      const { code } = await make({ maySend: true })
      const { body } = await register({ cardCode: code, localPart: freshName(), password })
      expect(body.error).toBe(0)
      expect(body.expiresAt).not.toBeNull()
      await site.ok('loginEmail', { body: { address: body.address, password } })
      expect((await site.ok('getEmailAccount', {}, body.token)).list).toMatchObject([{ maySend: true }])
      expect((await register({ cardCode: code, password })).body.msg).toBe('这张卡密已使用')
      await site.ok('updateSetting', { body: { values: { registration: true } } }, admin)
    })

    it('tells what is wrong at the field', async () => {
      const { code } = await make()
      const renewing = await make({ kind: 'renew', days: 3 })
      const fields = async (body: Record<string, unknown>) => (await register(body)).body.fields
      expect(await fields({ cardCode: typo, password })).toEqual({ cardCode: '卡密有误，请检查有没有输错' })
      expect(await fields({ cardCode: code })).toEqual({ password: '用卡密开邮箱要设密码' })
      expect(await fields({ cardCode: code, password, lifetime: { minutes: 10 } })).toEqual({
        lifetime: '时长由卡密决定',
      })
      expect(await fields({ cardCode: renewing.code, password })).toEqual({
        cardCode: '这张卡密不是用来开新邮箱的',
      })
      expect((await register({ cardCode: drawCardCode(), password })).status).toBe(404)
    })
  })

  it('is closed when the site does not offer it', async () => {
    const { code } = await make()
    expect((await site.ok('getVar')).settings.card).toBe(true)
    await site.ok('updateSetting', { body: { values: { cards: false } } }, admin)
    expect((await site.ok('getVar')).settings.card).toBe(false)
    const { status, body } = await redeem(code)
    expect([status, body.msg]).toEqual([403, '目前没有开放卡密'])
    await site.ok('updateSetting', { body: { values: { cards: true } } }, admin)
    expect((await redeem(code)).status).toBe(200)
  })
})
