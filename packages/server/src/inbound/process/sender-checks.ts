/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`.
 */
import { authenticate } from 'mailauth'
import { plainAuthor } from './plain-author.ts'
import type { Resolve } from './sender-resolver.ts'
import {
  asResult,
  type CheckResult as Result,
  type Said,
  type SenderChecks,
  saidBy,
  uncheckedSender,
} from './sender-verdict.ts'
import { type EnvelopeFacts, judgeUnsigned, recallUnsigned, type Unsigned } from './unsigned-sender.ts'

const totalMs = 2500
const maxHeaderBytes = 256 * 1024

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

/** The header with the empty line after it, or null where there is none to be seen. */
function headerOf(raw: Buffer): Buffer | null {
  const end = raw.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n')
  return end === -1 ? null : raw.subarray(0, end + 4)
}

type Found = Unsigned & { dkim: Said; arc: Result['result'] }

/** What of a message tells who vouches for it. */
type Seen = {
  /** All that is to be judged. */
  bytes: Buffer
  /** Null where there are signatures, or the header is less than plain: then mailauth reads it. */
  author: string | null
}

function look(raw: Buffer): Seen {
  const header = headerOf(raw)
  const text = header?.toString('latin1') ?? ''
  if (/^(?:dkim-signature|arc-[a-z-]+)[ \t]*:/im.test(text)) return { bytes: raw, author: null }
  // Of a message that nobody has signed, only the header is judged; its body need not be gone through.
  return { bytes: header ?? raw, author: plainAuthor(text) }
}

const withoutSignatures = (found: Unsigned): Found => ({
  ...found,
  dkim: { result: 'none', domain: '' },
  arc: 'none',
})

async function readThoroughly(bytes: Buffer, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const found = await authenticate(bytes, {
    sender: facts.from,
    ip: facts.client,
    helo: facts.helo || facts.client,
    mta: facts.host,
    resolver: resolver as never,
    disableBimi: true,
  })
  const signatures = found.dkim?.results ?? []
  const best = signatures.find(item => item.status?.result === 'pass') ?? signatures[0]
  return {
    spf: saidBy(found.spf),
    dkim: { result: asResult(best?.status?.result), domain: best?.signingDomain ?? '' },
    dmarc: saidBy(found.dmarc),
    arc: found.arc ? asResult(found.arc.status?.result) : 'none',
  }
}

async function judge({ bytes, author }: Seen, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  return author === null
    ? readThoroughly(bytes, facts, resolver)
    : withoutSignatures(await judgeUnsigned(author, facts, resolver))
}

function inWords({ spf, dkim, dmarc, arc }: Found): SenderChecks {
  return {
    spf: { ...spf, detail: spfWords[spf.result] },
    dkim: { ...dkim, detail: dkimWords[dkim.result] },
    dmarc: { ...dmarc, detail: dmarcWords[dmarc.result] },
    arc: {
      result: arc,
      domain: '',
      detail: arc === 'pass' ? '转发链完整' : arc === 'fail' ? '转发链不完整' : '没有转发链',
    },
  }
}

async function inTime(checking: Promise<SenderChecks>): Promise<SenderChecks> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SenderChecks>(resolve => {
    timer = setTimeout(() => resolve(uncheckedSender), totalMs)
  })
  try {
    return await Promise.race([checking, late])
  } finally {
    clearTimeout(timer)
  }
}

export async function checkSender(
  raw: Buffer,
  facts: EnvelopeFacts,
  resolver: Resolve,
): Promise<SenderChecks> {
  const seen = look(raw)
  // A sender known from a moment ago has no one wait, so nothing needs to be timed.
  const known = seen.author === null ? null : recallUnsigned(seen.author, facts, resolver)
  if (known !== null) return inWords(withoutSignatures(known))
  return inTime(
    judge(seen, facts, resolver)
      .then(inWords)
      .catch(() => uncheckedSender),
  )
}
