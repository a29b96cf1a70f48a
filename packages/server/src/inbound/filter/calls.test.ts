import type { FilterRow, FilterRule } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { maxRulesPerOwner } from './filter.ts'
import { condition, sampleRule } from './testing/sample-facts.ts'

describe.each(databaseKinds)('filters on %s', kind => {
  let site: TestApp
  let ann: Person
  let bob: Person
  let mailbox: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    bob = await makePerson(site, `bob-${names}`)
    mailbox = await makeMailbox(site, `box-${names}`, ann.id)
  })

  const add = async (token: string, change: Partial<FilterRule> = {}): Promise<FilterRow> =>
    (await site.ok('addFilter', { body: sampleRule(change) }, token)).filter
  const list = async (token: string) => (await site.ok('getFilters', {}, token)).list
  const order = async (token: string) => (await list(token)).map(row => row.name)
  const addRefused = async (token: string, change: Partial<FilterRule>) => {
    const { status, body } = await site.call('addFilter', { body: sampleRule(change) }, token)
    return { status, msg: body.msg, fields: body.fields }
  }

  async function putWebhook(owner: { accountId: string } | { mailboxId: string }): Promise<string> {
    const now = site.clock.now()
    const id = newId(now)
    await site.app.db.transaction(tx =>
      tx
        .insertInto('webhook')
        .values({
          id,
          account_id: 'accountId' in owner ? owner.accountId : null,
          mailbox_id: 'mailboxId' in owner ? owner.mailboxId : null,
          name: '群',
          kind: 'generic',
          url: 'https://example.org/',
          chat_id: '',
          secret: '',
          only_code: 0,
          for_mailbox_id: null,
          enabled: 1,
          created_at: now,
        })
        .execute(),
    )
    return id
  }

  it('come back as they were made', async () => {
    const rule = sampleRule({
      match: 'any',
      conditions: [
        condition('header', 'contains', '', 'List-Unsubscribe'),
        condition('size', 'greater', '20MB'),
      ],
      actions: [{ action: 'label', value: '票据' }, { action: 'stop' }],
      scope: { kind: 'mailbox', id: mailbox.id },
    })
    const made = await add(ann.token, rule)
    expect(made).toEqual({ ...rule, id: made.id, position: 0, hits: 0, lastHitAt: null })
    expect(await list(ann.token)).toEqual([made])
  })

  it('of an account and of its mailbox are kept apart', async () => {
    await add(ann.token, { name: 'of the account' })
    await add(mailbox.token, { name: 'of the mailbox' })
    expect(await order(ann.token)).toEqual(['of the account'])
    expect(await order(mailbox.token)).toEqual(['of the mailbox'])
    expect(await order(bob.token)).toEqual([])
  })

  it('stay in a dense order when moved and deleted', async () => {
    const made = new Map<string, FilterRow>()
    for (const name of ['a', 'b', 'c', 'd']) made.set(name, await add(ann.token, { name }))
    const id = (name: string) => made.get(name)?.id ?? ''
    const move = async (name: string, position: number) =>
      (await site.ok('editFilter', { body: { id: id(name), position } }, ann.token)).filter.position
    expect([await move('d', 1), await order(ann.token)]).toEqual([1, ['a', 'd', 'b', 'c']])
    expect([await move('a', 10_000), await order(ann.token)]).toEqual([3, ['d', 'b', 'c', 'a']])
    expect(await site.ok('delFilter', { body: { ids: [id('b'), id('b')] } }, ann.token)).toMatchObject({
      deleted: 1,
    })
    expect((await list(ann.token)).map(row => [row.name, row.position])).toEqual([
      ['d', 0],
      ['c', 1],
      ['a', 2],
    ])
  })

  it('change in what is given and keep the rest', async () => {
    const made = await add(ann.token)
    const { filter } = await site.ok('editFilter', { body: { id: made.id, enabled: false } }, ann.token)
    expect(filter).toEqual({ ...made, enabled: false })
    const actions = [{ action: 'refuse', value: 'No' }]
    await site.ok('editFilter', { body: { id: made.id, name: '新名', actions } }, ann.token)
    expect(await list(ann.token)).toEqual([{ ...made, enabled: false, name: '新名', actions }])
  })

  it('can be switched off although what they name is gone', async () => {
    const webhook = await putWebhook({ accountId: ann.id })
    const made = await add(ann.token, { actions: [{ action: 'webhook', value: webhook }] })
    await site.app.db.transaction(tx => tx.deleteFrom('webhook').where('id', '=', webhook).execute())
    const { filter } = await site.ok('editFilter', { body: { id: made.id, enabled: false } }, ann.token)
    expect(filter.enabled).toBe(false)
  })

  it('must make sense, and say at the field what does not', async () => {
    expect(await addRefused(ann.token, { conditions: [] })).toMatchObject({
      status: 400,
      fields: { conditions: '至少要有一个条件' },
    })
    const { id } = await add(ann.token, {})
    const emptied = await site.call('editFilter', { body: { id, conditions: [] } }, ann.token)
    expect(emptied.body.fields).toEqual({ conditions: '至少要有一个条件' })
    const conditions = [condition('subject', 'contains', 'x'), condition('subject', 'matches', '([')]
    const actions = [{ action: 'forward', value: 'nowhere' }] as const
    expect(await addRefused(ann.token, { conditions, actions: [...actions] })).toMatchObject({
      status: 400,
      fields: {
        'conditions.1.value': '正则写得不对',
        'actions.0.value': '地址格式不对',
      },
    })
    const made = await add(ann.token)
    const edit = await site.call('editFilter', { body: { id: made.id, conditions } }, ann.token)
    expect(edit.body.fields).toEqual({ 'conditions.1.value': '正则写得不对' })
    expect((await list(ann.token))[0]?.conditions).toEqual(made.conditions)
  })

  it.each(['(a+)+$', "'; DROP TABLE filter; --", '%_\\', '{{7*7}}', '\u202e', '<script>'])(
    'keep a value such as %j as it is',
    async value => {
      const made = await add(ann.token, {
        conditions: [condition('subject', 'contains', value)],
        name: value,
      })
      expect((await list(ann.token))[0]).toEqual(made)
      expect(made.conditions[0]?.value).toBe(value)
    },
  )

  it('may notify only a webhook of their own maker', async () => {
    const own = await putWebhook({ accountId: ann.id })
    const ofMailbox = await putWebhook({ mailboxId: mailbox.id })
    const theirs = await putWebhook({ accountId: bob.id })
    await add(ann.token, { actions: [{ action: 'webhook', value: own }] })
    await add(mailbox.token, { actions: [{ action: 'webhook', value: ofMailbox }] })
    for (const [token, value] of [
      [ann.token, theirs],
      [ann.token, ofMailbox],
      [ann.token, 'nothing'],
      [mailbox.token, own],
    ] as const) {
      const refused = await addRefused(token, { actions: [{ action: 'read' }, { action: 'webhook', value }] })
      expect(refused).toMatchObject({ status: 400, fields: { 'actions.1.value': '没有这个通知地址' } })
    }
  })

  it('reach only mailboxes and domains of their maker', async () => {
    const theirs = await makeMailbox(site, `theirs-${names}`, bob.id)
    const domain = await makeDomain(site, `ann-${names}.example`, { ownerId: ann.id })
    const { domain_id: shared } = await site.app.db.query
      .selectFrom('mailbox')
      .select('domain_id')
      .where('id', '=', mailbox.id)
      .executeTakeFirstOrThrow()
    await add(ann.token, { scope: { kind: 'domain', id: domain } })
    await add(ann.token, { scope: { kind: 'domain', id: shared } })
    await add(mailbox.token, { scope: { kind: 'mailbox', id: mailbox.id } })
    const admin = await site.adminToken()
    await add(admin, { scope: { kind: 'domain', id: domain } })
    for (const [token, scope] of [
      [admin, { kind: 'mailbox', id: theirs.id }],
      [ann.token, { kind: 'mailbox', id: theirs.id }],
      [ann.token, { kind: 'mailbox', id: 'nothing' }],
      [bob.token, { kind: 'domain', id: domain }],
      [mailbox.token, { kind: 'mailbox', id: theirs.id }],
      [mailbox.token, { kind: 'domain', id: shared }],
    ] as const) {
      expect(await addRefused(token, { scope })).toEqual({ status: 404, msg: '没有找到', fields: undefined })
    }
    const everyone = { kind: 'all', everyone: true } as const
    expect(await addRefused(ann.token, { scope: everyone })).toMatchObject({
      status: 403,
      fields: { 'scope.everyone': '只有管理员能管别人的邮箱' },
    })
    expect(await addRefused(ann.token, { scope: { kind: 'mailbox' } })).toMatchObject({
      fields: { 'scope.id': '请选择邮箱' },
    })
  })

  it('for everyone show nobody’s letters to the admin who makes them', async () => {
    const admin = await site.adminToken()
    const everyone = { kind: 'all', everyone: true } as const
    const boss = await makePerson(site, `boss-${names}`, { role: 'admin' })
    const own = await makeMailbox(site, `own-${names}`, boss.id)
    const ofOne = { kind: 'mailbox', id: own.id, everyone: true } as const
    expect(await addRefused(boss.token, { scope: ofOne })).toMatchObject({
      fields: { 'scope.everyone': '指定了一个邮箱的规则，不能再管别人的邮箱' },
    })
    const forward = [{ action: 'star' }, { action: 'forward', value: 'me@example.org' }] as const
    const words = { 'actions.1.action': '连别人的邮箱也管的规则，不能转发和通知' }
    expect(await addRefused(admin, { scope: everyone, actions: [...forward] })).toMatchObject({
      status: 400,
      fields: words,
    })
    const rule = await add(admin, { scope: everyone })
    expect(rule.scope).toEqual(everyone)
    // Neither half of the change makes it so.
    const actions = await site.call('editFilter', { body: { id: rule.id, actions: forward } }, admin)
    expect([actions.status, actions.body.fields]).toEqual([400, words])
    const mine = await add(admin, { actions: [...forward] })
    const scope = await site.call('editFilter', { body: { id: mine.id, scope: everyone } }, admin)
    expect([scope.status, scope.body.fields]).toEqual([400, words])
    await site.ok('delFilter', { body: { ids: [rule.id, mine.id] } }, admin)
  })

  it('of someone else are not there, and a deletion that names one deletes nothing', async () => {
    const mine = await add(bob.token, { name: 'mine' })
    const theirs = await add(ann.token, { name: 'theirs' })
    for (const token of [bob.token, mailbox.token, await site.adminToken()]) {
      const edit = await site.call('editFilter', { body: { id: theirs.id, name: 'stolen' } }, token)
      const absent = await site.call('editFilter', { body: { id: 'nothing', name: 'stolen' } }, token)
      expect([edit.status, edit.body]).toEqual([404, absent.body])
      const del = await site.call('delFilter', { body: { ids: [theirs.id] } }, token)
      expect(del.status).toBe(404)
    }
    const both = await site.call('delFilter', { body: { ids: [mine.id, theirs.id] } }, bob.token)
    expect(both.status).toBe(404)
    expect(await order(bob.token)).toEqual(['mine'])
    expect(await order(ann.token)).toEqual(['theirs'])
  })

  it('are limited in number, also when many come at once', async () => {
    const now = site.clock.now()
    const { id: _, ...model } = await site.app.db.query
      .selectFrom('filter')
      .selectAll()
      .where('id', '=', (await add(ann.token)).id)
      .executeTakeFirstOrThrow()
    await site.app.db.transaction(async tx => {
      for (let position = 1; position < maxRulesPerOwner - 2; position++) {
        await tx
          .insertInto('filter')
          .values({ ...model, id: newId(now), position })
          .execute()
      }
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.call('addFilter', { body: sampleRule() }, ann.token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      error: 3004,
      msg: '最多 100 条规则，已经用完',
    })
    const positions = (await list(ann.token)).map(row => row.position)
    expect(positions).toEqual(Array.from({ length: maxRulesPerOwner }, (_, position) => position))
  })

  it('keep a dense order when moved at the same moment', async () => {
    const made = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(name => add(ann.token, { name })))
    await Promise.all(
      made.map((row, i) => site.ok('editFilter', { body: { id: row.id, position: (i * 2) % 5 } }, ann.token)),
    )
    expect((await list(ann.token)).map(row => row.position)).toEqual([0, 1, 2, 3, 4])
  })
})
