import { describe, expect, it } from 'vitest'
import { type DomainReports, dayOf, headline, type MailSource, sourceSays } from './words.ts'

const source: MailSource = {
  ...{ group: 'unknown', isServer: false, name: '', network: '192.0.2.0/24', addresses: [], addressCount: 1 },
  ...{ mails: 3, stopped: 0, verdict: 'none', perDay: [] },
}
const reports: DomainReports = {
  ...{ since: '2026-11-01T00:00:00.000Z', policy: 'quarantine', passed: [199], forwarded: [0], failed: [1] },
  ...{ sources: [source], otherMails: 0, tls: [], reports: 1, orgs: ['a'], lastAt: null, lastOrg: 'a' },
}

describe('the verdict on the reports', () => {
  it('never says all while something failed', () => {
    expect(headline(reports).lead).toBe('发出的信 99% 证明得了是你；还有 1 处来源要认。')
    expect(headline({ ...reports, passed: [1999] }).lead).toContain(' 99% ')
    expect(headline({ ...reports, passed: [0], failed: [5] }).lead).toContain('不到 1%')
    expect(headline({ ...reports, failed: [0], sources: [] })).toEqual({
      lead: '发出的信全部证明得了是你。',
      rest: '现在的策略是 quarantine，冒名信进对方的垃圾箱。可以放心改成 reject。',
    })
  })

  it('says what a stricter policy would refuse, and nothing where there is none stricter', () => {
    expect(headline(reports).rest).toContain('这些天会拒掉 1 封')
    expect(headline({ ...reports, policy: 'reject' }).rest).toBe('现在的策略是 reject，冒名信被直接拒收。')
    expect(headline({ ...reports, passed: [0], failed: [0], policy: '' })).toEqual({
      lead: '这些天没有人报告过以你的名义发出的信。',
      rest: '',
    })
  })
})

it('says of a stranger what became of his mail', () => {
  expect(sourceSays(source)).toBe('不认识的话，多半是冒名。收信方照收了。')
  expect(sourceSays({ ...source, stopped: 3 })).toContain('都被挡下了')
  expect(sourceSays({ ...source, stopped: 2 })).toContain('其中 2 封被挡下了')
})

it('counts days as the reports do, whatever the zone', () => {
  expect(dayOf('2026-10-31T00:00:00.000Z', 1)).toBe('11月1日')
})
