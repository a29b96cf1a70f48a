import { describe, expect, it } from 'vitest'
import { type SpamFacts, spamScore } from './spam-score.ts'

const honest: SpamFacts = {
  subject: '您的订单已发货',
  fromName: '京东',
  fromAddress: 'notice@jd.com',
  hasDate: true,
  hasMessageId: true,
  textLength: 500,
  htmlLength: 2000,
  linkCount: 10,
  remoteImages: 3,
  attachmentNames: ['invoice.pdf'],
  hasCode: false,
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
}
const score = (change: Partial<SpamFacts>) => spamScore({ ...honest, ...change })

describe('the spam score', () => {
  it('of an honest mail is 0', () => expect(score({})).toEqual({ score: 0, rules: [] }))

  it.each<[string, Partial<SpamFacts>]>([
    ['dmarc-fail', { dmarc: 'fail' }],
    ['spf-fail', { spf: 'fail' }],
    ['spf-softfail', { spf: 'softfail' }],
    ['dkim-fail', { dkim: 'fail' }],
    ['no-date', { hasDate: false }],
    ['no-message-id', { hasMessageId: false }],
    ['bait-words', { subject: '专业代开发票' }],
    ['bait-words', { fromName: 'Online CASINO' }],
    ['shouting', { subject: 'BUY NOW LIMITED OFFER' }],
    ['name-pretends-address', { fromName: 'admin@bank.com', fromAddress: 'x@evil.example' }],
    ['executable', { attachmentNames: ['photo.jpg', 'invoice.pdf.EXE'] }],
    ['only-image', { textLength: 3 }],
    ['many-links', { linkCount: 61 }],
  ])('rises by the rule %s', (rule, change) => {
    const verdict = score(change)
    expect(verdict.rules).toEqual([rule])
    expect(verdict.score).toBeGreaterThan(0)
  })

  it('never makes spam of a mail by one rule alone, nor of one with a code and a failed SPF', () => {
    expect(score({ dmarc: 'fail' }).score).toBeLessThan(5)
    expect(score({ hasCode: true, spf: 'fail', hasDate: false, hasMessageId: false }).score).toBeLessThan(5)
  })

  it('is above the usual line for an impostor with a program', () => {
    const verdict = score({
      fromName: 'admin@bank.com',
      fromAddress: 'x@evil.example',
      dmarc: 'fail',
      attachmentNames: ['a.scr'],
    })
    expect(verdict.score).toBeGreaterThanOrEqual(5)
  })

  it('does not take a name with the own address in it for a pretence', () => {
    expect(score({ fromName: 'Ann <ann@mail.jd.com>', fromAddress: 'ann@mail.jd.com' }).rules).toEqual([])
    expect(score({ fromName: 'notice@jd.com' }).rules).toEqual([])
  })

  it('does not take a look-alike of the own domain for the own', () => {
    expect(score({ fromName: 'a@jd.com', fromAddress: 'x@evil-jd.com' }).rules).toEqual([
      'name-pretends-address',
    ])
  })

  it('is never below 0, and forgives a code only where the sender is not known to be false', () => {
    expect(score({ hasCode: true }).score).toBe(0)
    expect(score({ hasCode: true, dmarc: 'fail' }).score).toBe(3)
  })
})
