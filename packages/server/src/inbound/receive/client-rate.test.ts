import { describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { createMetrics } from '../../kernel/metrics.ts'
import { createSiteSettings } from '../../ledger/setting/site-settings.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createRuleCache } from '../filter/load-rules.ts'
import { createTraceWriter } from '../trace/trace-writer.ts'
import { createAcceptHandler } from './accept-mail.ts'
import { createByteRate } from './byte-rate.ts'
import { createClientRate } from './client-rate.ts'
import { createQuota } from './quota.ts'
import { createDirectory } from './resolve-recipient.ts'
import { nullPath } from './smtp/path.ts'
import type { SmtpSession } from './smtp/types.ts'

describe('how many mails a client may bring', () => {
  const times = (count: number, act: () => boolean): boolean[] => Array.from({ length: count }, act)

  it('is counted per minute and per client', () => {
    const clock = createTestClock()
    const rate = createClientRate(clock)
    expect(times(4, () => rate.allows('203.0.113.7', 3))).toEqual([true, true, true, false])
    expect(rate.allows('203.0.113.8', 3)).toBe(true)
    clock.advance(minute)
    expect(rate.allows('203.0.113.7', 3)).toBe(true)
  })

  it('counts the neighbours in one IPv6 network together', () => {
    const rate = createClientRate(createTestClock())
    expect(rate.allows('2001:db8:1:2::1', 1)).toBe(true)
    expect(rate.allows('2001:db8:1:2:ffff::9', 1)).toBe(false)
    expect(rate.allows('2001:db8:1:3::1', 1)).toBe(true)
  })

  it('has no bound for this machine, nor when it is set to 0', () => {
    const rate = createClientRate(createTestClock())
    expect(times(10, () => rate.allows('127.0.0.1', 1)).every(Boolean)).toBe(true)
    expect(times(10, () => rate.allows('203.0.113.7', 0)).every(Boolean)).toBe(true)
  })
})

describe.each(databaseKinds)('the rate setting on %s', kind => {
  it('holds for the next mail, answers 450 4.7.1 and is in the trace', async () => {
    const site = await startMailSite(kind)
    const { db } = site.app
    const admin = await site.adminToken()
    await site.ok('updateSetting', { body: { values: { smtpPerMinute: 2 } } }, admin)
    const log = createLog('silent')
    const unused = () => Promise.reject(new Error('not asked for before a message'))
    const settings = createSiteSettings({ db, clock: site.clock })
    const trace = createTraceWriter({ db, clock: site.clock, log })
    const handler = createAcceptHandler({
      directory: createDirectory({ db, clock: site.clock, resting: nothingRests }),
      clock: site.clock,
      log,
      metrics: createMetrics(),
      site: settings,
      trace,
      rate: createClientRate(site.clock),
      bytes: createByteRate(site.clock),
      storage: { hasRoom: () => true },
      blocks: { judge: async () => null },
      rules: createRuleCache({ db, clock: site.clock }),
      journal: { append: unused },
      processor: { read: unused, submit: () => undefined },
      hostname: () => 'mx.test',
      localDomain: 'yanshu.test',
      quota: createQuota({ db, clock: site.clock }),
      bounceOwner: async () => null,
    })
    const session = { remoteAddress: '203.0.113.50', protocol: 'ESMTP' } as SmtpSession
    const params = { size: null, body: null, smtpUtf8: false }
    const answers = []
    for (let at = 0; at < 3; at++) answers.push(await handler.mail(session, nullPath, params))
    expect(answers).toMatchObject([null, null, { code: 450, enhanced: '4.7.1' }])
    await trace.stop()
    const rows = await eventually('the trace', async () => {
      const { list } = await site.ok('getTrace', { query: { verdict: 'deferred' } }, admin)
      return list.length > 0 && list
    })
    expect(rows).toMatchObject([{ client: '203.0.113.50', reason: '对方发得太快' }])
    settings.close()
    await site.stop()
  })
})
