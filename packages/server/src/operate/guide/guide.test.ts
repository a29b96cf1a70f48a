import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { nextRow, stateOf } from './step.ts'

const zones = {
  'hongyan.mail': ['mx A 1.2.3.4', '@ MX 10 mx.hongyan.mail.', '@ TXT "v=spf1 mx ~all"'],
  '3.2.1.in-addr.arpa': ['4 PTR mx.hongyan.mail.'],
}

describe.each(databaseKinds)('the guide on %s', kind => {
  let dns: DnsServer
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    dns = await startDnsServer({ zones })
    site = await startTestApp(kind, { environment: { YANSHU_DNS_SERVERS: dns.address } })
    admin = await site.adminToken()
    await site.ok('updateSetting', { body: { values: { portProbes: [] } } }, admin)
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  /** Every step, when all have been looked at. */
  const steps = () =>
    eventually('all steps are looked at', async () => {
      const { list } = await site.ok('getGuide', {}, admin)
      return list.every(({ state }) => state !== 'looking') && new Map(list.map(step => [step.name, step]))
    })
  const lookAgain = async () => {
    site.clock.advance(2 * minute)
    return steps()
  }
  const set = (values: Record<string, string>) => site.ok('updateSetting', { body: { values } }, admin)
  const keysOf = (step: { says: { key: string }[] } | undefined) => step?.says.map(({ key }) => key)

  it('says of a new site what is left to do, and what it cannot know', async () => {
    const found = await steps()
    expect([...found].map(([name, { state }]) => [name, state])).toEqual([
      ['password', 'todo'],
      ['address', 'todo'],
      ['mailHost', 'todo'],
      ['portIn', 'unknown'],
      ['certificate', 'todo'],
      ['domain', 'todo'],
      ['firstMail', 'todo'],
      ['sending', 'unknown'],
      ['store', 'todo'],
    ])
    expect(keysOf(found.get('password'))).toEqual(['passwordOfEnvironment'])
    expect(found.get('domain')?.says[0]?.text).toContain('yanshu.test')
    expect(found.get('portIn')?.says[0]?.text).toContain('从里面看不出来')
  })

  it('ticks a step off when it is done, and takes it back when it breaks', async () => {
    await set({ publicUrl: 'https://mail.hongyan.mail', mailHost: 'mx.hongyan.mail' })
    expect((await lookAgain()).get('mailHost')).toMatchObject({ state: 'done', brokenAt: null })
    expect(keysOf((await steps()).get('mailHost'))).toEqual(['hostFound', 'ptrRight'])
    await set({ mailHost: 'gone.hongyan.mail' })
    const broken = (await lookAgain()).get('mailHost')
    expect(broken).toMatchObject({ state: 'broken', says: [{ key: 'hostMissing', state: 'fail' }] })
    expect(Date.parse(broken?.brokenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(broken?.doneAt ?? ''))
    await set({ mailHost: 'mx.hongyan.mail' })
    expect((await lookAgain()).get('mailHost')).toMatchObject({ state: 'done', brokenAt: null })
  })

  it('lists the records that the first domain still lacks', async () => {
    await site.ok('addDomain', { body: { name: 'hongyan.mail' } }, admin)
    const domain = (await lookAgain()).get('domain')
    expect(domain?.state).toBe('todo')
    expect(domain?.records.map(({ kind, state }) => [kind, state])).toEqual([
      ['dkimRsa', 'missing'],
      ['dmarc', 'missing'],
    ])
    expect(keysOf(domain)).toEqual(['mxRight', 'recordsLeft'])
  })

  it('leaves out what somebody skipped, until it is taken up again', async () => {
    await site.ok('editGuide', { body: { step: 'sending', act: 'skip' } }, admin)
    expect((await steps()).get('sending')?.state).toBe('skipped')
    const { list } = await site.ok('editGuide', { body: { step: 'sending', act: 'take' } }, admin)
    expect(list.find(({ name }) => name === 'sending')?.skippedAt).toBeNull()
  })

  it('is for admins', async () => {
    const person = await makePerson(site, 'person')
    expect((await site.call('getGuide', {}, person.token)).status).toBe(403)
  })
})

describe('a step', () => {
  it('that breaks comes back, though it was skipped', () => {
    const done = nextRow('portIn', undefined, 'done', 1000)
    const skipped = { ...done, skipped_at: 2000 }
    expect(stateOf('unknown', skipped)).toBe('skipped')
    const broken = nextRow('portIn', skipped, 'todo', 3000)
    expect(broken).toMatchObject({ done_at: 1000, broken_at: 3000, skipped_at: null })
    expect(stateOf('todo', broken)).toBe('broken')
    expect(nextRow('portIn', broken, 'todo', 4000)).toBe(broken)
    expect(nextRow('portIn', broken, 'unknown', 4000)).toBe(broken)
    expect(nextRow('portIn', broken, 'done', 5000)).toMatchObject({ done_at: 5000, broken_at: null })
  })

  it('that was never done and is skipped stays skipped', () => {
    const skipped = { name: 'sending', done_at: null, broken_at: null, skipped_at: 1 }
    expect(stateOf('todo', nextRow('sending', skipped, 'todo', 2))).toBe('skipped')
    expect(stateOf('done', nextRow('sending', skipped, 'done', 2))).toBe('done')
  })
})
