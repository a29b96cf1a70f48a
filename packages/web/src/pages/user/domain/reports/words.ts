/** The words of the reports about a domain. */
import type { AnswerOf, Calls } from '@yanshu/contract'

export type DomainReports = AnswerOf<Calls['getDomainReports']>
export type MailSource = DomainReports['sources'][number]
export type TlsHost = DomainReports['tls'][number]

export const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)

export const groupNames: Readonly<Record<MailSource['group'], { title: string; what: string }>> = {
  unknown: { title: '没见过的', what: '认一认，再收紧' },
  own: { title: '自己的', what: '不用管' },
  forward: { title: '转发', what: '多半不用管' },
}

export const verdictNames: Readonly<Record<MailSource['verdict'], string>> = {
  both: 'SPF 和 DKIM 都通过',
  spf: '只有 SPF 通过',
  dkim: 'SPF 断了，DKIM 还在',
  otherSpf: 'SPF 过，但不是你的域名',
  broken: 'SPF 和 DKIM 都断了',
  none: 'SPF 和 DKIM 都不过',
}

export function sourceName({ isServer, name, network }: MailSource): string {
  if (isServer) return '这台服务器'
  if (name !== '') return name
  return network === '' ? '其余的地址' : network
}

function strangerSays({ verdict, mails, stopped }: MailSource): string {
  const fate =
    stopped === 0
      ? '收信方照收了。'
      : stopped === mails
        ? '都被挡下了。'
        : `其中 ${stopped.toLocaleString('zh-CN')} 封被挡下了。`
  return verdict === 'otherSpf'
    ? `可能是同事在用的发信服务，是的话给它配一把 DKIM。${fate}`
    : `不认识的话，多半是冒名。${fate}`
}

export function sourceSays(source: MailSource): string {
  const { group, verdict, isServer } = source
  if (group === 'unknown') return strangerSays(source)
  if (group === 'forward')
    return verdict === 'dkim'
      ? '签名没坏，对方认得出是你，算通过。'
      : '转发时改动了信，签名断了；收紧后这些可能被拒。'
  if (verdict === 'none') return '从本站发出，却没有一样对得上，请看解析记录。'
  if (verdict === 'spf') return '来路对得上，但没有签名，或签名没有通过。'
  return isServer ? '本站发出的信，签名和来路都对得上。' : '来路在 SPF 里，算自己的。'
}

const policyWords: Readonly<Record<string, string>> = {
  none: '现在的策略是 none，冒名信照样送到。',
  quarantine: '现在的策略是 quarantine，冒名信进对方的垃圾箱。',
  reject: '现在的策略是 reject，冒名信被直接拒收。',
}

const mailsText = (count: number): string => `${count.toLocaleString('zh-CN')} 封`

/** The share that is rounded never says all while something failed. */
function shareText(part: number, whole: number): string {
  if (part === whole) return '全部'
  const percent = Math.floor((100 * part) / whole)
  return percent === 0 ? '不到 1%' : `${percent}%`
}

export function headline(reports: DomainReports): { lead: string; rest: string } {
  const good = sum(reports.passed) + sum(reports.forwarded)
  const failed = sum(reports.failed)
  const strangers = reports.sources.filter(({ group }) => group === 'unknown').length
  const policy = policyWords[reports.policy] ?? ''
  if (good + failed === 0) return { lead: '这些天没有人报告过以你的名义发出的信。', rest: policy }
  const share = `发出的信${good === good + failed ? '全部' : ` ${shareText(good, good + failed)} `}证明得了是你`
  if (failed === 0) {
    const rest = reports.policy === 'reject' ? policy : `${policy}可以放心改成 reject。`
    return { lead: `${share}。`, rest }
  }
  const left = strangers === 0 ? '' : `；还有 ${strangers} 处来源要认`
  const risk =
    reports.policy === 'reject' ? '' : `改成 reject 就直接拒收，这些天会拒掉 ${mailsText(failed)}。`
  return { lead: `${share}${left}。`, rest: `${policy}${risk}` }
}

const failures: Readonly<Record<string, string>> = {
  'starttls-not-supported': '没有提供加密',
  'certificate-host-mismatch': '证书的名字不符',
  'certificate-expired': '证书过期了',
  'certificate-not-trusted': '证书不被信任',
  'validation-failure': '加密没有谈成',
  'tlsa-invalid': 'TLSA 记录有错',
  'dnssec-invalid': 'DNSSEC 有错',
  'dane-required': '对方要求 DANE',
  'sts-policy-fetch-error': '读不到 MTA-STS 策略',
  'sts-policy-invalid': 'MTA-STS 策略有错',
  'sts-webpki-invalid': '策略网站的证书有错',
}

export const failureText = (failure: string): string => failures[failure] ?? '没有说明原因'

/** The day after so many days, as the reports count them: in UTC. */
export function dayOf(since: string, index: number): string {
  const day = new Date(Date.parse(since) + index * 86_400_000)
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日`
}
