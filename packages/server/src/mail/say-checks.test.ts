import { describe, expect, it } from 'vitest'
import { sayChecks } from './say-checks.ts'
import { asKeptNow, ofAnotherAuthor, ownSender, type Said, uncheckedSender } from './sender-verdict.ts'

const passed: Said = { result: 'pass', domain: 'bank.test' }
const none: Said = { result: 'none', domain: '' }

describe('the sender checks of a mail', () => {
  it('say what each result means', () => {
    expect(sayChecks({ spf: passed, dkim: none, dmarc: passed, arc: none })).toEqual({
      spf: { ...passed, detail: '发信服务器在该域名允许的名单里' },
      dkim: { ...none, detail: '没有签名' },
      dmarc: { ...passed, detail: '发件人域名与验证结果一致' },
      arc: { ...none, detail: '没有转发链' },
    })
  })

  it('have words of their own for each result that a check may have', () => {
    const possible = {
      spf: ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'],
      dkim: ['pass', 'fail', 'policy', 'neutral', 'none', 'temperror', 'permerror'],
      dmarc: ['pass', 'fail', 'neutral', 'none', 'temperror', 'permerror'],
      arc: ['pass', 'fail', 'neutral', 'none', 'temperror'],
    } as const
    const said = [
      ...possible.spf.map(result => sayChecks({ ...ownSender, spf: { result, domain: '' } }).spf),
      ...possible.dkim.map(result => sayChecks({ ...ownSender, dkim: { result, domain: '' } }).dkim),
      ...possible.dmarc.map(result => sayChecks({ ...ownSender, dmarc: { result, domain: '' } }).dmarc),
      ...possible.arc.map(result => sayChecks({ ...ownSender, arc: { result, domain: '' } }).arc),
    ].map(({ detail }) => detail)
    expect(new Set(said).size).toBe(said.length)
  })

  it('say more where there is more to say', () => {
    const { spf, dkim, dmarc } = sayChecks(ofAnotherAuthor({ ...ownSender, dkim: passed, dmarc: passed }))
    expect([spf.detail, dkim.detail, dmarc.detail]).toEqual([
      '本站的邮箱发出，发件人已经登录',
      '验证的不是显示的这个发件人',
      '验证的不是显示的这个发件人，可能是冒充的',
    ])
    const late = '域名查询没有及时回答，暂时无法判断'
    expect(sayChecks(uncheckedSender).dkim).toEqual({ result: 'temperror', domain: '', detail: late })
  })

  it('call a weak signature weak that an earlier version kept as none', () => {
    const weak = asKeptNow({ ...ownSender, dkim: { result: 'none', domain: 'bank.test' } })
    expect(sayChecks(weak).dkim).toMatchObject({ result: 'policy', detail: expect.stringContaining('太短') })
    const unsigned = { ...ownSender, dkim: none }
    expect(asKeptNow(unsigned)).toEqual(unsigned)
  })

  it('keep the sentences that an earlier version stored with the mail', () => {
    const stored = { ...passed, detail: '当时的说法' }
    expect(sayChecks({ spf: stored, dkim: none, dmarc: none, arc: none }).spf).toEqual(stored)
  })
})
