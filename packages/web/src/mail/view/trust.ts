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

/** Says what the signature adds to a sender who is proven. */
function bySignature({ dkim }: Judged['auth']): string {
  if (dkim.result === 'pass') return '，途中未被改动'
  return dkim.result === 'fail' ? '，但签名对不上，内容可能被改过' : ''
}

/** Says of a signature that proves nothing why it does not. */
const unprovenSignatures: Readonly<Record<Exclude<AuthResult['result'], 'pass'>, string>> = {
  none: '没有签名',
  fail: '签名对不上',
  policy: '签名太弱，不作数',
  temperror: '签名的公钥暂时查不到',
  permerror: '签名有错误',
  neutral: '签名没能确认',
  softfail: '签名没能确认',
}

/** Says why nothing is proven, when nothing speaks against the sender either. */
function whyUnproven({ spf, dkim, dmarc }: Judged['auth'], domain: string, author: string): string {
  const whom = domain || '对方'
  if (dkim.result === 'pass') return `由 ${dkim.domain} 代发，不能证明是 ${domain}`
  if (spf.result === 'pass' && isAligned(spf.domain, author))
    return `从 ${domain} 认可的服务器发来，但${unprovenSignatures[dkim.result]}`
  if (dkim.result === 'policy') return `签名太弱，别人也可能伪造，不能证明是 ${whom}`
  if ([spf, dkim, dmarc].some(({ result }) => result === 'temperror')) return `${whom} 的凭据暂时查不到`
  if (spf.result === 'softfail') return `发来的服务器多半没有得到 ${spf.domain || whom} 的认可`
  if ([spf, dkim, dmarc].some(({ result }) => result === 'permerror')) return `${whom} 的凭据有错误，没法核对`
  if (dkim.result === 'neutral') return `信上有签名，但没能确认是 ${whom}`
  if (spf.result === 'neutral') return `${spf.domain || whom} 没有说这台服务器能不能替它发信`
  return `${whom} 没有留下可核对的凭据`
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
  if (proven || (!failed && signed && isAligned(dkim.domain, author)))
    return { tone: 'good', verdict: '来源可信', says: `确由 ${domain} 发出${bySignature(auth)}` }
  if (failed || spf.result === 'fail' || dkim.result === 'fail') {
    return { tone: 'bad', verdict: '来源存疑', says: `自称来自 ${domain || '不明地址'}，但没能证明` }
  }
  return { tone: 'wait', verdict: '来源未证实', says: whyUnproven(auth, domain, author) }
}

type ResultNames = Readonly<Record<AuthResult['result'], string>>
const anyResult: ResultNames = {
  pass: '通过',
  fail: '未通过',
  softfail: '多半不是',
  neutral: '没能确认',
  none: '没有',
  temperror: '暂时查不到',
  permerror: '设置有误',
  policy: '太弱',
}

/** The results of each check in a word or two. */
export const resultNames: Readonly<Record<keyof MailDetail['auth'], ResultNames>> = {
  spf: { ...anyResult, pass: '认可', fail: '不认可', softfail: '多半不认可', neutral: '不表态' },
  dkim: { ...anyResult, pass: '有效', fail: '无效', permerror: '有错误' },
  dmarc: anyResult,
  arc: anyResult,
}

export const checkNames = {
  spf: { name: 'SPF', says: '发来的服务器是否得到该域名认可' },
  dkim: { name: 'DKIM', says: '信上的签名是否有效，内容有没有被改' },
  dmarc: { name: 'DMARC', says: '显示的发件域名与以上两项是否一致' },
  arc: { name: 'ARC', says: '转发之前的检查结果' },
} as const
