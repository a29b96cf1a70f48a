/**
 * Tests one mailbox with more mails than anybody reads: it is listed, searched and emptied, and nobody else
 * waits for it.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillMails } from '../../bench/fill-mails.ts'
import { ms, quantile } from '../../bench/table.ts'
import { sendMail } from '../send-mail.ts'
import { isBuilt, type Site, startSite } from '../site.ts'
import { stretchedLimits } from './contention.ts'
import { say, sized, withinMs } from './load-size.ts'
import { silentDns } from './silent-dns.ts'

const mails = sized(20_000, 1_000_000)
const pages = 40
const lifetime = { minutes: 10_080 }

describe.runIf(isBuilt)(`a mailbox with ${mails} mails`, () => {
  const stretched = stretchedLimits()
  let site: Site
  let token: string
  let other: { token: string; address: string }
  let posted = 0
  beforeAll(async () => {
    site = await startSite(silentDns)
    const make = (localPart: string) =>
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart, lifetime } })
    token = (await make('large')).token
    other = await make('other')
    const id = (await site.as(token).emailList()).list[0]?.id ?? ''
    await site.halt()
    const began = performance.now()
    await fillMails(site.dataDir, mails, { into: [id], unread: true })
    say(`large mailbox: ${mails} mails filled in ${ms(performance.now() - began)}`)
    site = await startSite(silentDns, site.dataDir)
  }, withinMs)
  afterAll(() => site?.stop())

  async function timed<Answer>(waits: number[], ask: () => Promise<Answer>): Promise<Answer> {
    const asked = performance.now()
    const answer = await ask()
    waits.push(performance.now() - asked)
    return answer
  }

  const mailbox = async () => {
    const [box] = (await site.as(token).emailList()).list
    if (!box) throw new Error('no mailbox')
    return box
  }

  const fileMb = (name: string): number =>
    Math.round((statSync(join(site.dataDir, name), { throwIfNoEntry: false })?.size ?? 0) / 1_048_576)

  it('is listed page by page', { timeout: withinMs }, async () => {
    const api = site.as(token)
    const waits: number[] = []
    const seen = new Set<string>()
    let cursor: string | null = null
    for (let page = 0; page < pages; page++) {
      const answer: Awaited<ReturnType<typeof api.getInbox>> = await timed(waits, () =>
        api.getInbox({ query: { pageSize: 100, ...(cursor !== null && { cursor }) } }),
      )
      for (const { id } of answer.list) seen.add(id)
      cursor = answer.nextCursor
    }
    // No mail matches these filters, so the list searches all of them.
    const rare: number[] = []
    const none = [
      { unread: false },
      { hasCode: true },
      { hasAttachment: true },
      { folder: 'starred' as const },
      { label: 'none' },
    ]
    for (const query of none) await timed(rare, () => api.getInbox({ query: { pageSize: 50, ...query } }))
    say(
      `large mailbox: ${pages} pages of 100: p50 ${ms(quantile(waits, 0.5))}, p95 ${ms(quantile(waits, 0.95))}; lists with nothing in them ${rare.map(ms).join(', ')}`,
    )
    expect(seen.size).toBe(pages * 100)
    expect(quantile(waits, 0.95)).toBeLessThan(stretched(300))
    expect(Math.max(...rare)).toBeLessThan(stretched(1000))
  })

  it('is searched for what is everywhere, once, and nowhere', { timeout: withinMs }, async () => {
    const api = site.as(token)
    const searches: [string, number][] = [
      ['验证', 50],
      ['Service', 50],
      [`${mails - 7}`, 1],
      ['验证码 账单', 0],
      ['没有这样的词', 0],
    ]
    const waits: number[] = []
    for (const [q, found] of searches) {
      const { list } = await timed(waits, () => api.getInbox({ query: { q, pageSize: 50 } }))
      expect(list).toHaveLength(found)
    }
    say(`large mailbox: searches ${waits.map(ms).join(', ')}`)
    expect(Math.max(...waits)).toBeLessThan(stretched(1000))
  })

  /** Returns how long somebody else waits for a list, and for a mail to be accepted, during the work. */
  async function besides(work: () => Promise<void>): Promise<string> {
    const waits: number[] = []
    let done = false
    const began = performance.now()
    const working = work().finally(() => {
      done = true
    })
    while (!done) {
      await timed(waits, () => site.as(other.token).getInbox({ query: { pageSize: 50 } }))
      await timed(waits, () => sendMail(site.smtpPort, { to: other.address, body: `mail ${posted}` }))
      posted++
    }
    await working
    const took = performance.now() - began
    expect(quantile(waits, 1)).toBeLessThan(stretched(3000))
    return `${ms(took)}; ${waits.length} requests of another: p50 ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))}, at most ${ms(quantile(waits, 1))}`
  }

  it('is marked read, moved to the trash and emptied while others are answered', {
    timeout: withinMs,
  }, async () => {
    const api = site.as(token)
    const read = await besides(async () => {
      expect((await api.setReadEmail({ body: { all: true, read: true } })).changed).toBe(mails)
    })
    say(`large mailbox: marked read in ${read}`)
    expect(await mailbox()).toMatchObject({ unread: 0 })
    const range = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    const trashed = await besides(async () => {
      expect((await api.deleteEmailsInTimeRange({ body: { ...range, dryRun: true } })).count).toBe(mails)
      expect((await api.deleteEmailsInTimeRange({ body: range })).count).toBe(mails)
    })
    say(`large mailbox: counted and moved to the trash in ${trashed}`)
    const gone = await besides(async () => {
      expect((await api.emptyTrash({ body: {} })).deleted).toBe(mails)
    })
    say(
      `large mailbox: emptied in ${gone}; log ${fileMb('yanshu.sqlite-wal')} MB, resident ${site.residentMb()} MB`,
    )
    for (const folder of ['inbox', 'trash'] as const)
      expect((await api.getInbox({ query: { folder } })).list).toEqual([])
    expect((await api.getInbox({ query: { q: '验证' } })).list).toEqual([])
    await expect.poll(async () => (await site.as(other.token).emailList()).list[0]?.unread).toBe(posted)
  })

  it('gives its space back: as much again finds its place where the old mails were', {
    timeout: withinMs,
  }, async () => {
    const { id } = await mailbox()
    const { list } = await site
      .as(await site.adminToken())
      .getEmailAccount({ query: { kind: 'temporary', q: 'large' } })
    expect(list.map(account => [account.id, account.usedBytes])).toEqual([[id, 0]])
    await site.halt()
    const before = fileMb('yanshu.sqlite')
    await fillMails(site.dataDir, mails, { into: [id], unread: true })
    const after = fileMb('yanshu.sqlite')
    say(`large mailbox: database ${before} MB, filled again ${after} MB`)
    expect(after).toBeLessThan(before * 1.1)
  })
})
