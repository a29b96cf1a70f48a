/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`.
 */
import { isIP } from 'node:net'
import { type AuthenticateResult, authenticate, dmarc, spf } from 'mailauth'
import { plainAuthor } from './plain-author.ts'
import type { Resolve } from './sender-resolver.ts'
import { type CheckResult as Result, type SenderChecks, uncheckedSender } from './sender-verdict.ts'

const totalMs = 2500
const maxHeaderBytes = 256 * 1024

const known = new Set<string>(['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'])
const asResult = (value: string | undefined): Result['result'] =>
  (value !== undefined && known.has(value) ? value : 'none') as Result['result']

const spfWords: Readonly<Record<Result['result'], string>> = {
  pass: '发信服务器在该域名允许的名单里',
  fail: '发信服务器不在该域名允许的名单里',
  softfail: '发信服务器很可能不被该域名允许',
  neutral: '该域名没有表态',
  none: '该域名没有公布允许的服务器',
  temperror: '域名查询没有及时回答，暂时无法判断',
  permerror: '该域名的 SPF 记录有错误',
}
const dkimWords: Readonly<Record<Result['result'], string>> = {
  pass: '签名有效，途中未被改动',
  fail: '签名无效，内容可能被改动',
  softfail: '签名无效',
  neutral: '签名无法确认',
  none: '没有签名',
  temperror: '没有及时取到公钥，暂时无法判断',
  permerror: '签名或公钥有错误',
}
const dmarcWords: Readonly<Record<Result['result'], string>> = {
  pass: '发件人域名与验证结果一致',
  fail: '发件人域名与验证结果不一致，可能是冒充的',
  softfail: '发件人域名与验证结果不一致',
  neutral: '无法确认',
  none: '该域名没有公布策略',
  temperror: '域名查询没有及时回答，暂时无法判断',
  permerror: '该域名的策略有错误',
}

type Facts = { from: string; client: string; helo: string; host: string }

/** The header with the empty line after it, or null where there is none to be seen. */
function headerOf(raw: Buffer): Buffer | null {
  const end = raw.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n')
  return end === -1 ? null : raw.subarray(0, end + 4)
}

type Found = Pick<AuthenticateResult, 'spf' | 'dmarc'> & Partial<AuthenticateResult>

/** Nobody vouches for it by a signature, and its author is known: only SPF and DMARC have anything to say. */
async function judgeUnsigned(author: string, facts: Facts, resolver: Resolve): Promise<Found> {
  const helo = facts.helo || facts.client
  const asked = { resolver: resolver as never }
  const bySpf = await spf({
    ...asked,
    sender: facts.from,
    ip: facts.client,
    helo: isIP(helo) ? `[${helo}]` : helo,
    mta: facts.host,
  })
  const spfDomains = bySpf.status.result === 'pass' && bySpf.domain ? [bySpf.domain] : []
  return { spf: bySpf, dmarc: await dmarc({ ...asked, headerFrom: [author], spfDomains }) }
}

async function findOut(raw: Buffer, facts: Facts, resolver: Resolve): Promise<Found> {
  const header = headerOf(raw)
  const text = header?.toString('latin1') ?? ''
  const isSigned = /^(?:dkim-signature|arc-[a-z-]+)[ \t]*:/im.test(text)
  const author = isSigned ? null : plainAuthor(text)
  if (author !== null) return judgeUnsigned(author, facts, resolver)
  // Of a message that nobody has signed, only the header is judged; its body need not be gone through.
  return authenticate(isSigned ? raw : (header ?? raw), {
    sender: facts.from,
    ip: facts.client,
    helo: facts.helo || facts.client,
    mta: facts.host,
    resolver: resolver as never,
    disableBimi: true,
  })
}

async function judge(raw: Buffer, facts: Facts, resolver: Resolve): Promise<SenderChecks> {
  const found = await findOut(raw, facts, resolver)
  const spfResult = found.spf ? asResult(found.spf.status?.result) : 'none'
  const signatures = found.dkim?.results ?? []
  const best = signatures.find(item => item.status?.result === 'pass') ?? signatures[0]
  const dkim = asResult(best?.status?.result)
  const dmarcResult = found.dmarc ? asResult(found.dmarc.status?.result) : 'none'
  const arc = found.arc ? asResult(found.arc.status?.result) : 'none'
  return {
    spf: {
      result: spfResult,
      domain: found.spf ? (found.spf.domain ?? '') : '',
      detail: spfWords[spfResult],
    },
    dkim: { result: dkim, domain: best?.signingDomain ?? '', detail: dkimWords[dkim] },
    dmarc: {
      result: dmarcResult,
      domain: found.dmarc ? (found.dmarc.domain ?? '') : '',
      detail: dmarcWords[dmarcResult],
    },
    arc: {
      result: arc,
      domain: '',
      detail: arc === 'pass' ? '转发链完整' : arc === 'fail' ? '转发链不完整' : '没有转发链',
    },
  }
}

export async function checkSender(raw: Buffer, facts: Facts, resolver: Resolve): Promise<SenderChecks> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SenderChecks>(resolve => {
    timer = setTimeout(() => resolve(uncheckedSender), totalMs)
  })
  try {
    return await Promise.race([judge(raw, facts, resolver).catch(() => uncheckedSender), late])
  } finally {
    clearTimeout(timer)
  }
}
