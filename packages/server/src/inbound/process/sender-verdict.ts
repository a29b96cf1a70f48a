/** What the sender checks say, and what they say when they could not be made. Plain data, apart from the checks themselves. */
import type { MailDetail } from '@yanshu/contract'

export type SenderChecks = MailDetail['auth']
export type CheckResult = SenderChecks['spf']

/** What one check found, before it is put into words; those it brings itself are more to the point. */
export type Said = Pick<CheckResult, 'result' | 'domain'> & Partial<Pick<CheckResult, 'detail'>>

/** The domain of an address, spelt as DMARC compares it. Not by a pattern: a domain of dots would take it very long. */
export function authorDomain(address: string): string {
  let end = address.length
  while (address[end - 1] === '.') end--
  return address.slice(address.lastIndexOf('@') + 1, end).toLowerCase()
}

const results = new Set<string>(['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'])
export const asResult = (value: string | undefined): CheckResult['result'] =>
  (value !== undefined && results.has(value) ? value : 'none') as CheckResult['result']

/** Of what mailauth found: nothing at all where it had nothing to go by. */
export const saidBy = (found: { status?: { result?: string }; domain?: string } | false | undefined): Said =>
  found
    ? { result: asResult(found.status?.result), domain: found.domain ?? '' }
    : { result: 'none', domain: '' }

const temporary: CheckResult = {
  result: 'temperror',
  domain: '',
  detail: '域名查询没有及时回答，暂时无法判断',
}
const noChain: CheckResult = { result: 'none', domain: '', detail: '没有转发链' }

export const uncheckedSender: SenderChecks = {
  spf: temporary,
  dkim: temporary,
  dmarc: temporary,
  arc: noChain,
}

const own: CheckResult = { result: 'pass', domain: '', detail: '本站的邮箱发出，发件人已经登录' }

/** Mail that never left the house: who sent it was known before it was sent. */
export const ownSender: SenderChecks = {
  spf: own,
  dkim: own,
  dmarc: own,
  arc: { result: 'none', domain: '', detail: '没有转发链' },
}

type Doubt = Pick<CheckResult, 'result' | 'detail'>
const doubted = (check: CheckResult, doubt: Doubt): CheckResult =>
  check.result === 'pass' ? { ...check, ...doubt } : check

const twice: Doubt = { result: 'neutral', detail: '信头有重复的，签名作证的不一定是显示的这一份' }

/**
 * A field that stands twice: we show the first, a signature vouches for the last (RFC 6376, section 5.4.2). So a
 * signature proves nothing about what is shown; that the server may send for the domain does, as long as there is one From.
 */
export function withDoubleFields(checks: SenderChecks, fromTwice: boolean): SenderChecks {
  const byServer = checks.spf.result === 'pass' && checks.spf.domain === checks.dmarc.domain && !fromTwice
  return {
    ...checks,
    dkim: doubted(checks.dkim, twice),
    dmarc: byServer ? checks.dmarc : doubted(checks.dmarc, twice),
    arc: doubted(checks.arc, twice),
  }
}

const another = '验证的不是显示的这个发件人'

/** The author who was judged is not the one who is shown: whatever is proven, it is nothing about who is shown. */
export function ofAnotherAuthor(checks: SenderChecks): SenderChecks {
  return {
    ...checks,
    dkim: doubted(checks.dkim, { result: 'neutral', detail: another }),
    dmarc: doubted(checks.dmarc, { result: 'fail', detail: `${another}，可能是冒充的` }),
    arc: doubted(checks.arc, { result: 'neutral', detail: another }),
  }
}
