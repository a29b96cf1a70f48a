/** What the page says of certificates. */
import type { Authority, Certificate, CertificatePurpose, CertificateState } from '@yanshu/contract'
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'

type Look = { tone: 'plain' | 'good' | 'wait' | 'bad'; icon: LucideIcon; says: string }

export const stateLooks: Readonly<Record<CertificateState, Look>> = {
  good: { tone: 'good', icon: CircleCheck, says: '正常' },
  working: { tone: 'plain', icon: LoaderCircle, says: '正在签' },
  failing: { tone: 'wait', icon: TriangleAlert, says: '续不上' },
  waiting: { tone: 'plain', icon: CircleDashed, says: '等解析' },
  refused: { tone: 'bad', icon: CircleX, says: '没签成' },
  none: { tone: 'plain', icon: CircleDashed, says: '还没有' },
  untrusted: { tone: 'wait', icon: TriangleAlert, says: '不受信任' },
  ended: { tone: 'bad', icon: CircleX, says: '已过期' },
}

export const purposes: Readonly<Record<CertificatePurpose, { title: string; says: string }>> = {
  site: { title: '网站', says: '浏览器打开时看到的' },
  mail: { title: '收信', says: '别的邮局送信来时看到的' },
  domain: { title: '客户域名', says: '别人的域名上由我们答话的名字' },
}

const hosts: readonly (readonly [string, string])[] = [
  ['mta-sts.', 'MTA-STS 策略'],
  ['autoconfig.', '邮件程序的设置'],
  ['autodiscover.', '邮件程序的设置'],
]

export function aboutName({ name, purpose, domain }: Certificate): string {
  if (purpose === 'site') return '打开网页'
  if (purpose === 'mail') return '收信、提交和取信的端口'
  const [, what] = hosts.find(([start]) => name.startsWith(start)) ?? []
  return what === undefined ? domain : `${domain} 的${what}`
}

export function issuerText({ source, issuer }: Certificate): string {
  if (source === 'file') return '自己带的文件'
  return source === 'authority' ? issuer : '先用自签的'
}

const dayMs = 86_400_000

export const daysLeft = (until: string, now: Date): number =>
  Math.floor((Date.parse(until) - now.getTime()) / dayMs)

export const leftText = (until: string, now: Date): string => {
  const days = daysLeft(until, now)
  return days >= 0 ? `还有 ${days} 天` : '已经过期'
}

/** How much of its time is over, in percent. */
export function overPercent({ validFrom, validUntil }: Certificate, now: Date): number {
  if (validFrom === null || validUntil === null) return 0
  const [from, until] = [Date.parse(validFrom), Date.parse(validUntil)]
  const over = ((now.getTime() - from) / Math.max(until - from, 1)) * 100
  return Math.round(Math.min(Math.max(over, 0), 100))
}

/** One sentence about all of them. */
export function verdictText(list: readonly Certificate[], now: Date): string {
  const good = list.filter(({ state }) => state === 'good').length
  if (good === list.length) return list.length === 1 ? '这个名字好好的' : `${good} 个名字都好好的`
  const count = (...states: CertificateState[]) => list.filter(({ state }) => states.includes(state)).length
  const failing = list.filter(({ state }) => state === 'failing')
  const soonest = Math.min(...failing.map(({ validUntil }) => daysLeft(validUntil ?? '', now)))
  const parts = [
    failing.length > 0 && `${failing.length} 个续不上，旧的还能用 ${soonest} 天`,
    count('ended') > 0 && `${count('ended')} 个已过期`,
    count('refused') > 0 && `${count('refused')} 个没签成`,
    count('untrusted') > 0 && `${count('untrusted')} 个不受信任`,
    count('waiting') > 0 && `${count('waiting')} 个在等解析`,
    count('working') > 0 && `${count('working')} 个正在签`,
    count('none') > 0 && `${count('none')} 个还没有`,
  ].filter(part => part !== false)
  return `${list.length} 个名字里 ${good} 个好好的；${parts.join('；')}`
}

const known: readonly (readonly [string, string])[] = [
  ['letsencrypt.org', "Let's Encrypt"],
  ['zerossl.com', 'ZeroSSL'],
  ['pki.goog', 'Google'],
]

export function authorityName({ directory }: Authority): string {
  const host = URL.parse(directory)?.hostname ?? directory
  return known.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1] ?? host
}

export const ways: Readonly<Record<Authority['way'], string>> = {
  auto: '先 80 端口，不行再 DNS',
  http: '只用 80 端口',
  dns: '只用 DNS',
}
