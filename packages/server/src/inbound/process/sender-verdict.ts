/** What the sender checks say, and what they say when they could not be made. Plain data, apart from the checks themselves. */
import type { MailDetail } from '@yanshu/contract'

export type SenderChecks = MailDetail['auth']
export type CheckResult = SenderChecks['spf']

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
