/** Whether the sender is who it says, in plain words, from the results of SPF, DKIM, DMARC and ARC (RFC 8601). */
import type { AuthResult, MailDetail } from '@yanshu/contract'

export type Trust = {
  tone: 'good' | 'wait' | 'bad'
  verdict: '来源可信' | '来源未证实' | '来源存疑'
  /** The rest of the sentence. */
  says: string
}

type Judged = Pick<MailDetail, 'auth' | 'from'>

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The same organisation as far as names tell: one is the other or lies under it (RFC 7489, section 3.1, relaxed). */
function isAligned(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a !== '' && b !== '' && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}

export function judgeSender({ auth, from }: Judged): Trust {
  const { spf, dkim, dmarc } = auth
  const domain = domainOf(from.address)
  const signed = dkim.result === 'pass'
  const vouched = isAligned(dkim.domain, domain)
  if (dmarc.result === 'pass' || (dmarc.result !== 'fail' && signed && vouched)) {
    return {
      tone: 'good',
      verdict: '来源可信',
      says: `确由 ${domain} 发出${signed ? '，途中未被改动' : ''}`,
    }
  }
  if (dmarc.result === 'fail' || spf.result === 'fail' || dkim.result === 'fail') {
    return { tone: 'bad', verdict: '来源存疑', says: `自称来自 ${domain || '不明地址'}，但没能证明` }
  }
  if (signed)
    return { tone: 'wait', verdict: '来源未证实', says: `由 ${dkim.domain} 代发，不能证明是 ${domain}` }
  if (spf.result === 'pass' && isAligned(spf.domain, domain)) {
    return { tone: 'wait', verdict: '来源未证实', says: `从 ${domain} 认可的服务器发来，但没有签名` }
  }
  return { tone: 'wait', verdict: '来源未证实', says: `${domain || '对方'} 没有留下可核对的凭据` }
}

export const resultNames: Readonly<Record<AuthResult['result'], string>> = {
  pass: '通过',
  fail: '未通过',
  softfail: '多半不是',
  neutral: '不表态',
  none: '没有',
  temperror: '暂时查不到',
  permerror: '对方设置有误',
}

export const checkNames = {
  spf: { name: 'SPF', says: '发来的服务器是否得到该域名认可' },
  dkim: { name: 'DKIM', says: '信上的签名是否有效，内容有没有被改' },
  dmarc: { name: 'DMARC', says: '显示的发件域名与以上两项是否一致' },
  arc: { name: 'ARC', says: '转发之前的检查结果' },
} as const
