import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../testing/databases.ts'
import { plainMail, receive, startMailSite } from '../../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../../testing/people.ts'
import type { TestApp } from '../../../testing/test-app.ts'

describe.each(databaseKinds)('a notice that is sent once more on %s', kind => {
  let site: TestApp
  let owner: Person
  let box: TestMailbox
  let hookId: string
  beforeAll(async () => {
    site = await startMailSite(kind)
    owner = await makePerson(site, 'owner')
    box = await makeMailbox(site, 'box', owner.id)
    hookId = await addHook(box.id)
    const raw = plainMail({ subject: '登录', text: 'Your verification code is 482913' })
    await receive(site, { to: box.address, raw })
  })
  afterAll(() => site.stop())

  /** Nobody is there: what is sent stays waiting until it is said to have failed. */
  async function addHook(mailbox: string | null): Promise<string> {
    const body = {
      name: 'x',
      kind: 'generic',
      url: 'https://hooks.example/',
      onlyCode: false,
      mailbox,
      enabled: true,
    }
    return (await site.ok('addWebhook', { body }, owner.token)).webhook.id
  }
  const rows = () =>
    site.app.db.query
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', hookId)
      .orderBy('id')
      .execute()
  const endAll = () =>
    site.app.db.transaction(async tx => {
      await tx.updateTable('webhook_delivery').set({ state: 'failed', payload: '' }).execute()
    })
  const replay = (id: string, token = owner.token) => site.call('replayWebhook', { body: { id } }, token)

  it('is queued anew with the words of the mail, and the old entry of the log stays as it was', async () => {
    await endAll()
    const [old] = await rows()
    expect((await replay(old?.id ?? '')).status).toBe(200)
    const [before, anew] = await rows()
    expect(before).toEqual(old)
    expect(JSON.parse(anew?.payload ?? '')).toMatchObject({
      subject: '登录',
      code: '482913',
      mailbox: box.address,
    })
    expect((await replay(anew?.id ?? '')).body.error).toBe(1007)
  })

  it('is nobody else’s to send', async () => {
    await endAll()
    const [first] = await rows()
    const others = [await makePerson(site, 'other'), await makePerson(site, 'boss', { role: 'admin' })]
    for (const { token } of [...others, box]) {
      const theirs = await replay(first?.id ?? '', token)
      const absent = await replay('01absentabsentabsentabsent', token)
      expect([theirs.status, theirs.body]).toEqual([404, absent.body])
    }
  })

  it('is not sent when its mail is gone', async () => {
    await endAll()
    const [first] = await rows()
    for (let step = 0; step < 2; step++) {
      await site.ok('deleteEmail', { params: { id: first?.mail_id ?? '' } }, owner.token)
    }
    expect((await replay(first?.id ?? '')).body).toMatchObject({ error: 1006, msg: /不在了/ })
  })

  it('and the hook for one mailbox names it, and goes with it', async () => {
    const all = await addHook(null)
    const shown = async () => (await site.ok('getWebhooks', {}, owner.token)).list
    expect((await shown()).map(hook => hook.mailboxAddress)).toEqual([box.address, null])
    await site.ok('delEmailAccount', { body: { ids: [box.id] } }, owner.token)
    expect((await shown()).map(hook => hook.id)).toEqual([all])
    const dangling = await site.app.db.query
      .selectFrom('webhook')
      .select('id')
      .where('for_mailbox_id', 'is not', null)
      .execute()
    expect(dangling).toEqual([])
  })
})
