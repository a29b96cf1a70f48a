/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`.
 */
import { type ARCResult, authenticate, type DKIMResult, type DMARCResult } from 'mailauth'
import { judgeableMessage } from './judgeable-message.ts'
import { plainAuthor } from './plain-author.ts'
import type { Resolve } from './sender-resolver.ts'
import {
  asResult,
  authorDomain,
  type CheckResult as Result,
  type Said,
  type SenderChecks,
  saidBy,
  uncheckedSender,
} from './sender-verdict.ts'
import { type EnvelopeFacts, judgeUnsigned, recallUnsigned, type Unsigned } from './unsigned-sender.ts'

const totalMs = 2500
/** A longer header is read thoroughly: we do not keep fields of any length. */
const maxHeaderBytes = 64 * 1024

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

/** Null where there are signatures, or the header is less than plain. */
function unsignedAuthor(raw: Buffer): string | null {
  const header = headerOf(raw)?.toString('latin1') ?? ''
  return /^(?:dkim-signature|arc-[a-z-]+)[ \t]*:/im.test(header) ? null : plainAuthor(header)
}

type Found = Unsigned & { dkim: Said; arc: Said; author: string }

/** What the checks found, and the domain of the author whom they judged; empty where they judged none. */
export type CheckedSender = { readonly checks: SenderChecks; readonly author: string }

const nothing: Said = { result: 'none', domain: '' }
const withoutSignatures = (found: Unsigned, author: string): Found => ({
  ...found,
  dkim: nothing,
  arc: nothing,
  author: authorDomain(author),
})

/** A signature over a part of the body says nothing of what follows, which anyone may have added (RFC 6376, section 8.2). */
const partial = { result: 'neutral', detail: '签名只管到正文的一部分，其余的可能是别人加上的' } as const
const isPartial = (signature: DKIMResult): boolean => (signature.status.underSized ?? 0) > 0

function signedBy(signatures: readonly DKIMResult[]): Said {
  const valid = signatures.filter(({ status }) => status.result === 'pass')
  const best = valid.find(signature => !isPartial(signature)) ?? valid[0] ?? signatures[0]
  if (best === undefined) return nothing
  const said: Said = { result: asResult(best.status.result), domain: best.signingDomain ?? '' }
  return said.result === 'pass' && isPartial(best) ? { ...said, ...partial } : said
}

function chainedBy(found: ARCResult | false): Said {
  if (!found) return nothing
  const result = asResult(found.status.result)
  const isWhole = !found.signature || !isPartial(found.signature)
  return result === 'pass' && !isWhole ? { ...nothing, ...partial } : { ...nothing, result }
}

/** mailauth names the signature over the whole body where one is aligned; if it names a partial one, there is no other. */
function alignedBy(found: DMARCResult | false): Said {
  const said = saidBy(found)
  if (!found || said.result !== 'pass') return said
  const { spf, dkim } = found.alignment
  return spf.result === undefined && dkim.underSized ? { ...said, ...partial, result: 'fail' } : said
}

async function readThoroughly(bytes: Buffer, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const found = await authenticate(bytes, {
    sender: facts.from,
    ip: facts.client,
    helo: facts.helo || facts.client,
    mta: facts.host,
    resolver: resolver as never,
    disableBimi: true,
  })
  return {
    spf: saidBy(found.spf),
    dkim: signedBy(found.dkim.results),
    dmarc: alignedBy(found.dmarc),
    arc: chainedBy(found.arc),
    // Without a verdict there were several authors, or none.
    author: found.dmarc ? authorDomain(found.dkim.headerFrom[0] ?? '') : '',
  }
}

const unclear = { result: 'neutral', detail: '信头不合规范，可以有几种读法，无法确认' } as const

/** Whatever the signatures sign, it may not be what we show. */
async function readWithDoubt(author: string, facts: EnvelopeFacts, resolver: Resolve): Promise<Found> {
  const { spf, dmarc } = await judgeUnsigned(author, facts, resolver)
  return {
    ...withoutSignatures({ spf, dmarc: dmarc.result === 'pass' ? { ...dmarc, ...unclear } : dmarc }, author),
    dkim: { ...nothing, ...unclear },
  }
}

async function judge(raw: Buffer, plain: string | null, facts: EnvelopeFacts, resolver: Resolve) {
  if (plain !== null) return withoutSignatures(await judgeUnsigned(plain, facts, resolver), plain)
  const judgeable = judgeableMessage(raw)
  return 'bytes' in judgeable
    ? readThoroughly(judgeable.bytes, facts, resolver)
    : readWithDoubt(judgeable.author, facts, resolver)
}

function inWords({ spf, dkim, dmarc, arc, author }: Found): CheckedSender {
  const chain = arc.result === 'pass' ? '转发链完整' : arc.result === 'fail' ? '转发链不完整' : '没有转发链'
  const checks = {
    spf: { ...spf, detail: spf.detail ?? spfWords[spf.result] },
    dkim: { ...dkim, detail: dkim.detail ?? dkimWords[dkim.result] },
    dmarc: { ...dmarc, detail: dmarc.detail ?? dmarcWords[dmarc.result] },
    arc: { ...arc, detail: arc.detail ?? chain },
  }
  return { checks, author }
}

const unchecked: CheckedSender = { checks: uncheckedSender, author: '' }

async function inTime(checking: Promise<CheckedSender>): Promise<CheckedSender> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckedSender>(resolve => {
    timer = setTimeout(() => resolve(unchecked), totalMs)
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
): Promise<CheckedSender> {
  const plain = unsignedAuthor(raw)
  // A sender known from a moment ago has no one wait, so nothing needs to be timed.
  const known = plain === null ? null : recallUnsigned(plain, facts, resolver)
  if (plain !== null && known !== null) return inWords(withoutSignatures(known, plain))
  return inTime(
    judge(raw, plain, facts, resolver)
      .then(inWords)
      .catch(() => unchecked),
  )
}
