import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../../kernel/clock.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { createHookCache } from './hook-cache.ts'
import { editHook, removeHooks } from './manage-webhooks.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { type HookSite, openHookSite } from './testing/hook-site.ts'
import type { MailEvent } from './webhook.ts'

const url = 'https://hooks.example/'

const eventIn = (mailbox: MailEvent['mailbox']): MailEvent => ({
  mailId: 'm',
  mailbox,
  from: { name: '', address: '' },
  subject: '',
  preview: '',
  code: null,
  link: null,
  receivedAt: 0,
})

describe.each(databaseKinds)('which hooks are told, on %s', kind => {
  let site: HookSite
  beforeAll(async () => {
    site = await openHookSite(kind)
  })
  afterAll(() => site.close())

  const told = async (mailbox: { id: string; owner_id: string | null }) =>
    (await site.hooks.hooksFor(mailbox)).list.filter(hook => !hook.elsewhere).map(hook => hook.id)

  it('are those of the mailbox and of its owner, and none of an admin whose it is not', async () => {
    const owner = await site.account('owner')
    const other = await site.account('other')
    const admin = await site.account('admin', 'admin')
    const first = await site.mailbox('first', owner)
    const second = await site.mailbox('second', owner)
    const stranger = await site.mailbox('stranger')
    const all = (await site.hook(owner, url)).hook.id
    const onlyFirst = (await site.hook(owner, url, { mailbox: first.id })).hook.id
    const ofMailbox = (await site.hook(first, url)).hook.id
    await site.hook(admin, url)
    await site.hook(other, url)
    await site.hook(owner, url, { enabled: false })
    expect((await told(first)).sort()).toEqual([all, onlyFirst, ofMailbox].sort())
    expect(await told(second)).toEqual([all])
    expect(await told(stranger)).toEqual([])
    const moved = { ...first, owner_id: other.accountId }
    expect(await told(moved)).not.toContain(onlyFirst)
  })

  it('are none of an account that was stopped', async () => {
    const owner = await site.account('stopped')
    const mailbox = await site.mailbox('of-stopped', owner)
    await site.hook(owner, url)
    expect((await told(mailbox)).length).toBe(1)
    await site.db.transaction(tx =>
      tx.updateTable('sys_account').set({ status: 'stopped' }).where('id', '=', owner.accountId).execute(),
    )
    site.clock.advance(11 * second)
    expect(await told(mailbox)).toEqual([])
  })

  it('are known to every node at once', async () => {
    const owner = await site.account('many-nodes')
    const mailbox = await site.mailbox('many-nodes', owner)
    const db = await site.otherNode()
    const elsewhere = createHookCache({ db, clock: site.clock })
    expect((await elsewhere.hooksFor(mailbox)).list).toEqual([])
    await site.hook(owner, url)
    await expect.poll(async () => (await elsewhere.hooksFor(mailbox)).list.length).toBe(1)
    elsewhere.close()
  })

  it('and are queued with the mail, when they want it', async () => {
    const owner = await site.account('choosy')
    const mailbox = await site.mailbox('choosy', owner)
    const every = (await site.hook(owner, url)).hook.id
    const coded = (await site.hook(owner, url, { onlyCode: true })).hook.id
    expect(await site.arrive(mailbox)).toBe(2)
    expect(await site.arrive(mailbox, { code: null })).toBe(1)
    const rows = (await site.deliveries()).filter(row => [every, coded].includes(row.webhook_id))
    expect(rows.map(row => [row.webhook_id, row.state, row.attempts, row.next_at])).toEqual(
      expect.arrayContaining([[every, 'waiting', 0, site.clock.now()]]),
    )
    expect(rows.filter(row => row.webhook_id === every).length).toBe(2)
    expect(rows.filter(row => row.webhook_id === coded).length).toBe(1)
  })

  it("are told besides what they want when a filter asks for it, but never of strangers' mail", async () => {
    const owner = await site.account('filtering')
    const mailbox = await site.mailbox('filtering', owner)
    const elsewhere = await site.mailbox('elsewhere', owner)
    const stranger = await site.account('filtered')
    await site.hook(owner, url)
    const coded = (await site.hook(owner, url, { onlyCode: true, mailbox: elsewhere.id })).hook.id
    const off = (await site.hook(owner, url, { enabled: false })).hook.id
    const strangers = (await site.hook(stranger, url)).hook.id
    const alsoWebhookIds = [coded, off, strangers]
    expect(await site.arrive(mailbox, { code: null })).toBe(1)
    expect(await site.arrive(mailbox, { code: null, alsoWebhookIds })).toBe(2)
    const ids = (await site.deliveries()).map(row => row.webhook_id)
    expect([ids.includes(coded), ids.includes(off), ids.includes(strangers)]).toEqual([true, false, false])
  })

  it('are not queued when the mail is not stored after all', async () => {
    const owner = await site.account('undone')
    const mailbox = await site.mailbox('undone', owner)
    await site.hook(owner, url)
    const toTell = await site.hooks.hooksFor(mailbox)
    const before = (await site.deliveries()).length
    const storing = site.db.transaction(async tx => {
      const event = eventIn(mailbox)
      expect(await queueDeliveries(tx, toTell, event, site.clock.now())).toBe(1)
      throw new Error('disk full')
    })
    await expect(storing).rejects.toThrow('disk full')
    expect((await site.deliveries()).length).toBe(before)
  })

  it('do not keep a mail from being stored by having been deleted a moment ago', async () => {
    const owner = await site.account('deleting')
    const mailbox = await site.mailbox('deleting', owner)
    const { hook } = await site.hook(owner, url)
    const { hook: left } = await site.hook(owner, url)
    const stale = await site.hooks.hooksFor(mailbox)
    await removeHooks(site, owner, [hook.id])
    const event = eventIn(mailbox)
    expect(await site.db.transaction(tx => queueDeliveries(tx, stale, event, site.clock.now()))).toBe(1)
    await Promise.all([
      removeHooks(site, owner, [left.id]),
      ...Array.from({ length: 20 }, () =>
        site.db.transaction(tx => queueDeliveries(tx, stale, event, site.clock.now())),
      ),
    ])
    expect((await site.deliveries()).filter(row => row.webhook_id === left.id)).toEqual([])
  })

  it('end with what they were still to be told when they are switched off', async () => {
    const owner = await site.account('switching')
    const mailbox = await site.mailbox('switching', owner)
    const { hook } = await site.hook(owner, url)
    await site.arrive(mailbox)
    await editHook(site, owner, { id: hook.id, enabled: false })
    expect(await site.arrive(mailbox)).toBe(0)
    const rows = (await site.deliveries()).filter(row => row.webhook_id === hook.id)
    expect(rows.map(row => [row.state, row.detail, row.payload])).toEqual([['failed', '通知已停用', '']])
  })
})
