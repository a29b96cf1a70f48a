import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../testing/databases.ts'
import { makeMailbox, makePerson, tokenFor } from '../../../testing/people.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/** A program on the own network that takes notices, on a port that is open to them. */
async function startReceiver(): Promise<{ server: Server; url: string; heard: () => number }> {
  let heard = 0
  const server = createServer((_request, response) => {
    heard++
    response.end('ok')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/hook`, heard: () => heard }
}

describe.each(databaseKinds)('notices to the own network on %s', kind => {
  const open: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })

  async function start(environment: Record<string, string>) {
    const receiver = await startReceiver()
    const site = await startTestApp(kind, { environment })
    open.push(
      () => receiver.server.close(),
      () => site.stop(),
    )
    return { site, ...receiver }
  }
  const add = (site: TestApp, url: string, token: string) =>
    site.call(
      'addWebhook',
      { body: { name: 'n', kind: 'generic', url, onlyCode: false, mailbox: null, enabled: true } },
      token,
    )
  const shut = '通知只发到公网：本机和内网的地址一律不访问，请填公网上的地址'

  it('are sent nowhere as long as nothing is set', async () => {
    const { site, url } = await start({})
    expect((await add(site, url, await site.adminToken())).body.fields).toEqual({ url: shut })
  })

  it('are sent for admins to what is named, and for nobody else', async () => {
    const { site, url, heard } = await start({ YANSHU_PRIVATE_WEBHOOKS: '10.0.0.7,127.0.0.0/8' })
    const admin = await site.adminToken()
    const { webhook } = (await add(site, url, admin)).body
    expect(await site.ok('testWebhook', { body: { id: webhook?.id ?? '' } }, admin)).toMatchObject({
      ok: true,
    })
    expect(heard()).toBe(1)
    expect((await add(site, 'http://10.0.0.8/', admin)).body.fields).toEqual({ url: shut })
    const reseller = await makePerson(site, 'reseller')
    const box = await makeMailbox(site, 'box')
    for (const token of [reseller.token, box.token])
      expect((await add(site, url, token)).body.fields).toEqual({ url: shut })
    // One that was an admin's when it was added is not any more.
    const boss = await makePerson(site, 'boss', { role: 'admin' })
    const { webhook: former } = (await add(site, url, boss.token)).body
    await site.ok('editSysAccount', { body: { id: boss.id, role: 'user' } }, admin)
    // Its log-ins ended with the role.
    const token = await tokenFor(site, { sysAccountId: boss.id })
    const tried = await site.ok('testWebhook', { body: { id: former?.id ?? '' } }, token)
    expect(tried).toMatchObject({ ok: false, status: null })
    expect(heard()).toBe(1)
  })

  it('are sent for everybody if the operator says so', async () => {
    const { site, url, heard } = await start({
      YANSHU_PRIVATE_WEBHOOKS: '127.0.0.1',
      YANSHU_PRIVATE_WEBHOOKS_FOR: 'everybody',
    })
    const { token } = await makePerson(site, 'reseller')
    const { webhook } = (await add(site, url, token)).body
    expect(await site.ok('testWebhook', { body: { id: webhook?.id ?? '' } }, token)).toMatchObject({
      ok: true,
    })
    expect(heard()).toBe(1)
  })
})
