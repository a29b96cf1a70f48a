import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { createGuardedFetch } from '../../outside/guarded-fetch.ts'
import {
  aliyunKey,
  cloudflareToken,
  type FakeProvider,
  startAliyun,
  startCloudflare,
  startDnspod,
  tencentKey,
} from '../../testing/dns-providers.ts'
import { planChanges } from '../plan-changes.ts'
import { openAliyun, signAliyun } from './aliyun.ts'
import { openCloudflare } from './cloudflare.ts'
import { openDnspod } from './dnspod.ts'
import { type Credentials, type KeptRecord, ProviderError, type Zone, type ZoneChange } from './zone.ts'

const zone = 'example.com'
const domain = 'mail.example.com'
const deps = { clock: systemClock, fetch: createGuardedFetch({ allowPrivate: ['127.0.0.1'] }) }

const providers: readonly {
  name: string
  start: (zone: string) => Promise<FakeProvider>
  good: Credentials
  bad: readonly Credentials[]
  open: (url: string, credentials: Credentials, name?: string) => Promise<Zone>
}[] = [
  {
    name: 'Cloudflare',
    start: startCloudflare,
    good: { token: cloudflareToken },
    bad: [{ token: 'another' }, { token: '' }, { token: 'a\r\nb' }],
    open: (url, credentials, name = domain) =>
      openCloudflare({ ...deps, cloudflareUrl: url }, credentials, name),
  },
  {
    name: 'Aliyun',
    start: startAliyun,
    good: aliyunKey,
    bad: [{ ...aliyunKey, accessKeySecret: 'wrong' }, { ...aliyunKey, accessKeyId: 'unknown' }, {}],
    open: (url, credentials, name = domain) =>
      openAliyun({ ...deps, aliyunUrl: `${url}/` }, credentials, name),
  },
  {
    name: 'DNSPod',
    start: startDnspod,
    good: tencentKey,
    bad: [{ ...tencentKey, secretKey: 'wrong' }, { ...tencentKey, secretId: 'unknown' }, {}],
    open: (url, credentials, name = domain) =>
      openDnspod({ ...deps, dnspodUrl: `${url}/` }, credentials, name),
  },
]

const longKey = `v=DKIM1; k=rsa; p=${'A'.repeat(390)}`
const wanted = [
  { kind: 'mx', name: domain, type: 'MX', value: '10 mx.host.test', settable: true },
  { kind: 'spf', name: domain, type: 'TXT', value: 'v=spf1 mx ~all', settable: true },
  { kind: 'dkimRsa', name: `s1._domainkey.${domain}`, type: 'TXT', value: longKey, settable: true },
  {
    kind: 'autoconfig',
    name: `_submissions._tcp.${domain}`,
    type: 'SRV',
    value: '0 1 465 mx.host.test',
    settable: true,
  },
  { kind: 'mtaSts', name: `mta-sts.${domain}`, type: 'CNAME', value: 'www.host.test', settable: true },
] as const

describe.each(providers)('$name', ({ start, good, bad, open }) => {
  let provider: FakeProvider
  beforeEach(async () => {
    provider = await start(zone)
    // There are so many records at one name that they come in pages, and ours is the last.
    for (let n = 0; n < 230; n++)
      provider.records.push({ id: `t${n}`, name: domain, type: 'TXT', value: `note ${n}`, ttl: 600 })
    provider.records.push(
      { id: '1', name: domain, type: 'TXT', value: 'v=spf1 include:other.test -all', ttl: 1200 },
      { id: '2', name: domain, type: 'MX', value: '5 old.test', ttl: 600 },
      { id: '3', name: 'www.example.com', type: 'A', value: '9.9.9.9', ttl: 600 },
      { id: '4', name: zone, type: 'TXT', value: 'v=spf1 -all', ttl: 600 },
    )
  })
  afterEach(() => provider.stop())

  const names = wanted.map(record => record.name)
  const toZone = (now: readonly KeptRecord[], plan = planChanges(wanted, now)): ZoneChange[] =>
    plan.map(({ action, before, after }): ZoneChange => {
      const kept = now.find(
        one => one.name === before?.name && one.type === before.type && one.value === before.value,
      )
      if (action === 'create' && after) return { action, record: after }
      if (!kept) throw new Error('not there')
      return action === 'update' && after
        ? { action, before: kept, record: after }
        : { action: 'delete', before: kept }
    })
  const without = (records: FakeProvider['records']) => records.map(({ id: _, ...rest }) => rest)

  it('reads all pages, makes exactly the planned changes, and finds them again', async () => {
    const opened = await open(provider.url, good)
    const before = structuredClone(provider.records)
    const now = await opened.recordsAt(names)
    expect(now).toHaveLength(232)
    expect(now).toContainEqual(expect.objectContaining({ type: 'MX', value: '5 old.test' }))
    const done: number[] = []
    await opened.change(toZone(now), now, async index => void done.push(index))
    expect(done).toEqual([0, 1, 2, 3, 4, 5])
    const untouched = before.filter(record => !['1', '2'].includes(record.id))
    expect(provider.records).toEqual(expect.arrayContaining(untouched))
    const made = without(provider.records.filter(record => !untouched.some(one => one.id === record.id)))
    expect(made.map(({ ttl: _, ...record }) => record)).toEqual(
      expect.arrayContaining([
        { name: domain, type: 'MX', value: '10 mx.host.test' },
        { name: domain, type: 'TXT', value: 'v=spf1 mx include:other.test -all' },
        { name: `s1._domainkey.${domain}`, type: 'TXT', value: longKey },
        { name: `_submissions._tcp.${domain}`, type: 'SRV', value: '0 1 465 mx.host.test' },
        { name: `mta-sts.${domain}`, type: 'CNAME', value: 'www.host.test' },
      ]),
    )
    // An updated record keeps its time to live, and the next plan finds nothing left to do.
    expect(made.find(record => record.value.startsWith('v=spf1'))?.ttl).toBe(1200)
    expect(planChanges(wanted, await opened.recordsAt(names))).toEqual([])
  })

  it('tells of each change as it is made, so that those before a refusal are known', async () => {
    const opened = await open(provider.url, good)
    const now = await opened.recordsAt(names)
    provider.refuseAfter = 2
    const done: number[] = []
    const failing = opened.change(toZone(now), now, async index => void done.push(index))
    await expect(failing).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('没有接受'),
    })
    expect(done).toEqual([0, 1])
  })

  it.each(bad.map((credentials, index) => [index, credentials] as const))(
    'says that the key is not accepted (%i)',
    async (_, credentials) => {
      await expect(open(provider.url, credentials)).rejects.toMatchObject({ reason: 'credentials' })
    },
  )

  it('says that there is no such zone, that it is asked too often, and that nobody is there', async () => {
    await expect(open(provider.url, good, 'elsewhere.org')).rejects.toMatchObject({ reason: 'zone' })
    provider.throttled = true
    await expect(open(provider.url, good)).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('太频繁'),
    })
    await expect(open('http://127.0.0.1:1', good)).rejects.toBeInstanceOf(ProviderError)
  })

  it('is asked for the zone from the domain upwards, and not further than to the one that is there', async () => {
    await open(provider.url, good)
    expect(provider.asked).toHaveLength(2)
    expect(provider.asked[0]).toContain('mail.example.com')
  })
})

describe('the signature of Aliyun', () => {
  it('is that of the example in the documentation', () => {
    const parameters = {
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      Format: 'XML',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    }
    expect(signAliyun(parameters, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
  })
})
