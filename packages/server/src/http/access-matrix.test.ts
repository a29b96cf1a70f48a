import {
  type Call,
  type CallName,
  callNames,
  calls,
  errors,
  type Page,
  pagesOfCall,
  type Role,
} from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../identity/access.ts'
import { sampleRule } from '../inbound/filter/testing/sample-facts.ts'
import { newId } from '../kernel/ids.ts'
import { suppress } from '../outbound/queue/repository.ts'
import { databaseKinds } from '../testing/databases.ts'
import { type Knocked, knock } from '../testing/knock.ts'
import { inbox, plainMail, receive, startMailSite } from '../testing/mail-site.ts'
import {
  keyFor,
  makeDomain,
  makeMailbox,
  makePerson,
  type Person,
  type TestMailbox,
  tokenFor,
} from '../testing/people.ts'
import { absentId, namesThing } from '../testing/sample-request.ts'
import { handPay } from '../testing/shop.ts'
import type { TestApp } from '../testing/test-app.ts'

const unlimited = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null }
const allButCards = { send: true, upload: true, createDomain: true, createCard: false, useApi: true }
const onlyApi = { send: false, upload: false, createDomain: false, createCard: false, useApi: true }

const onePage: Page = 'card'

type Kind =
  | 'visitor'
  | 'ended token'
  | 'mailbox'
  | 'user'
  | 'user with few abilities'
  | 'user with one page'
  | 'admin'
  | 'API key of a user'
  | 'API key of an admin'

const roleOf: Readonly<Record<Kind, Role>> = {
  visitor: 'visitor',
  'ended token': 'visitor',
  mailbox: 'mailbox',
  user: 'user',
  'user with few abilities': 'user',
  'user with one page': 'user',
  admin: 'admin',
  'API key of a user': 'user',
  'API key of an admin': 'admin',
}
const kinds = Object.keys(roleOf) as Kind[]

/** Returns the contract's rule for a caller: let in, sent to log in, or refused. */
function expected(kind: Kind, call: Call): 'in' | 'log in' | 'refused' {
  const role = roleOf[kind]
  if (!call.who.includes(role)) return role === 'visitor' ? 'log in' : 'refused'
  if (call.sessionOnly && kind.startsWith('API key')) return 'refused'
  const { ability } = call
  const pages = pagesOfCall(call)
  if (pages && kind === 'user with one page' && !pages.includes(onePage)) return 'refused'
  if (!ability || role === 'visitor' || role === 'admin') return 'in'
  if (role === 'mailbox') return 'refused'
  return (kind === 'user with few abilities' ? onlyApi : allButCards)[ability] ? 'in' : 'refused'
}

/** It says what is missing, where something could be opened to the caller. */
const refusals =
  /^没有权限这样做$|^没有开通“[^”]+”(、“[^”]+”)*页?，请联系管理员$|^这一步要登录后才能做，接口密钥不行$/

