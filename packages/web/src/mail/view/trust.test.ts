import type { AuthResult } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { judgeSender } from './trust.ts'

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
