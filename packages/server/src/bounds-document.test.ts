/** Walks the table of bounds in docs/operating.md: each has its value from the program, and something that reaches it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCreation, freeComplaintsPerHour } from './identity/session/guard.ts'
import { createOpenStreams, maxStreams } from './inbound/notify/open-streams.ts'
import { createByteRate } from './inbound/receive/byte-rate.ts'
import { createClientRate } from './inbound/receive/client-rate.ts'
import { createAdmission } from './inbound/receive/smtp/client-address.ts'
import { defaultSmtpLimits } from './inbound/receive/smtp/limits.ts'
import { newMailRoom, openMailRoom, spilledKb } from './inbound/receive/smtp/mail-room.ts'
import type { LoggedIn } from './kernel/call/caller.ts'
import { hour } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { createSiteSettings } from './ledger/setting/site-settings.ts'
import { siteTable } from './ledger/setting/site-table.ts'
import { createStorageWatch } from './ledger/storage/storage-watch.ts'
import { deliver, plainMail, startMailSite } from './testing/mail-site.ts'
import type { TestApp } from './testing/test-app.ts'

const megabyte = 1_048_576
const operating = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
const section = /^## Bounds$([\s\S]*?)^## /m.exec(operating)?.[1] ?? ''
const rows = [...section.matchAll(/^\| (?!bound |---)([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, name = '', value = '', by = '']) => ({ name, value, setting: /^`(\w+)`$/.exec(by)?.[1] ?? null }),
)

let site: TestApp
let admin: string
let made = 0
beforeAll(async () => {
  site = await startMailSite('sqlite')
  admin = await site.adminToken()
})
afterAll(() => site.stop())

const set = (values: Record<string, unknown>) => site.ok('updateSetting', { body: { values } }, admin)

/** The answers of a visitor's mailbox to two mails of so much each. */
async function twoMails(megabytes: number): Promise<string[]> {
  const body = { domain: 'yanshu.test', localPart: `bounded${++made}` }
  const { address } = await site.ok('regEmail', { body })
  const raw = plainMail({ text: `${'x'.repeat(70)}\r\n`.repeat((megabytes * megabyte) / 72) })
  const answers: string[] = []
  for (let at = 0; at < 2; at++) {
    const { rcpt, data } = await deliver(site.app.smtpPort, { to: address, raw })
    answers.push((data || (rcpt[0] ?? '')).slice(0, 9))
    await site.app.settled()
  }
  return answers
}

