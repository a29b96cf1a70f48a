import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoggedIn } from '../../../kernel/call/caller.ts'
import { isOpenPort } from '../../../outside/outside-url.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { webhookRoutes } from './routes.ts'
import { type HookSite, openHookSite, type TestAccount, type TestMailbox } from './testing/hook-site.ts'

const maxHooks = 20

const fields = {
  name: '通知我',
  kind: 'generic' as const,
  url: 'https://hooks.example/',
  onlyCode: false,
  mailbox: null,
  enabled: true,
}

describe.each(databaseKinds)('the calls about webhooks on %s', kind => {
  let site: HookSite
  let routes: ReturnType<typeof webhookRoutes>
  let owner: TestAccount
  let other: TestAccount
  let admin: TestAccount
  let box: TestMailbox
  let othersBox: TestMailbox
  beforeAll(async () => {
    site = await openHookSite(kind)
    routes = webhookRoutes(site)
    owner = await site.account('owner')
    other = await site.account('other')
    admin = await site.account('admin', 'admin')
    box = await site.mailbox('box', owner)
    othersBox = await site.mailbox('others', other)
  })
  afterAll(() => site.close())

  const rest = {
    params: undefined,
    query: undefined,
    header: () => undefined,
    signal: new AbortController().signal,
  }
  const add = (caller: LoggedIn, change: Partial<Parameters<typeof site.hook>[2]> = {}) =>
    routes.addWebhook({ ...rest, caller, body: { ...fields, ...change } })
  const list = async (caller: LoggedIn) =>
    (await routes.getWebhooks({ ...rest, body: undefined, caller })).list
  const log = (caller: LoggedIn, id: string, page = 1, pageSize = 20) =>
    routes.getWebhookLog({ ...rest, body: undefined, caller, query: { id, page, pageSize } })

  it('keep a hook as it was given, show its secret once and store it sealed', async () => {
    const { webhook, secret } = await add(owner, { mailbox: box.id, onlyCode: true })
    expect(webhook).toEqual({
      ...fields,
      id: webhook.id,
      chatId: '',
      mailbox: box.id,
      onlyCode: true,
      createdAt: new Date(site.clock.now()).toISOString(),
      lastState: null,
      mailboxAddress: box.address,
    })
    expect(Buffer.from(secret, 'base64url').length).toBe(32)
    expect(await list(owner)).toContainEqual(webhook)
    expect(JSON.stringify(await list(owner))).not.toContain(secret)
    const row = await site.db.query
      .selectFrom('webhook')
      .select('secret')
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(secret)
    expect(site.secrets.open('webhook', row.secret)).toBe(secret)
  })

  it('change only what is named, and give a new secret when asked', async () => {
    const { webhook, secret } = await add(owner)
    const edit = (body: object) =>
      routes.editWebhook({ ...rest, caller: owner, body: { id: webhook.id, ...body } })
    expect(await edit({ name: '新名字' })).toEqual({ webhook: { ...webhook, name: '新名字' }, secret: null })
    expect((await edit({ mailbox: box.id, enabled: false })).webhook).toMatchObject({
      mailbox: box.id,
      enabled: false,
    })
    expect((await edit({ mailbox: null })).webhook.mailbox).toBe(null)
    const renewed = await edit({ newSecret: true })
    expect(renewed.secret).toHaveLength(43)
    expect(renewed.secret).not.toBe(secret)
    await expect(edit({ kind: 'telegram' })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(edit({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'remoteRefused' })
    await expect(edit({ mailbox: othersBox.id })).rejects.toMatchObject({ code: 'notFound' })
    expect((await edit({ kind: 'telegram', chatId: '42' })).webhook).toMatchObject({
      kind: 'telegram',
      chatId: '42',
    })
  })

  it.each([
    'http://127.0.0.1:3000/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://localhost/',
    'https://0x7f.1/',
    'https://user:pass@hooks.example/',
    'https://hooks.example:6379/',
  ])('refuse %s on saving', async url => {
    await expect(add(owner, { url })).rejects.toMatchObject({
      code: 'remoteRefused',
      details: { fields: { url: expect.any(String) } },
    })
  })

  it('say that private addresses are refused as a rule, alike whether something is there or not', async () => {
    const there = createServer()
    const listen = async (): Promise<number> => {
      await new Promise<void>(resolve => there.listen(0, '127.0.0.1', resolve))
      const { port } = there.address() as { port: number }
      if (isOpenPort(port)) return port
      await new Promise(resolve => there.close(resolve))
      return listen()
    }
    const port = await listen()
    for (const url of [
      `http://127.0.0.1:${port}/`,
      'http://127.0.0.1:3999/',
      'http://10.0.0.1/',
      'http://[::1]/',
    ])
      await expect(add(owner, { url })).rejects.toMatchObject({
        details: { fields: { url: '通知只发到公网：本机和内网的地址一律不访问，请填公网上的地址' } },
      })
    there.close()
  })

  it('give somebody else nothing, and the same as for what is not there', async () => {
    const { webhook } = await add(owner)
    const { webhook: ofBox } = await add(box)
    const attempts = (caller: LoggedIn, id: string) => [
      routes.editWebhook({ ...rest, caller, body: { id, name: 'mine now' } }),
      routes.delWebhook({ ...rest, caller, body: { ids: [id] } }),
      routes.testWebhook({ ...rest, caller, body: { id } }),
      log(caller, id),
    ]
    const strangers: [LoggedIn, string][] = [
      [other, webhook.id],
      [admin, webhook.id],
      [box, webhook.id],
      [othersBox, webhook.id],
      [owner, ofBox.id],
      [othersBox, ofBox.id],
      [owner, 'nothing'],
    ]
    for (const [caller, id] of strangers) {
      const answers = await Promise.allSettled(attempts(caller, id))
      const faults = answers.map(answer => (answer.status === 'rejected' ? answer.reason.code : 'let in'))
      expect(faults).toEqual(['notFound', 'notFound', 'notFound', 'notFound'])
      expect((await list(caller)).map(hook => hook.id)).not.toContain(id)
    }
    expect(await list(owner)).toContainEqual(webhook)
  })

  it('let nobody listen to a mailbox out of reach', async () => {
    await expect(add(owner, { mailbox: othersBox.id })).rejects.toMatchObject({ code: 'notFound' })
    await expect(add(box, { mailbox: othersBox.id })).rejects.toMatchObject({ code: 'notFound' })
    await expect(add(owner, { mailbox: 'nothing' })).rejects.toMatchObject({ code: 'notFound' })
    expect((await add(box, { mailbox: box.id })).webhook.mailbox).toBe(box.id)
    await expect(add(admin, { mailbox: othersBox.id })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('delete all that are named or none', async () => {
    const mine = (await add(owner)).webhook.id
    const theirs = (await add(other)).webhook.id
    const remove = (ids: string[]) => routes.delWebhook({ ...rest, caller: owner, body: { ids } })
    await expect(remove([mine, theirs])).rejects.toMatchObject({ code: 'notFound' })
    expect((await list(owner)).map(hook => hook.id)).toContain(mine)
    expect(await remove([mine, mine])).toEqual({ deleted: 1 })
    expect((await list(owner)).map(hook => hook.id)).not.toContain(mine)
  })

  it('keep to the limit, however many are added at once', async () => {
    for (const caller of [await site.account(`many-${kind}`), await site.mailbox(`many-${kind}`)]) {
      const answers = await Promise.allSettled(Array.from({ length: maxHooks + 5 }, () => add(caller)))
      const refused = answers.filter(answer => answer.status === 'rejected').map(answer => answer.reason.code)
      expect(refused).toEqual(Array(5).fill('limitReached'))
      expect((await list(caller)).length).toBe(maxHooks)
    }
  })

  it('test a hook now and tell what came of it', async () => {
    const { got, url } = await site.receiver((_, response) => response.writeHead(200).end('received'))
    const { webhook } = await add(owner, { url, onlyCode: true })
    const result = await routes.testWebhook({ ...rest, caller: owner, body: { id: webhook.id } })
    expect(result).toEqual({ ok: true, status: 200, detail: 'received', ms: expect.any(Number) })
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ event: 'test', subject: '测试通知' })
    expect(got[0]?.headers['yanshu-signature']).toMatch(/^v1=[0-9a-f]{64}$/)
    const { list: entries, total } = await log(owner, webhook.id)
    expect([entries[0]?.state, entries[0]?.attempts, total]).toEqual(['done', 1, 1])
    expect((await list(owner)).find(hook => hook.id === webhook.id)?.lastState).toBe('done')
  })

  it('tell no more of a failed test than that nobody answered', async () => {
    const { url, close } = await site.receiver()
    await close()
    const { webhook } = await add(owner, { url })
    const result = await routes.testWebhook({ ...rest, caller: owner, body: { id: webhook.id } })
    expect(result).toMatchObject({
      ok: false,
      status: null,
      detail: '连接不上这个地址，或者对方没有及时回应；本机和内网的地址一律不访问',
    })
  })

  it('allow ten tests a minute', async () => {
    const { url } = await site.receiver()
    const tester = await site.account(`tester-${kind}`)
    const { webhook } = await add(tester, { url })
    const test = () => routes.testWebhook({ ...rest, caller: tester, body: { id: webhook.id } })
    for (let times = 0; times < 10; times++) expect((await test()).ok).toBe(true)
    await expect(test()).rejects.toMatchObject({ code: 'tooMany', details: { retryAfter: 60 } })
    site.clock.advance(60_000)
    expect((await test()).ok).toBe(true)
  })

  it('show the log, newest first, with the next try of what still waits', async () => {
    const person = await site.account(`logged-${kind}`)
    const mailbox = await site.mailbox(`logged-${kind}`, person)
    let status = 200
    const { url } = await site.receiver((_, response) => response.writeHead(status).end())
    const { webhook } = await add(person, { url })
    const deliverer = site.deliverer()
    await site.arrive(mailbox)
    await deliverer.runDue()
    site.clock.advance(1000)
    status = 500
    await site.arrive(mailbox)
    await deliverer.runDue()
    const { list: entries, total } = await log(person, webhook.id)
    const nextAttemptAt = new Date(site.clock.now() + 10_000).toISOString()
    expect(entries).toMatchObject([
      { state: 'waiting', attempts: 1, status: 500, nextAttemptAt },
      { state: 'done', attempts: 1, status: 200, nextAttemptAt: null },
    ])
    expect(total).toBe(2)
    expect((await log(person, webhook.id, 2, 1)).list).toEqual(entries.slice(1))
    expect((await list(person))[0]?.lastState).toBe('waiting')
  })
})
