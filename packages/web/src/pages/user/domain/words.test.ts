import type { DnsRecord, Domain } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import { domainLine, kindWords, recordGroups, scoreTone, verdictOf } from './words.ts'

const domain: Domain = {
  id: 'd',
  name: 'example.com',
  ownerId: null,
  ownerName: null,
  verified: true,
  open: false,
  store: false,
  catchAll: false,
  subdomains: false,
  mailHost: 'mx.example.com',
  ownMailHost: null,
  mailboxes: 3,
  state: 'ok',
  score: 100,
  todo: 0,
  checkedAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
}
const record = (kind: DnsRecord['kind'], state: DnsRecord['state']): DnsRecord => ({
  key: kind,
  kind,
  level: 'should',
  settable: true,
  name: 'example.com',
  type: 'TXT',
  value: '',
  found: [],
  state,
  advice: '',
  checkedAt: null,
  brokenAt: null,
})

describe('the words about a domain', () => {
  it('say first whether mail comes in, then what is left to do', () => {
    const sent = [
      record('mx', 'ok'),
      record('spf', 'wrong'),
      record('mtaSts', 'missing'),
      record('tlsRpt', 'missing'),
    ]
    expect(verdictOf(domain, sent)).toEqual({
      lead: '收信没有问题。',
      rest: '补上缺的 2 条、改对 1 条，发出的信会更少进垃圾箱。',
    })
    expect(verdictOf(domain, [record('mx', 'missing')])).toEqual({
      lead: '现在收不到信。',
      rest: '请补上缺的 1 条。',
    })
    expect(verdictOf(domain, [record('mx', 'ok')]).rest).toBe('全部记录都正常。')
    expect(verdictOf(domain, [record('mx', 'unknown')]).lead).toBe('还没有查过。')
    const silent = (kind: DnsRecord['kind']) => ({
      ...record(kind, 'unknown'),
      checkedAt: '2026-01-01T00:00:00Z',
    })
    expect(verdictOf(domain, [silent('mx'), silent('spf')]).lead).toBe('这次没有查成。')
    expect(verdictOf(domain, [silent('mx'), record('spf', 'ok')])).toEqual({
      lead: '收信那几条没有查成。',
      rest: '查到的都正常，没有查成的稍后再查。',
    })
    expect(verdictOf({ ...domain, verified: false }, []).lead).toBe('先证明域名是你的。')
  })

  it('say in the list what matters most', () => {
    expect(domainLine(domain)).toBe('共 3 个邮箱')
    expect(domainLine({ ...domain, todo: 2 })).toBe('还差 2 条记录')
    expect(domainLine({ ...domain, checkedAt: null })).toBe('还没有检查过')
    expect(domainLine({ ...domain, verified: false, todo: 9 })).toBe('等待所有权验证')
  })

  it('have a place for every kind of record', () => {
    expect(recordGroups.flatMap(group => group.kinds).sort()).toEqual(Object.keys(kindWords).sort())
  })

  it('colour a score by what it means', () => {
    expect([null, 40, 82, 95].map(scoreTone)).toEqual(['none', 'bad', 'wait', 'good'])
  })
})
