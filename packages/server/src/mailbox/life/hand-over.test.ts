import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allBelongings } from '../../all-belongings.ts'
import type { Schema } from '../../database/schema.ts'
import { everything, unlimited } from '../../identity/access.ts'
import { foldTally } from '../../ledger/tally/fold-tally.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, receive } from '../../testing/mail-site.ts'
import { type OutboundSite, startOutboundSite } from '../../testing/outbound-site.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const rights = { role: 'user', can: everything, limits: unlimited } as const
const outside = 'former@elsewhere.test'
const password = 'the password of before'

type Former = { id: string; address: string; token: string; owner: Person; orderId: string }

describe.each(databaseKinds)('a mailbox that changes hands on %s', kind => {
  let place: OutboundSite
  let site: TestApp
  let boss: string
  beforeAll(async () => {
    place = await startOutboundSite(kind)
    site = place.site
    boss = await site.adminToken()
  })
  afterAll(() => place.stop())

  /** A mailbox whose owner, and whoever logs in to it, have left all that can be left in one. */
  async function lived(name: string): Promise<Former> {
    const { db } = site.app
    const now = site.clock.now()
    const owner = await makePerson(site, `${name}-owner`, rights)
    const { list } = await site.ok(
      'createEmailAccount',
      { body: { domain: 'yanshu.test', names: [name], password, maySend: true, ownerId: owner.id } },
      boss,
    )
    const { id = '', address = '' } = list[0] ?? {}
    const { token } = await site.ok('loginEmail', { body: { address, password } })
    await site.ok('setForwarding', { body: { mailbox: id, to: [outside], keep: true } }, owner.token)
    const words = { mailbox: id, enabled: true, from: null, until: null, subject: 'away', text: 'not here' }
    await site.ok('setAutoReply', { body: words }, owner.token)
    await site.ok('setSignature', { body: { name: 'Former', signature: 'yours, Former' } }, token)
    await site.ok('updateSetting', { body: { values: { displayName: 'Former' } } }, token)
    await site.ok('saveDraft', { body: { subject: 'half a letter' } }, token)
    await site.ok('makeTicket', { body: { id } }, token)
    await site.ok('makeTicket', { body: { id } }, owner.token)
    const letter = { from: address, to: ['friend@elsewhere.test'], subject: 'a secret', text: 'of mine' }
    await site.ok('sendEmail', { body: letter }, token)
    const rule = {
      name: 'mine',
      enabled: true,
      match: 'all',
      conditions: [{ field: 'subject', operator: 'contains', value: 'anything' }],
      actions: [{ action: 'star' }],
    } as const
    await site.ok('addFilter', { body: { ...rule, scope: { kind: 'all' } } }, token)
    await site.ok('addFilter', { body: { ...rule, scope: { kind: 'mailbox', id } } }, owner.token)
    const orderId = `order-of-${name}`
    await db.transaction(async tx => {
      const row = { created_at: now, name: 'hook', kind: 'generic' as const, url: 'https://hooks.test/' }
      const hook = { ...row, chat_id: '', secret: '', only_code: 0 as const, enabled: 1 as const }
      const mine = { ...hook, id: `${name}-hook`, account_id: null, mailbox_id: id, for_mailbox_id: null }
      const theirs = {
        ...hook,
        id: `${name}-hook2`,
        account_id: owner.id,
        mailbox_id: null,
        for_mailbox_id: id,
      }
      await tx.insertInto('webhook').values([mine, theirs]).execute()
      await tx
        .insertInto('auto_reply_given')
        .values({ mailbox_id: id, person: 'somebody@elsewhere.test', given_at: now })
        .execute()
      await tx.updateTable('mailbox').set({ note: 'for my aunt', pinned: 1 }).where('id', '=', id).execute()
      await tx
        .insertInto('shop_order')
        .values({
          ...{
            id: orderId,
            order_no: orderId,
            claim_hash: orderId,
            phone: '',
            query_hash: '',
            status: 'done',
          },
          ...{ renew: 0, address, local_part: name, domain_id: null, domain_name: 'yanshu.test' },
          ...{ seller_id: null, plan_id: '', plan_name: '', days: 30, quota_bytes: null, may_send: 0 },
          ...{ price: 0, paid: 0, refunded: 0, way: 'manual', channel: '', gateway_ref: '', trade_no: '' },
          ...{ pay_url: '', pay_qr: '', mailbox_id: id, mailbox_expires_at: null, note: '', client: '' },
          ...{ created_at: now, hold_until: now, paid_at: now, done_at: now, collected_at: null },
          ...{ next_check_at: null, checks: 0 },
        })
        .execute()
    })
    await receive(site, { to: address, raw: plainMail({ subject: 'before' }) })
    await foldTally(db)
    // Its figures are partly added up and partly not.
    await receive(site, { to: address, raw: plainMail({ subject: 'just before' }) })
    return { id, address, token, owner, orderId }
  }

  async function rowsNaming(table: keyof Schema, column: string, value: string): Promise<number> {
    const { rows } = await site.app.db.transaction(tx =>
      sql<{ n: number }>`
        SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value}
      `.execute(tx),
    )
    return Number(rows[0]?.n)
  }

  /** The tables that still hold something of the former holder. */
  async function leftIn({ id }: Former): Promise<string[]> {
    await foldTally(site.app.db)
    const left: string[] = []
    for (const { table, column, of, spelled, handOver } of allBelongings) {
      if (of !== 'mailbox' || handOver === 'stays' || table === 'mail' || table === 'mailbox') continue
      if ((await rowsNaming(table, column, spelled === 'key' ? `mailbox:${id}` : id)) > 0)
        left.push(`${table}.${column}`)
    }
    return left
  }

  /** The new holder of a card code gets these with the mailbox: a log-in and a letter. */
  const fromCard = ['welcome_letter.mailbox_id', 'trace.mailbox_id', 'session.mailbox_id']

  const ways: Record<string, (former: Former, heir: Person) => Promise<unknown>> = {
    'the edit of one': ({ id }, heir) =>
      site.ok('editEmailAccount', { body: { id, ownerId: heir.id } }, boss),
    'a batch': ({ id }, heir) =>
      site.ok('batchEditEmailAccount', { body: { ids: [id], ownerId: heir.id } }, boss),
    'the removal of its owner': async ({ id, owner }, heir) => {
      await site.ok('delSysAccount', { body: { id: owner.id, owned: 'toMe' } }, boss)
      await site.ok('editEmailAccount', { body: { id, ownerId: heir.id } }, boss)
    },
    'a card code': async ({ id, owner }, heir) => {
      const body = { kind: 'given', count: 1, days: 30, mailboxIds: [id] } as const
      const { codes } = await site.ok('createCard', { body }, owner.token)
      await site.ok('verCard', { body: { code: codes[0], redeem: true } })
      // Put under an account, so that one can look at it as the others are looked at.
      await site.app.db.transaction(async tx => {
        await tx.updateTable('mailbox').set({ owner_id: heir.id }).where('id', '=', id).execute()
        await tx.updateTable('mail').set({ owner_id: heir.id }).where('mailbox_id', '=', id).execute()
      })
    },
  }

  it.each(Object.entries(ways).map(([way, act], at) => ({ way, act, at })))(
    'by $way has nothing left of its former holder that works or shows',
    async ({ way, act, at }) => {
      const former = await lived(`handed-${at}`)
      expect((await leftIn(former)).length).toBeGreaterThan(8)
      const heir = await makePerson(site, `heir-${at}`, rights)
      await act(former, heir)
      const given = way === 'a card code' ? fromCard : []
      expect((await leftIn(former)).filter(column => !given.includes(column))).toEqual([])

      const { id, address } = former
      expect((await site.call('getInbox', {}, former.token)).status).toBe(401)
      expect((await site.call('loginEmail', { body: { address, password } })).status).toBe(401)
      const inbox = await site.ok('getInbox', { query: { mailbox: id } }, heir.token)
      expect(inbox.list.map(mail => mail.subject)).toContain('before')
      const query = { mailbox: id }
      expect((await site.ok('getForwarding', { query }, heir.token)).forwarding.to).toEqual([])
      expect((await site.ok('getAutoReply', { query }, heir.token)).autoReply.enabled).toBe(false)
      expect((await site.ok('getSentEmail', {}, heir.token)).list).toEqual([])
      const { list } = await site.ok('getEmailAccount', { query: { q: address } }, heir.token)
      expect(list[0]).toMatchObject({ note: '', address })

      await place.site.app.deliverDue()
      const before = place.far.messages.length
      await receive(site, { to: address, raw: plainMail({ subject: 'after' }) })
      await site.app.settled()
      await site.app.deliverDue()
      expect(place.far.messages.slice(before)).toEqual([])
    },
  )

  it('sends nothing of its former holder that was still waiting', async () => {
    const former = await lived('waiting')
    const heir = await makePerson(site, 'waiting-heir', rights)
    const later = new Date(site.clock.now() + 3_600_000).toISOString()
    const letter = {
      from: former.address,
      to: ['late@elsewhere.test'],
      subject: 'later',
      text: 'x',
      sendAt: later,
    }
    await site.ok('sendEmail', { body: letter }, former.token)
    await site.ok('editEmailAccount', { body: { id: former.id, ownerId: heir.id } }, boss)
    site.clock.advance(2 * 3_600_000)
    const before = place.far.messages.length
    await site.app.deliverDue()
    const told = place.far.messages.slice(before).flatMap(({ recipients }) => recipients)
    expect(told).not.toContain('late@elsewhere.test')
  })

  it('stays as it is for an owner who has it already', async () => {
    const former = await lived('same')
    await site.ok('editEmailAccount', { body: { id: former.id, ownerId: former.owner.id } }, boss)
    expect((await leftIn(former)).length).toBeGreaterThan(8)
    expect((await site.call('getInbox', {}, former.token)).status).toBe(200)
  })
})