describe.each(databaseKinds)('access on %s', kind => {
  let site: TestApp
  let user: Person
  let meek: Person
  let narrow: Person
  let admin: Person
  let mailbox: TestMailbox
  let userKey: string
  let adminKey: string

  beforeAll(async () => {
    site = await startMailSite(kind)
    user = await makePerson(site, 'user', { role: 'user', limits: unlimited, can: allButCards })
    meek = await makePerson(site, 'meek', { role: 'user', limits: unlimited, can: onlyApi })
    narrow = await makePerson(site, 'narrow', {
      role: 'user',
      limits: unlimited,
      can: allButCards,
      pages: [onePage],
    })
    admin = await makePerson(site, 'second-admin', { role: 'admin' })
    mailbox = await makeMailbox(site, 'visited')
    const rights = { limits: unlimited, can: allButCards }
    userKey = await keyFor(site, await makePerson(site, 'keyed', { role: 'user', ...rights }))
    adminKey = await keyFor(site, await makePerson(site, 'keyed-admin', { role: 'admin' }))
  })
  afterAll(() => site.stop())

  /** Each cell has a login of its own, since some calls end it. */
  async function credential(caller: Kind): Promise<string | null> {
    switch (caller) {
      case 'visitor':
        return null
      case 'ended token': {
        const token = await tokenFor(site, { sysAccountId: admin.id })
        await site.ok('logout', {}, token)
        return token
      }
      case 'mailbox':
        return tokenFor(site, { mailboxId: mailbox.id })
      case 'user':
        return tokenFor(site, { sysAccountId: user.id })
      case 'user with few abilities':
        return tokenFor(site, { sysAccountId: meek.id })
      case 'user with one page':
        return tokenFor(site, { sysAccountId: narrow.id })
      case 'admin':
        return tokenFor(site, { sysAccountId: admin.id })
      case 'API key of a user':
        return userKey
      case 'API key of an admin':
        return adminKey
    }
  }

  function judge(name: CallName, caller: Kind, { status, answer }: Knocked) {
    const cell = `${name} as ${caller}: ${status} ${JSON.stringify(answer)}`
    switch (expected(caller, calls[name] as Call)) {
      case 'log in':
        expect(status, cell).toBe(401)
        expect(answer, cell).toEqual({ error: 302, url: '/auth', msg: errors.loginNeeded.msg })
        break
      case 'refused':
        expect(status, cell).toBe(403)
        expect(answer, cell).toEqual({ error: errors.forbidden.code, msg: expect.stringMatching(refusals) })
        break
      case 'in':
        expect(answer?.error, cell).not.toBe(errors.loginNeeded.code)
        expect(status === 500, cell).toBe(false)
        expect(answer?.error, cell).not.toBe(errors.forbidden.code)
    }
  }

  it.each(callNames)('lets only those call %s whom the contract names', async name => {
    const answers = await Promise.all(
      kinds.map(async caller => [caller, await knock(site, name, await credential(caller))] as const),
    )
    for (const [caller, answer] of answers) judge(name, caller, answer)
  })

  describe('to things of others', () => {
    const secret = 'private-note'
    let things: Record<string, string>

    /**
     * Makes the things of somebody who writes: a file, a draft with it, a sent mail, and a suppressed
     * address.
     */
    async function written({ id, token }: Person, { address }: TestMailbox): Promise<Record<string, string>> {
      const form = new FormData()
      form.append('file', new Blob([secret]), `${secret}.txt`)
      const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
      const { body } = await site.fetch('/api/user/uploadFile', init)
      const file = (body as { id?: string }).id ?? ''
      const { draft } = await site.ok('saveDraft', { body: { subject: secret, attachments: [file] } }, token)
      const letter = { from: address, to: ['a@far.test'], subject: secret, text: secret }
      const sent = await site.ok('sendEmail', { body: letter }, token)
      const suppression = newId(site.clock.now())
      const row = { sender_key: `account:${id}`, address: `${secret}@far.test`, reason: secret }
      await site.app.db.transaction(tx =>
        suppress(tx, { id: suppression, ...row, created_at: site.clock.now() }),
      )
      return { file, draft: draft.id, sent: sent.id, suppression }
    }

    /**
     * Makes the things of somebody who sells: a plan, and an order for it. Afterwards the domain is not for
     * sale, so that nobody knows of it.
     */
    async function sold({ token }: Person, domainId: string): Promise<Record<string, string>> {
      const { db } = site.app
      const forSale = (store: 0 | 1) =>
        db.transaction(tx => tx.updateTable('domain').set({ store }).where('id', '=', domainId).execute())
      const values = handPay
      await site.ok('updateSetting', { body: { values } }, await credential('admin'))
      const offer = { domainId, name: secret, days: 30, price: 300, renewPrice: 250, quotaMb: 10 }
      const { plan } = await site.ok('addPlan', { body: { ...offer, maySend: false } }, token)
      await forSale(1)
      const buyer = { phone: '13800138000', queryPassword: 'open sesame', localPart: secret }
      const body = { domainId, planId: plan.id, ...buyer, pay: { way: 'manual' } }
      await site.ok('buyEmail', { body })
      await forSale(0)
      const order = await db.query.selectFrom('shop_order').select('id').executeTakeFirstOrThrow()
      return { plan: plan.id, order: order.id }
    }

    /** A notification that was given up. */
    async function told(webhookId: string): Promise<string> {
      const now = site.clock.now()
      const id = newId(now)
      const outcome = { state: 'failed', attempts: 7, status: 500, detail: secret, payload: '' } as const
      const row = { id, webhook_id: webhookId, ...outcome, created_at: now, next_at: now, mail_id: null }
      await site.app.db.transaction(async tx => {
        await tx.insertInto('webhook_delivery').values(row).execute()
      })
      return id
    }

    beforeAll(async () => {
      const other = await makePerson(site, 'other', { role: 'user', note: secret, can: everything })
      const theirs = await makeMailbox(site, secret, other.id)
      await receive(site, { to: theirs.address, raw: plainMail({ subject: secret }) })
      const [mail] = await inbox(site, other.token)
      const rule = { ...sampleRule({ scope: { kind: 'mailbox', id: theirs.id } }), name: secret }
      const filter = await site.ok('addFilter', { body: rule }, other.token)
      const hook = { name: secret, kind: 'generic', url: 'https://93.184.216.34/', onlyCode: false } as const
      const webhook = await site.ok(
        'addWebhook',
        { body: { ...hook, mailbox: null, enabled: true } },
        other.token,
      )
      const { folder } = await site.ok(
        'createFolder',
        { body: { mailbox: theirs.id, name: secret } },
        other.token,
      )
      const order = { kind: 'open', count: 1, days: 30, quotaMb: 10, note: secret } as const
      const { batchId } = await site.ok('createCard', { body: order }, other.token)
      const cards = await site.ok('getCard', {}, other.token)
      const { db } = site.app
      const session = await db.query
        .selectFrom('session')
        .select('id')
        .where('mailbox_id', '=', theirs.id)
        .executeTakeFirstOrThrow()
      const domain = await makeDomain(site, `${secret}.example`, { ownerId: other.id })
      const device = { id: theirs.id, name: secret }
      const appPassword = await site.ok('createAppPassword', { body: device }, other.token)
      things = {
        account: other.id,
        mailbox: theirs.id,
        session: session.id,
        appPassword: appPassword.id,
        mail: mail?.id ?? '',
        filter: filter.filter.id,
        folder: folder.id,
        webhook: webhook.webhook.id,
        batch: batchId,
        card: cards.list[0]?.id ?? '',
        domain,
        ...(await written(other, theirs)),
        ...(await sold(other, domain)),
        delivery: await told(webhook.webhook.id),
      }
    })

    /** They list those of the named things that the caller reaches. */
    const listing = new Set<CallName>(['emailList'])
    const naming = callNames.filter(name => namesThing(calls[name] as Call))
    it.each(naming)('%s gives nothing, and the same as to things that are not there', async name => {
      for (const caller of ['user', 'mailbox', 'API key of a user'] as const) {
        const absent = await knock(site, name, await credential(caller), absentId)
        if (listing.has(name)) expect(absent.answer).toMatchObject({ list: [] })
        else expect(absent.answer?.error, `${name} as ${caller}`).not.toBe(0)
        const found = await Promise.all(
          Object.values(things).map(async id => knock(site, name, await credential(caller), id)),
        )
        for (const answer of found) {
          expect(answer, `${name} as ${caller}`).toEqual(absent)
          expect(JSON.stringify(answer)).not.toContain(secret)
        }
      }
    })
  })
})
