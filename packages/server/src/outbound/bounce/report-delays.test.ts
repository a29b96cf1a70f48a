import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBlobs } from '../../blobs/open-blobs.ts'
import type { Tx } from '../../database/types.ts'
import { day, hour, minute } from '../../kernel/clock.ts'
import { createSiteSettings } from '../../ledger/setting/site-settings.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, inbox, plainMail, receive, subjects } from '../../testing/mail-site.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { reportDelays } from './report-to-sender.ts'

describe.each(databaseKinds)('mail that is late, on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let count = 0
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    out.far.play({ rcpt: address => (address.startsWith('late') ? '451 4.7.1 try later' : undefined) })
  })

  const settle = async () => {
    await out.site.app.deliverDue()
    await out.site.app.runJobs()
    await out.site.app.settled()
  }
  const later = async (ms: number) => {
    out.site.clock.advance(ms)
    await settle()
  }
  const at = (name: string) => `${name}@d${count}.test`
  const told = async () => subjects(await inbox(out.site, ann.person.token))

  it('is told of once, with what was said and until when it is tried, and only of those who wait', async () => {
    const queued = out.site.clock.now()
    await send(out.site, ann, { to: [at('late1'), at('late2'), at('good')], subject: 'offer' })
    await settle()
    await later(4 * hour - minute)
    expect(await told()).toEqual([])
    await later(2 * minute)
    const [report] = await inbox(out.site, ann.person.token)
    expect(report?.subject).toBe('暂未送达：offer')
    const { bytes } = await fileOf(out.site, ann.person.token, `/api/user/getEmailSource/${report?.id}`)
    const text = bytes.toString()
    expect(text).toMatch(/^Return-Path: <>\r\n/)
    expect(text).toMatch(/multipart\/report;[\s\S]*report-type="?delivery-status/)
    expect(text).toMatch(/^Auto-Submitted: auto-replied/im)
    expect(text.match(/^Action: delayed\r$/gm)).toHaveLength(2)
    expect(text.match(/^Status: 4\.7\.1\r$/gm)).toHaveLength(2)
    expect(text).toContain(`Final-Recipient: rfc822; ${at('late1')}`)
    expect(text).not.toContain(`rfc822; ${at('good')}`)
    const until = Date.parse(/^Will-Retry-Until: (.*)\r$/m.exec(text)?.[1] ?? '')
    expect(Math.abs(until - (queued + 5 * day))).toBeLessThan(minute)
    await later(8 * hour)
    expect(await told()).toHaveLength(1)
    // In the end the mail fails, and the sender gets the usual report.
    await out.site.app.db.transaction(async tx => {
      const old = { queued_at: queued - 5 * day }
      await tx.updateTable('outgoing_recipient').set(old).where('waiting', '=', 1).execute()
    })
    await later(5 * hour)
    await later(5 * hour)
    expect((await told()).sort()).toEqual(['暂未送达：offer', '退信：offer'].sort())
  })

  it('is told of once when several nodes look at the same moment', async () => {
    await send(out.site, ann, { to: [at('late')], subject: 'race' })
    await settle()
    out.site.clock.advance(5 * hour)
    const { db } = out.site.app
    const site = createSiteSettings({ db, clock: out.site.clock })
    const written: string[] = []
    const node = {
      db,
      clock: out.site.clock,
      blobs: openBlobs(db, out.site.place.dataDir),
      site,
      hostname: () => 'yanshu.test',
      local: { report: async (_tx: Tx, raw: Buffer) => () => void written.push(parseMail(raw).subject) },
    }
    await Promise.all(Array.from({ length: 8 }, () => reportDelays(node)))
    site.close()
    expect(written).toEqual(['暂未送达：race'])
  })

  it('is not told of when it is returned to nobody, when it is to be sent later, or when nobody wants to know', async () => {
    await out.site.ok(
      'setForwarding',
      { body: { mailbox: ann.box.id, to: [at('late')], keep: true } },
      ann.person.token,
    )
    await receive(out.site, { from: '', to: ann.box.address, raw: plainMail({ subject: 'from nobody' }) })
    const sendAt = new Date(out.site.clock.now() + 30 * hour).toISOString()
    await send(out.site, ann, { to: [at('late')], subject: 'scheduled', sendAt })
    await settle()
    await later(5 * hour)
    expect(await told()).toEqual(['from nobody'])
    await out.site.ok('updateSetting', { body: { values: { delayHours: 0 } } }, out.admin)
    await send(out.site, ann, { to: [at('late')], subject: 'off' })
    await settle()
    for (let times = 0; times < 4; times++) await later(5 * hour)
    expect(await told()).toEqual(['from nobody'])
    await out.site.ok('updateSetting', { body: { values: { delayHours: 1 } } }, out.admin)
    await later(2 * minute)
    expect((await told()).sort()).toEqual(['from nobody', '暂未送达：off'])
    await out.site.ok('updateSetting', { body: { values: { delayHours: 4 } } }, out.admin)
  })
})
