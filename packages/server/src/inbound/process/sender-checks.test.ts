/** Tests which results about a sender are remembered, and which never are. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkSender } from './sender-checks.ts'

const records: Readonly<Record<string, string>> = {
  'bank.test': 'v=spf1 ip4:192.0.2.1 -all',
  'many.test': 'v=spf1 exists:%{l}.%{h}.allowed.test -all',
  '_dmarc.bank.test': 'v=DMARC1; p=reject',
}

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A DNS whose questions are counted, and that may fall silent for some of them. */
function setUp(silent: (name: string) => boolean = () => false) {
  const asked: string[] = []
  const dns = async (name: string, type: string): Promise<unknown> => {
    asked.push(name)
    if (silent(name)) throw failure('ETIMEOUT')
    if (type === 'A' && name === 'good.mx.allowed.test') return ['127.0.0.2']
    const record = type === 'TXT' ? records[name] : undefined
    if (record === undefined) throw failure('ENOTFOUND')
    return [[record]]
  }
  return { dns, asked }
}

type Sent = { author?: string; from?: string; client?: string; helo?: string }

const mail = (author: string) => Buffer.from(`From: Bank <${author}>\r\nSubject: hi\r\n\r\nhello\r\n`)

async function check(dns: Parameters<typeof checkSender>[2], sent: Sent = {}): Promise<string[]> {
  const { author = 'a@bank.test', from = 'a@bank.test', client = '192.0.2.1', helo = 'mx' } = sent
  const { checks } = await checkSender(mail(author), { from, client, helo, host: 'yanshu.test' }, dns)
  const { spf, dkim, dmarc } = checks
  return [spf.result, dkim.result, dmarc.result]
}

afterEach(() => vi.useRealTimers())

describe('a sender that was seen a moment ago', () => {
  it('is judged alike, and nobody is asked or timed again', async () => {
    const { dns, asked } = setUp()
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
    const before = asked.length
    expect(before).toBeGreaterThan(0)
    const timing = vi.spyOn(globalThis, 'setTimeout')
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
    expect(await check(dns, { author: 'someone.else@bank.test' })).toEqual(['pass', 'none', 'pass'])
    expect(timing).not.toHaveBeenCalled()
    timing.mockRestore()
    expect(asked.length).toBe(before)
  })

  it('lends its verdict to no other server, envelope, greeting or author', async () => {
    const { dns } = setUp()
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
    expect(await check(dns, { client: '198.51.100.7' })).toEqual(['fail', 'none', 'fail'])
    expect(await check(dns, { from: 'a@evil.test' })).toEqual(['none', 'none', 'fail'])
    expect(await check(dns, { author: 'a@evil.test' })).toEqual(['pass', 'none', 'none'])
    const many = { author: 'a@many.test', from: 'good@many.test', helo: 'mx' }
    expect(await check(dns, many)).toEqual(['pass', 'none', 'none'])
    expect(await check(dns, { ...many, from: 'bad@many.test' })).toEqual(['fail', 'none', 'none'])
    expect(await check(dns, { ...many, helo: 'other' })).toEqual(['fail', 'none', 'none'])
  })

  it('is known to the DNS that was asked, and to no other', async () => {
    const { dns } = setUp()
    expect(await check(async () => Promise.reject(failure('ENOTFOUND')))).toEqual(['none', 'none', 'none'])
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
  })

  it('is asked about once by all that come together', async () => {
    const { dns, asked } = setUp()
    const all = await Promise.all(Array.from({ length: 20 }, () => check(dns)))
    expect(new Set(all.map(String))).toEqual(new Set(['pass,none,pass']))
    expect(new Set(asked).size).toBe(asked.length)
  })
})

describe('a DNS that does not answer', () => {
  it('leaves nothing to be remembered', async () => {
    let isSilent = true
    const { dns } = setUp(() => isSilent)
    expect(await check(dns)).toEqual(['temperror', 'none', 'temperror'])
    isSilent = false
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
  })

  it('is asked again where a verdict was found without its answer', async () => {
    const { dns, asked } = setUp(name => name === '_dmarc.test')
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
    expect(await check(dns)).toEqual(['pass', 'none', 'pass'])
    expect(asked.filter(name => name === '_dmarc.test')).toHaveLength(2)
    expect(asked.filter(name => name === 'bank.test')).toHaveLength(1)
  })

  it('leaves open whether the author is proven, and condemns those whom its answer could not prove', async () => {
    const { dns } = setUp(name => name === 'bank.test' || name === 'other.test')
    expect(await check(dns)).toEqual(['temperror', 'none', 'temperror'])
    expect(await check(dns, { from: 'a@other.test' })).toEqual(['temperror', 'none', 'fail'])
    expect(await check(dns, { from: 'a@third.test' })).toEqual(['none', 'none', 'fail'])
  })

  it('holds up nobody for long, neither who asked first nor who shares the question', async () => {
    // Work that is no timer goes on in real turns of the loop, also while the clock stands.
    const turn = setImmediate
    const settle = async () => {
      for (let turns = 0; turns < 100; turns++) await new Promise(resolve => turn(resolve))
    }
    vi.useFakeTimers()
    const never = () => new Promise<never>(() => undefined)
    const results: string[][] = []
    const note = (result: string[]) => results.push(result)
    void check(never).then(note)
    await settle()
    await vi.advanceTimersByTimeAsync(2000)
    void check(never).then(note)
    await settle()
    await vi.advanceTimersByTimeAsync(500)
    await settle()
    expect(results).toEqual([['temperror', 'temperror', 'temperror']])
    await vi.advanceTimersByTimeAsync(2000)
    await settle()
    expect(results).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
