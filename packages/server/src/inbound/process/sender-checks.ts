/**
 * SPF, DKIM, DMARC and ARC by mailauth, within a time that a reader does not notice. A DNS that does not answer must not
 * hold up a verification code: after the time is over the result is `temperror`, and while the DNS is known to be down
 * it is not asked.
 */

import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import { type CheckResult as Result, type SenderChecks, uncheckedSender } from './sender-verdict.ts'

const totalMs = 2500
const queryMs = 1200
const cacheMs = 60_000
const maxCached = 5000
/** After this many time-outs in a row the DNS is left alone for a while. */
const tripAfter = 3
const restMs = 20_000

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

export type Resolve = (name: string, type: string) => Promise<unknown>

/** A resolver that remembers answers and rests while the DNS is down. */
export function createResolver(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: queryMs, tries: 1 })
  if (servers.length > 0) resolver.setServers([...servers])
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()
  let timeouts = 0
  let restUntil = 0

  async function ask(name: string, type: string): Promise<unknown> {
    if (Date.now() < restUntil) throw Object.assign(new Error('DNS is resting'), { code: 'ETIMEOUT' })
    try {
      const answer: unknown = await resolver.resolve(name, type as 'TXT')
      timeouts = 0
      return answer
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      const silent =
        code === 'ETIMEOUT' || code === 'ECONNREFUSED' || code === 'ESERVFAIL' || code === 'ECANCELLED'
      timeouts = silent ? timeouts + 1 : 0
      if (timeouts >= tripAfter) {
        timeouts = 0
        restUntil = Date.now() + restMs
      }
      throw cause
    }
  }

  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`
    const held = answers.get(key)
    if (held && Date.now() - held.at < cacheMs) return held.answer
    if (answers.size >= maxCached) answers.clear()
    const answer = ask(name, type)
    answers.set(key, { at: Date.now(), answer })
    answer.catch(cause => {
      // A name that is not there stays so for a while; a silence is asked about again.
      const { code } = cause as NodeJS.ErrnoException
      if (code !== 'ENOTFOUND' && code !== 'ENODATA') answers.delete(key)
    })
    return answer
  }
}

type Facts = { from: string; client: string; helo: string; host: string }

async function judge(raw: Buffer, facts: Facts, resolver: Resolve): Promise<SenderChecks> {
  const found = await authenticate(raw, {
    sender: facts.from,
    ip: facts.client,
    helo: facts.helo || facts.client,
    mta: facts.host,
    resolver: resolver as never,
    disableBimi: true,
  })
  const spf = found.spf ? asResult(found.spf.status?.result) : 'none'
  const signatures = found.dkim?.results ?? []
  const best = signatures.find(item => item.status?.result === 'pass') ?? signatures[0]
  const dkim = asResult(best?.status?.result)
  const dmarc = found.dmarc ? asResult(found.dmarc.status?.result) : 'none'
  const arc = found.arc ? asResult(found.arc.status?.result) : 'none'
  return {
    spf: { result: spf, domain: found.spf ? (found.spf.domain ?? '') : '', detail: spfWords[spf] },
    dkim: { result: dkim, domain: best?.signingDomain ?? '', detail: dkimWords[dkim] },
    dmarc: {
      result: dmarc,
      domain: found.dmarc ? (found.dmarc.domain ?? '') : '',
      detail: dmarcWords[dmarc],
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