/** Another test reaches it, where it takes long or needs much around it. */
const reachedBy = (file: string, sentence: string) => () => {
  expect(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')).toContain(sentence)
}

function fromClient(perMinute: number, perDay: number): void {
  const rate = createByteRate(site.clock)
  const limits = {
    clientMbPerMinute: perMinute,
    clientMbPerDay: perDay,
    mailboxMbPerMinute: 0,
    mailboxMbPerDay: 0,
  }
  rate.count({ client: '192.0.2.1', mailboxes: [], bytes: megabyte })
  expect(rate.clientHasRoom('192.0.2.1', 1, limits)).toBe(false)
}

const noProofs = { challenge: () => Promise.reject(new Error('not asked for')), spend: async () => false }

async function creations(purpose: 'regEmail' | 'complain', freePerHour: number): Promise<void> {
  const { db } = site.app
  const settings = createSiteSettings({ db, clock: site.clock })
  const throttled = { db, clock: site.clock, site: settings, proofs: noProofs }
  const one = () => checkCreation(throttled, purpose, { client: '192.0.2.77', proof: undefined, freePerHour })
  for (let at = 0; at < freePerHour; at++) await one()
  await expect(one()).rejects.toMatchObject({ code: expect.any(String) })
  settings.close()
  site.clock.advance(hour)
}

const visitor = { role: 'mailbox', sessionId: 'one' } as LoggedIn

const proofs: Record<string, () => unknown> = {
  'mailboxes of visitors an hour from one network': () =>
    creations('regEmail', siteTable.freeCreationsPerHour.default),
  'complaints an hour from one network': () => creations('complain', freeComplaintsPerHour),
  async 'mail in a mailbox that a visitor made'() {
    await set({ visitorQuotaMb: 1 })
    expect(await twoMails(0.7)).toEqual(['250 2.0.0', '452 4.2.2'])
    await set({ visitorQuotaMb: 50 })
  },
  'mail from one client in a minute': () => fromClient(1, 0),
  'mail from one client in a day': () => fromClient(0, 1),
  async 'mail for one mailbox in a minute'() {
    await set({ mailboxMbPerMinute: 1 })
    expect(await twoMails(0.7)).toEqual(['250 2.0.0', '450 4.2.1'])
    await set({ mailboxMbPerMinute: 200 })
  },
  async 'mail for one mailbox in a day'() {
    await set({ mailboxMbPerDay: 1 })
    expect(await twoMails(0.7)).toEqual(['250 2.0.0', '450 4.2.1'])
    await set({ mailboxMbPerDay: 2000 })
  },
  'mails from one client in a minute'() {
    const rate = createClientRate(site.clock)
    expect([rate.allows('192.0.2.1', 1), rate.allows('192.0.2.1', 1)]).toEqual([true, false])
  },
  async 'one mail'() {
    await set({ smtpMaxMb: 1 })
    expect((await twoMails(1.2))[0]).toMatch(/^552/)
    await set({ smtpMaxMb: 25 })
  },
  async 'free disk below which mail and uploads wait'() {
    const settings = createSiteSettings({ db: site.app.db, clock: site.clock })
    const disk = async () => ({ bavail: 1023, blocks: 100_000, bsize: megabyte })
    const deps = { db: site.app.db, log: createLog('silent'), site: settings, dataDir: '', disk }
    expect((await createStorageWatch(deps).look()).state).toBe('full')
    settings.close()
  },
  'size of PostgreSQL above which mail and uploads wait': reachedBy(
    'ledger/storage/storage-watch.test.ts',
    'is bounded where the operator sets a bound',
  ),
  'SMTP connections from one client'() {
    const admission = createAdmission(defaultSmtpLimits.connectionsPerAddress)
    const entered = Array.from({ length: 60 }, () => admission.enter('192.0.2.1'))
    expect(entered.filter(Boolean)).toHaveLength(50)
  },
  'incomplete mails on disk'() {
    const facts = newMailRoom(site.place.dataDir, 1)
    facts.counts[2] = spilledKb
    const spill = openMailRoom(facts).spill()
    expect(spill?.write(Buffer.alloc(1))).toBe(false)
    spill?.drop()
  },
  uploads: reachedBy('outbound/upload/upload-file.test.ts', 'are 500 at most, however many come at once'),
  async drafts() {
    const body = { domain: 'yanshu.test', localPart: `bounded${++made}` }
    const { token } = await site.ok('regEmail', { body })
    const save = (whose: string) => site.call('saveDraft', { body: { subject: 'bounded' } }, whose)
    expect((await save(token)).status).toBe(403)
    await Promise.all(Array.from({ length: 500 }, () => save(admin)))
    expect((await save(admin)).body).toMatchObject({ msg: expect.stringContaining('草稿最多 500 份') })
  },
  'event streams of one login'() {
    const streams = createOpenStreams()
    let ended = 0
    for (let at = 0; at <= maxStreams; at++) streams.add(visitor, () => ended++)
    expect([ended, streams.isFull(visitor)]).toEqual([1, true])
  },
  'waiting calls of one login': reachedBy('inbound/notify/wait-mail.test.ts', 'one more is refused'),
  'tickets for another device of one mailbox in ten minutes': reachedBy(
    'mailbox/login/go-on-elsewhere.test.ts',
    'is asked for twenty times in ten minutes at most',
  ),
  'unpaid orders of one network': reachedBy('commerce/order/store.test.ts', 'unpaidPerClient: sums.pending'),
  'unpaid orders of one phone': reachedBy('commerce/order/store.test.ts', 'unpaidPerPhone: 2'),
}

describe('the table of bounds', () => {
  it('has a bound for each proof, and a proof for each bound', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(proofs).sort())
  })

  it('names settings that there are, with the values that they have at first', () => {
    const table: Record<string, { default: unknown }> = siteTable
    const told = rows.filter(({ setting }) => setting !== null)
    expect(told.length).toBeGreaterThan(10)
    for (const { name, value, setting } of told) {
      const first = table[setting ?? '']?.default
      expect([name, value.startsWith('none') ? 0 : Number.parseInt(value, 10)]).toEqual([name, first])
    }
  })

  it.each(rows.map(({ name }) => name))('is right about %s', async name => {
    await proofs[name]?.()
  })
})
