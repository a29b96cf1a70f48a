import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayAnyFact } from '../../all-fact-words.ts'
import { up } from '../../database/migrations/0022-look.ts'
import { sampleRule } from '../../inbound/filter/testing/sample-facts.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('what admins had when they read everybody’s mail, on %s', kind => {
  let site: TestApp
  let boss: Person
  let theirs: TestMailbox
  let mine: TestMailbox
  const rules: Record<string, string> = {}
  const hooks: Record<string, string> = {}

  beforeAll(async () => {
    site = await startMailSite(kind)
    boss = await makePerson(site, 'boss', { role: 'admin' })
    const user = await makePerson(site, 'user')
    theirs = await makeMailbox(site, 'theirs', user.id)
    mine = await makeMailbox(site, 'mine', boss.id)
    const put = async (name: string, { token }: Person, change: object) => {
      rules[name] = (await site.ok('addFilter', { body: sampleRule({ name, ...change }) }, token)).filter.id
    }
    const forward = [{ action: 'forward', value: 'me@example.org' }]
    await put('for all', boss, {})
    await put('forwarding', boss, { actions: forward })
    await put('of my mailbox', boss, { scope: { kind: 'mailbox', id: mine.id } })
    await put('of their mailbox', boss, { scope: { kind: 'mailbox', id: mine.id } })
    await put('of a user', user, {})
    const hook = { kind: 'generic', url: 'https://93.184.216.34/', onlyCode: false, enabled: true } as const
    for (const name of ['mine', 'theirs']) {
      const body = { ...hook, name, mailbox: mine.id }
      hooks[name] = (await site.ok('addWebhook', { body }, boss.token)).webhook.id
    }
    const unowned = await makeMailbox(site, 'abuse')
    await receive(site, { to: unowned.address, raw: plainMail({ subject: 'a complaint' }) })
    await site.app.db.transaction(async tx => {
      await sql`UPDATE filter SET scope_id = ${theirs.id} WHERE id = ${rules['of their mailbox']}`.execute(tx)
      await sql`UPDATE webhook SET for_mailbox_id = ${theirs.id} WHERE id = ${hooks.theirs}`.execute(tx)
      for (const [id, detail] of [
        ['1', '["mailsMoved",{"folder":"inbox","count":2}]'],
        ['2', '["forwardingSet",{"to":["a@b.example","c@d.example"]}]'],
        ['3', '["mailboxesMade",{"domain":"b.example"}]'],
      ])
        await sql`INSERT INTO audit (id, at, actor_id, actor_name, action, target, detail, client, search_text)
          VALUES (${id}, 1, '', '', 'x', '["allMailboxes",{}]', ${detail}, '', '')`.execute(tx)
      for (const statement of [
        'DROP TABLE look_step',
        'DROP TABLE mailbox_look',
        'DROP INDEX session_begun_in',
        'ALTER TABLE session DROP COLUMN begun_in',
        'DROP INDEX audit_part',
        'ALTER TABLE audit DROP COLUMN part_of',
        'ALTER TABLE filter DROP COLUMN scope_everyone',
      ])
        await sql.raw(statement).execute(tx)
      await up(tx)
    })
  })
  afterAll(() => site.stop())

  it('are rules for everyone where they lead no letters elsewhere, and for nobody else otherwise', async () => {
    const rows = await site.app.db.query
      .selectFrom('filter')
      .select(['id', 'enabled', 'scope_everyone'])
      .execute()
    const told = new Map(rows.map(row => [row.id, [row.enabled, row.scope_everyone]]))
    expect(Object.entries(rules).map(([name, id]) => [name, told.get(id)])).toEqual([
      ['for all', [1, 1]],
      ['forwarding', [1, 0]],
      ['of my mailbox', [1, 0]],
      ['of their mailbox', [0, 0]],
      ['of a user', [1, 0]],
    ])
  })

  it('are notices of the own mailboxes', async () => {
    const rows = await site.app.db.query.selectFrom('webhook').select(['id', 'enabled']).execute()
    const told = new Map(rows.map(row => [row.id, row.enabled]))
    expect([told.get(hooks.mine ?? ''), told.get(hooks.theirs ?? '')]).toEqual([1, 0])
  })

  it('are the letters to the site itself, for the first admin', async () => {
    expect(subjects(await inbox(site, await site.adminToken()))).toEqual(['a complaint'])
    expect(await inbox(site, boss.token)).toEqual([])
  })

  it('is said in the log as it was', async () => {
    const rows = await site.app.db.query
      .selectFrom('audit')
      .select(['target', 'detail'])
      .where('action', '=', 'x')
      .orderBy('id')
      .execute()
    expect(rows.map(row => [sayAnyFact(row.target), sayAnyFact(row.detail)])).toEqual([
      ['所有邮箱', '移到收件箱 2 封'],
      ['所有邮箱', '转发到 a@b.example、c@d.example'],
      ['所有邮箱', '@b.example'],
    ])
  })
})
