import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../../kernel/clock.ts'
import { createGuardedFetch } from '../../../outside/guarded-fetch.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { createWebhookDeliverer } from './deliver-webhooks.ts'
import { sweepDeliveries } from './delivery-repository.ts'
import { editHook, removeHooks } from './manage-webhooks.ts'
import { restAfter } from './rest.ts'
import { type HookSite, openHookSite } from './testing/hook-site.ts'

describe.each(databaseKinds)('delivering to webhooks on %s', kind => {
  let site: HookSite
  beforeEach(async () => {
    site = await openHookSite(kind)
  })
  afterEach(() => site.close())

  async function ownerWithMailbox() {
    const owner = await site.account('owner')
    return { owner, mailbox: await site.mailbox('box', owner) }
  }

  it('sends what arrived, signed with the secret that was shown, and then forgets the content', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver((_, response) => response.writeHead(202).end('thank\nyou'))
    const { secret, hook } = await site.hook(owner, url)
    await site.arrive(mailbox, { mailId: '01mail', link: 'https://example.com/v' })
    await site.deliverer().runDue()
    const [request] = got
    expect(JSON.parse(request?.body ?? '')).toEqual({
      event: 'mail',
      id: '01mail',
      mailbox: mailbox.address,
      from: { name: '某站', address: 'no-reply@example.com' },
      subject: '登录验证',
      preview: '您的验证码是 482913',
      code: '482913',
      link: 'https://example.com/v',
      receivedAt: new Date(site.clock.now()).toISOString(),
    })
    const timestamp = String(site.clock.now() / 1000)
    expect(request?.headers['yanshu-timestamp']).toBe(timestamp)
    expect(request?.headers['yanshu-signature']).toBe(
      `v1=${createHmac('sha256', secret).update(`${timestamp}.${request?.body}`).digest('hex')}`,
    )
    const [row] = await site.deliveries()
    expect(request?.headers['yanshu-delivery']).toBe(row?.id)
    expect(row).toMatchObject({ webhook_id: hook.id, state: 'done', attempts: 1, status: 202, payload: '' })
    expect(row?.detail).toBe('thank you')
  })

  it('tries again after 10 s, 1 min, 5 min, 30 min, 2 h and 6 h, and then gives up', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver((_, response) => response.writeHead(500).end('broken'))
    await site.hook(owner, url)
    await site.arrive(mailbox)
    const deliverer = site.deliverer()
    await deliverer.runDue()
    for (const [tries, delay] of [
      10 * second,
      minute,
      5 * minute,
      30 * minute,
      2 * hour,
      6 * hour,
    ].entries()) {
      const [row] = await site.deliveries()
      expect(row).toMatchObject({ state: 'waiting', attempts: tries + 1, status: 500, detail: 'broken' })
      expect(row?.next_at).toBe(site.clock.now() + delay)
      site.clock.advance(delay - 1)
      await deliverer.runDue()
      expect(got.length).toBe(tries + 1)
      site.clock.advance(1)
      await deliverer.runDue()
      expect(got.length).toBe(tries + 2)
    }
    expect(await site.deliveries()).toMatchObject([{ state: 'failed', attempts: 7, payload: '' }])
    site.clock.advance(day)
    await deliverer.runDue()
    expect(got.length).toBe(7)
    expect(new Set(got.map(request => request.headers['yanshu-delivery'])).size).toBe(1)
  })

  it('succeeds on a later try, with a fresh time in the signature', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    let tries = 0
    const { got, url } = await site.receiver((_, response) =>
      response.writeHead(++tries === 1 ? 503 : 200).end(),
    )
    await site.hook(owner, url)
    await site.arrive(mailbox)
    const deliverer = site.deliverer()
    await deliverer.runDue()
    site.clock.advance(10 * second)
    await deliverer.runDue()
    expect(await site.deliveries()).toMatchObject([{ state: 'done', attempts: 2, status: 200 }])
    const times = got.map(request => Number(request.headers['yanshu-timestamp']))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(10)
  })

  it('tries again in due time after the clock was set back', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    let tries = 0
    const { url } = await site.receiver((_, response) => response.writeHead(++tries === 1 ? 503 : 200).end())
    await site.hook(owner, url)
    await site.arrive(mailbox)
    const deliverer = site.deliverer()
    await deliverer.runDue()
    site.clock.advance(-day)
    await deliverer.runDue()
    expect(await site.deliveries()).toMatchObject([{ state: 'done', attempts: 2, status: 200 }])
    site.clock.advance(day)
  })

  it('believes what a robot says and not its status', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { url } = await site.receiver((_, response) =>
      response.end('{"errcode":310000,"errmsg":"no keyword"}'),
    )
    await site.hook(owner, url, { kind: 'dingtalk' })
    await site.arrive(mailbox)
    await site.deliverer().runDue()
    expect(await site.deliveries()).toMatchObject([
      { state: 'waiting', status: 200, detail: '{"errcode":310000,"errmsg":"no keyword"}' },
    ])
  })

  it('follows no redirect and says so', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver((_, response) =>
      response.writeHead(301, { location: '/other' }).end(),
    )
    await site.hook(owner, url)
    await site.arrive(mailbox)
    await site.deliverer().runDue()
    expect(got.length).toBe(1)
    expect(await site.deliveries()).toMatchObject([
      { state: 'waiting', status: 301, detail: '对方要求跳转，请填写最终的地址' },
    ])
  })

  it('judges the address at every delivery, whatever the name stood for when it was saved', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver()
    await site.hook(owner, url)
    await site.arrive(mailbox)
    const fetch = createGuardedFetch({ resolver: async () => ['127.0.0.1'] })
    const ways = () => ({ fetch, isAllowed: () => true })
    await createWebhookDeliverer({ ...site, ways }).runDue()
    expect(got).toEqual([])
    expect(await site.deliveries()).toMatchObject([
      {
        state: 'waiting',
        status: null,
        detail: '连接不上这个地址，或者对方没有及时回应；本机和内网的地址一律不访问',
      },
    ])
  })

  it('counts an answer that is too long as the answer it is', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { url } = await site.receiver((_, response) => response.end(Buffer.alloc(1_000_000, 'x')))
    await site.hook(owner, url)
    await site.arrive(mailbox)
    await site.deliverer().runDue()
    expect(await site.deliveries()).toMatchObject([{ state: 'done', status: 200, detail: 'x'.repeat(200) }])
  })

  it('switches a hook off when its receiver says that it is gone', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver((_, response) => response.writeHead(410).end())
    const { hook } = await site.hook(owner, url)
    for (let mails = 0; mails < 3; mails++) await site.arrive(mailbox)
    await site.deliverer().runDue()
    expect(got.length).toBe(1)
    expect((await site.deliveries()).map(row => row.state)).toEqual(['failed', 'failed', 'failed'])
    const row = await site.db.query
      .selectFrom('webhook')
      .select('enabled')
      .where('id', '=', hook.id)
      .executeTakeFirst()
    expect(row?.enabled).toBe(0)
    await expect.poll(() => site.arrive(mailbox)).toBe(0)
  })

  it('delivers each once, with two nodes at work at the same time', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver()
    for (let hooks = 0; hooks < 5; hooks++) await site.hook(owner, url)
    for (let mails = 0; mails < 8; mails++) await site.arrive(mailbox)
    const nodes = [site.deliverer(), site.deliverer(await site.otherNode()), site.deliverer()]
    await Promise.all(nodes.map(node => node.runDue()))
    // A node skips deliveries that another has taken, and in the end nothing is left over.
    const ids = got.map(request => request.headers['yanshu-delivery'])
    expect(ids.length).toBe(40)
    expect(new Set(ids).size).toBe(40)
    expect((await site.deliveries()).every(row => row.state === 'done' && row.attempts === 1)).toBe(true)
  })

  it('takes up what a node that died had claimed, once the claim has run out', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver()
    await site.hook(owner, url)
    await site.arrive(mailbox)
    await site.db.transaction(async tx => {
      await tx
        .updateTable('webhook_delivery')
        .set({ next_at: site.clock.now() + minute, attempts: 1 })
        .execute()
    })
    const deliverer = site.deliverer()
    await deliverer.runDue()
    expect(got.length).toBe(0)
    site.clock.advance(minute)
    await deliverer.runDue()
    expect(got.length).toBe(1)
    expect(await site.deliveries()).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  it('tells a hook one thing at a time, and lets a slow one keep nobody waiting', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const release = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    const slow = await site.receiver(async (_, response) => {
      most = Math.max(most, ++atOnce)
      await release.promise
      atOnce--
      response.end()
    })
    const { hook } = await site.hook(owner, slow.url)
    // A backlog longer than what is read at once.
    await Promise.all(Array.from({ length: 250 }, () => site.arrive(mailbox)))
    const other = await site.account('other')
    const othersBox = await site.mailbox('other', other)
    const quick = await site.receiver()
    await site.hook(other, quick.url)
    for (let mails = 0; mails < 3; mails++) await site.arrive(othersBox)
    const deliverer = site.deliverer()
    const running = deliverer.runDue()
    await expect.poll(() => quick.got.length).toBe(3)
    expect(slow.got.length).toBe(1)
    release.resolve()
    await expect.poll(() => slow.got.length).toBeGreaterThan(5)
    await removeHooks(site, owner, [hook.id])
    await running
    expect(most).toBe(1)
  })

  it('leaves a failing hook alone for a while, until it is put right', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    let broken = true
    const { got, url } = await site.receiver((_, response) => response.writeHead(broken ? 500 : 200).end())
    const { hook } = await site.hook(owner, url)
    for (let mails = 0; mails < 5; mails++) await site.arrive(mailbox)
    const deliverer = site.deliverer()
    await deliverer.runDue()
    expect(got.length).toBe(1)
    broken = false
    await editHook(site, owner, { id: hook.id, name: 'mended' })
    await expect
      .poll(async () => {
        await deliverer.runDue()
        return got.length
      })
      .toBe(5)
  })

  it('delivers at once when kicked', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver()
    await site.hook(owner, url)
    const deliverer = site.deliverer()
    await site.arrive(mailbox)
    deliverer.kick()
    await expect.poll(() => got.length).toBe(1)
    await deliverer.stop()
    expect(await site.deliveries()).toMatchObject([{ state: 'done' }])
  })

  it('waits for tries under way when it is stopped, and starts no others', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const reached = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { got, url } = await site.receiver(async (_, response) => {
      reached.resolve()
      await release.promise
      response.end()
    })
    await site.hook(owner, url)
    await site.arrive(mailbox)
    await site.arrive(mailbox)
    const deliverer = site.deliverer()
    deliverer.start()
    deliverer.kick()
    await reached.promise
    const stopping = deliverer.stop()
    release.resolve()
    await stopping
    deliverer.kick()
    expect(got.length).toBe(1)
    expect((await site.deliveries()).map(row => [row.state, row.attempts])).toEqual([
      ['done', 1],
      ['waiting', 0],
    ])
  })

  it('gives a try back that stopping has broken off', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const reached = Promise.withResolvers<void>()
    const { url } = await site.receiver(() => reached.resolve())
    await site.hook(owner, url)
    await site.arrive(mailbox)
    const due = site.clock.now()
    const deliverer = site.deliverer(site.db, 50)
    deliverer.kick()
    await reached.promise
    await deliverer.stop()
    expect(await site.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, next_at: due }])
  })

  it('minds a hook being deleted or unreadable no more than that', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { got, url } = await site.receiver()
    const { hook: deleted } = await site.hook(owner, url)
    const { hook: unreadable } = await site.hook(owner, url)
    await site.db.transaction(async tx => {
      await tx.updateTable('webhook').set({ secret: 'AAAA' }).where('id', '=', unreadable.id).execute()
    })
    await site.arrive(mailbox)
    await removeHooks(site, owner, [deleted.id])
    await site.deliverer().runDue()
    expect(got.length).toBe(0)
    expect(await site.deliveries()).toMatchObject([
      { webhook_id: unreadable.id, state: 'waiting', detail: '签名密钥已失效，请重新生成' },
    ])
    expect(site.logged).toEqual([])
  })

  it('forgets the log after seven days, and what waited for a day', async () => {
    const { owner, mailbox } = await ownerWithMailbox()
    const { url } = await site.receiver()
    await site.hook(owner, url)
    await site.arrive(mailbox)
    await site.deliverer().runDue()
    await site.arrive(mailbox)
    const sweep = () => site.db.transaction(tx => sweepDeliveries(tx, site.clock.now()))
    site.clock.advance(day - 1)
    await sweep()
    expect((await site.deliveries()).map(row => row.state).sort()).toEqual(['done', 'waiting'])
    site.clock.advance(1)
    await sweep()
    expect((await site.deliveries()).map(row => row.state).sort()).toEqual(['done', 'failed'])
    site.clock.advance(6 * day - 1)
    await sweep()
    expect((await site.deliveries()).length).toBe(2)
    site.clock.advance(second)
    await sweep()
    expect(await site.deliveries()).toEqual([])
  })
})

describe('the rest of a hook', () => {
  it('grows with each failure in a row, up to ten minutes, and ends with a success', () => {
    let rest = restAfter(undefined, { ok: false, ms: 5 }, 0)
    const lengths: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      lengths.push((rest?.until ?? 0) / second)
      rest = restAfter(rest ?? undefined, { ok: false, ms: 5 }, 0)
    }
    expect(lengths).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
    expect(restAfter(rest ?? undefined, { ok: true, ms: 300 }, 0)).toBe(null)
  })

  it('is needed after a slow success too', () => {
    expect(restAfter(undefined, { ok: true, ms: 9000 }, 100)).toEqual({ failures: 0, until: 36_100 })
  })
})
