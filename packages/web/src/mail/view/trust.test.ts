import type { AuthResult } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { judgeSender, resultNames } from './trust.ts'

const result = (name: AuthResult['result'], domain = 'jd.com'): AuthResult => ({
  result: name,
  domain,
  detail: '',
})

function judge(
  given: Partial<Record<'spf' | 'dkim' | 'dmarc' | 'arc', AuthResult>>,
  address = 'invoice@jd.com',
) {
  const none = result('none', '')
  return judgeSender({
    auth: { spf: none, dkim: none, dmarc: none, arc: none, ...given },
    from: { name: '', address },
  })
}

test('a passed DMARC with a signature is trusted, and unchanged on its way', () => {
  expect(judge({ dmarc: result('pass'), dkim: result('pass') })).toEqual({
    tone: 'good',
    verdict: '来源可信',
    says: '确由 jd.com 发出，途中未被改动',
  })
})

test('a passed DMARC without a signature says nothing about changes', () => {
  expect(judge({ dmarc: result('pass'), spf: result('pass') }).says).toBe('确由 jd.com 发出')
})

test('a valid signature of the sender’s own domain is enough where there is no policy', () => {
  expect(judge({ dkim: result('pass', 'mail.jd.com') }).tone).toBe('good')
})

test('a valid signature of somebody else proves nothing about the sender', () => {
  const trust = judge({ dkim: result('pass', 'sendgrid.net') })
  expect(trust.tone).toBe('wait')
  expect(trust.says).toContain('sendgrid.net')
})

test('a domain that merely ends in the same letters is not the same', () => {
  expect(judge({ dkim: result('pass', 'notjd.com') }).tone).toBe('wait')
})

test('a failed DMARC is doubtful, whatever else passed', () => {
  expect(judge({ dmarc: result('fail'), dkim: result('pass'), spf: result('pass') }).tone).toBe('bad')
})

test('a failed SPF or a broken signature is doubtful', () => {
  expect(judge({ spf: result('fail') }).tone).toBe('bad')
  expect(judge({ dkim: result('fail') }).tone).toBe('bad')
})

test('without any result nothing is claimed', () => {
  expect(judge({}).verdict).toBe('来源未证实')
  expect(judge({}, '').says).toContain('对方')
})

test.each(['evil.com', 'jd.com.evil.com', 'notjd.com', 'mail.jd.com', 'com.jd', ''])(
  'a DMARC that passed for %j is worse than none for jd.com',
  judged => {
    const trust = judge({ dmarc: result('pass', judged), dkim: result('pass'), spf: result('pass') })
    expect(trust).toMatchObject({ tone: 'bad', verdict: '来源存疑' })
  },
)

test('a DMARC that passed for the organisation counts for the domains below it, however they are spelt', () => {
  const passed = { dmarc: result('pass'), dkim: result('pass') }
  expect(judge(passed, 'invoice@mail.jd.com').tone).toBe('good')
  expect(judge(passed, 'invoice@JD.com.').tone).toBe('good')
  expect(judge({ dmarc: result('pass', 'xn--fsqu00a.xn--0zwm56d') }, '用户@信.例子.测试').tone).toBe('good')
  expect(judge(passed, 'invoice@jd.co m').tone).toBe('bad')
  expect(judge(passed, '').tone).toBe('bad')
})

test('mail between our own mailboxes needs no domain: its sender had logged in', () => {
  const own = result('pass', '')
  expect(judge({ spf: own, dkim: own, dmarc: own }).tone).toBe('good')
})

test('what could not be looked up is not said to be missing', () => {
  const trust = judge({ spf: result('temperror'), dmarc: result('temperror') })
  expect(trust).toEqual({ tone: 'wait', verdict: '来源未证实', says: 'jd.com 的凭据暂时查不到' })
})

test('a weak signature is neither trusted nor called missing', () => {
  const weak = judge({ dkim: result('policy') })
  expect(weak).toMatchObject({ tone: 'wait', says: '签名太弱，别人也可能伪造，不能证明是 jd.com' })
  const fromServer = judge({ dkim: result('policy'), spf: result('pass') })
  expect(fromServer).toMatchObject({
    tone: 'wait',
    says: '从 jd.com 认可的服务器发来，但签名太弱，不作数',
  })
})

test('a broken signature is told even where the sender’s own server proves the sender', () => {
  const trust = judge({ dmarc: result('pass'), spf: result('pass'), dkim: result('fail') })
  expect(trust.says).toBe('确由 jd.com 发出，但签名对不上，内容可能被改过')
})

test.each([
  ['softfail', '发来的服务器多半没有得到 jd.com 的认可'],
  ['neutral', 'jd.com 没有说这台服务器能不能替它发信'],
  ['none', 'jd.com 没有留下可核对的凭据'],
  ['permerror', 'jd.com 的凭据有错误，没法核对'],
  ['temperror', 'jd.com 的凭据暂时查不到'],
] as const)('an SPF of %s is said in words of its own', (name, says) => {
  expect(judge({ spf: result(name) })).toEqual({ tone: 'wait', verdict: '来源未证实', says })
})

test.each([
  ['none', '没有签名'],
  ['policy', '签名太弱，不作数'],
  ['temperror', '签名的公钥暂时查不到'],
  ['permerror', '签名有错误'],
  ['neutral', '签名没能确认'],
] as const)('a signature that is %s is said to be so beside a server that may send', (name, says) => {
  const trust = judge({ spf: result('pass'), dkim: result(name, name === 'none' ? '' : 'jd.com') })
  expect(trust.says).toBe(`从 jd.com 认可的服务器发来，但${says}`)
})

test('the results of a check have different names', () => {
  const possible = {
    spf: ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'],
    dkim: ['pass', 'fail', 'policy', 'neutral', 'none', 'temperror', 'permerror'],
    dmarc: ['pass', 'fail', 'neutral', 'none', 'temperror', 'permerror'],
    arc: ['pass', 'fail', 'neutral', 'none', 'temperror'],
  } as const
  for (const check of ['spf', 'dkim', 'dmarc', 'arc'] as const) {
    const names = possible[check].map(name => resultNames[check][name])
    expect(new Set(names).size).toBe(names.length)
  }
})
