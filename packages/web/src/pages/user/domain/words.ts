/** The words of the page about domains and their records. */
import type { DnsKind, DnsProvider, DnsRecord, DnsState, Domain } from '@yanshu/contract'

export const stateNames: Readonly<Record<DnsState, string>> = {
  ok: '正常',
  missing: '缺失',
  wrong: '错误',
  unknown: '未知',
}

type KindWords = { name: string; what: string }

export const kindWords: Readonly<Record<DnsKind, KindWords>> = {
  ownership: { name: '所有权', what: '证明域名是你的' },
  mx: { name: '收信服务器', what: '信送到哪台机器' },
  host: { name: '服务器地址', what: '收信机器的 IP' },
  spf: { name: 'SPF', what: '谁可以替你发信' },
  dkimRsa: { name: 'DKIM（RSA）', what: '给每封信签名' },
  dkimEd25519: { name: 'DKIM（Ed25519）', what: '更短的第二把签名' },
  dmarc: { name: 'DMARC', what: '对冒名信怎么办' },
  ptr: { name: '反向解析', what: 'IP 报得出自己的名字' },
  mtaSts: { name: 'MTA-STS', what: '要求对方加密送信' },
  tlsRpt: { name: 'TLS 报告', what: '加密出问题时收到报告' },
  autoconfig: { name: '自动配置', what: '邮件程序找到服务器' },
  dnsbl: { name: '黑名单', what: '服务器有没有坏名声' },
}

export const recordGroups: readonly { title: string; kinds: readonly DnsKind[] }[] = [
  { title: '收信', kinds: ['ownership', 'mx', 'host'] },
  { title: '发信', kinds: ['spf', 'dkimRsa', 'dkimEd25519', 'dmarc', 'ptr'] },
  { title: '加固与名声', kinds: ['mtaSts', 'tlsRpt', 'autoconfig', 'dnsbl'] },
]

export const providerNames: Readonly<Record<DnsProvider, string>> = {
  cloudflare: 'Cloudflare',
  aliyun: '阿里云',
  dnspod: '腾讯云 DNSPod',
  rfc2136: '自建（RFC 2136）',
}

/** Under the name in the list. */
export function domainLine(domain: Domain): string {
  if (!domain.verified) return '等待所有权验证'
  if (domain.todo > 0) return `还差 ${domain.todo} 条记录`
  return domain.checkedAt === null ? '还没有检查过' : `共 ${domain.mailboxes} 个邮箱`
}

const isBad = (record: DnsRecord): boolean => record.state === 'missing' || record.state === 'wrong'

/** The verdict: whether mail comes in, and what is left to do. */
export function verdictOf(domain: Domain, records: readonly DnsRecord[]): { lead: string; rest: string } {
  if (!domain.verified)
    return { lead: '先证明域名是你的。', rest: '加上下面这条 TXT 记录，查到之后域名就生效。' }
  const bad = records.filter(isBad)
  const unknown = records.filter(record => record.state === 'unknown' && record.checkedAt !== null)
  if (records.every(record => record.state === 'unknown'))
    return unknown.length === 0
      ? { lead: '还没有查过。', rest: '点“检查”，看看记录设好了没有。' }
      : { lead: '这次没有查成。', rest: '域名解析服务器没有回答，记录是好是坏都不知道，稍后再查。' }
  const isWay = (record: DnsRecord) => record.kind === 'mx' || record.kind === 'host'
  const receives = !bad.some(isWay)
  const lead = !receives ? '现在收不到信。' : unknown.some(isWay) ? '收信那几条没有查成。' : '收信没有问题。'
  if (bad.length === 0)
    return { lead, rest: unknown.length === 0 ? '全部记录都正常。' : '查到的都正常，没有查成的稍后再查。' }
  const missing = bad.filter(record => record.state === 'missing').length
  const wrong = bad.length - missing
  const todo = [missing > 0 && `补上缺的 ${missing} 条`, wrong > 0 && `改对 ${wrong} 条`]
    .filter(Boolean)
    .join('、')
  return { lead, rest: receives ? `${todo}，发出的信会更少进垃圾箱。` : `请${todo}。` }
}

/** 58 个邮箱，开放注册，在商店出售。 */
export function metaOf(domain: Domain, showsOwner: boolean): string {
  const parts = [
    domain.verified && `${domain.mailboxes} 个邮箱`,
    domain.open && '开放注册',
    domain.store && '在商店出售',
    showsOwner && domain.ownerName !== null && `属于 ${domain.ownerName}`,
  ].filter(Boolean)
  return parts.join('，')
}

export type ScoreTone = 'good' | 'wait' | 'bad' | 'none'

export function scoreTone(score: number | null): ScoreTone {
  if (score === null) return 'none'
  return score >= 90 ? 'good' : score >= 60 ? 'wait' : 'bad'
}
