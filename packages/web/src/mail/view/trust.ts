/**
 * Judges in plain words whether the sender is genuine, from the results of SPF, DKIM, DMARC and ARC (RFC
 * 8601).
 */
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

/**
 * True when two names belong to the same organisation, as far as names tell: they are equal, or one is below
 * the other (RFC 7489, section 3.1, relaxed).
 */
function isAligned(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a !== '' && b !== '' && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}

/** Returns the domain as the checks spell it: in ASCII (RFC 5891), without a final dot. */
function asChecked(domain: string): string {
  const name = domain.endsWith('.') ? domain.slice(0, -1) : domain
  const url = `http://${name}`
  return /[^ -~]/.test(name) && URL.canParse(url) ? new URL(url).hostname : name
}

/** True for mail between our own mailboxes: no domain was checked, because the sender had logged in. */
const isOwn = ({ spf, dkim, dmarc }: Judged['auth']): boolean =>
  [spf, dkim, dmarc].every(({ result, domain }) => result === 'pass' && domain === '')

/** DMARC names the organisation that it judged: the author’s own domain or one above it. */
function isOfJudged(author: string, judged: string): boolean {
  const organisation = judged.toLowerCase()
  return organisation !== '' && (author === organisation || author.endsWith(`.${organisation}`))
}

export function judgeSender({ auth, from }: Judged): Trust {
  const { spf, dkim, dmarc } = auth
  const domain = domainOf(from.address)
  const author = asChecked(domain)
  const signed = dkim.result === 'pass'
  const passed = dmarc.result === 'pass'
  const proven = passed && (isOwn(auth) || isOfJudged(author, dmarc.domain))
  // A pass for another domain is worse than none: the mail shows one author and proves another.
  const failed = dmarc.result === 'fail' || (passed && !proven)
  if (proven || (!failed && signed && isAligned(dkim.domain, author))) {
    return {
      tone: 'good',
      verdict: '来源可信',
      says: `确由 ${domain} 发出${signed ? '，途中未被改动' : ''}`,
    }
  }
  if (failed || spf.result === 'fail' || dkim.result === 'fail') {
    return { tone: 'bad', verdict: '来源存疑', says: `自称来自 ${domain || '不明地址'}，但没能证明` }
  }
  if (signed)
    return { tone: 'wait', verdict: '来源未证实', says: `由 ${dkim.domain} 代发，不能证明是 ${domain}` }
  if (spf.result === 'pass' && isAligned(spf.domain, author)) {
    return { tone: 'wait', verdict: '来源未证实', says: `从 ${domain} 认可的服务器发来，但没有签名` }
  }
  if ([spf, dkim, dmarc].some(({ result }) => result === 'temperror'))
    return { tone: 'wait', verdict: '来源未证实', says: `${domain || '对方'} 的凭据暂时查不到` }
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
