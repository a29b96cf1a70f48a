/** What was found for a record, held against what should be there: a state and one sentence of what to do. */
import { isIP } from 'node:net'
import type { DnsState } from '@yanshu/contract'
import { isPublicAddress } from '../../../outside/address-judge.ts'
import { type AskDns, type DnsAnswer, valuesOf } from './ask-dns.ts'
import { checkSpf, isSpf, maxLookups } from './check-spf.ts'
import { type ExpectedRecord, isPublicHost, reverseLabels } from './expected-records.ts'
import { readTags, type Tags } from './tags.ts'

export type Judgement = {
  readonly found: readonly string[]
  readonly state: DnsState
  readonly advice: string
}

export type JudgeDeps = {
  readonly dns: AskDns
  /** Of the mail host, looked up once for a check. */
  readonly addresses: readonly string[]
  readonly mailHost: string
  readonly webHost: string | null
  readonly stsId: string
  /** Lists of bad senders, as DNS zones. */
  readonly blocklists: readonly string[]
  /** Selectors whose key no longer signs. */
  readonly retiring: ReadonlySet<string>
}

const ok = (found: readonly string[], advice = ''): Judgement => ({ found, state: 'ok', advice })
const missing = (advice: string, found: readonly string[] = []): Judgement => ({
  found,
  state: 'missing',
  advice,
})
const wrong = (found: readonly string[], advice: string): Judgement => ({ found, state: 'wrong', advice })

export function unknown(answer: { reason: 'timeout' | 'server' }): Judgement {
  const advice =
    answer.reason === 'timeout'
      ? '域名服务器没有及时回答，稍后再查一次'
      : '域名服务器回答出错，请检查域名的 DNS 服务是否正常'
  return { found: [], state: 'unknown', advice }
}

async function judgeOwnership(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  const answer = await dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.some(value => value.trim() === record.value))
    return ok(found.filter(value => value === record.value))
  return found.length === 0
    ? missing('加上这条记录，证明域名是你的；生效可能要几分钟')
    : wrong(found, '查到的值不对，可能是以前留下的，请换成这里给的值')
}

async function judgeMx(dns: AskDns, record: ExpectedRecord, mailHost: string): Promise<Judgement> {
  const answer = await dns.mx(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = [...valuesOf(answer)].sort((a, b) => a.priority - b.priority)
  const found = all.map(mx => `${mx.priority} ${mx.exchange === '' ? '.' : mx.exchange}`)
  if (all.length === 0) return missing('没有查到，外面的信不知道送到哪里')
  const ours = all.find(mx => mx.exchange === mailHost.toLowerCase())
  if (!ours) return wrong(found, '信现在送到别的服务器，请换成这条')
  const before = all.find(mx => mx.priority < ours.priority)
  if (before) return wrong(found, `${before.exchange} 排在前面，信会先送到那里，请删掉它`)
  return ok(found, all.length > 1 ? '还有别的收信服务器，这台不通时信会送到那里' : '')
}

async function judgeHost(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  if (!isPublicHost(record.name)) return wrong([], '服务器还没有公网主机名，请管理员设置 YANSHU_MAIL_HOST')
  const answer = await (record.type === 'A' ? dns.a(record.name) : dns.aaaa(record.name))
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.length === 0) return missing('收信主机没有地址，请给它加上服务器的公网 IP')
  if (!found.every(isPublicAddress)) return wrong(found, '指向内网或保留的地址，外面送不到信')
  return ok(found)
}

async function judgeSpf(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const answer = await deps.dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer).filter(text => /^v=spf1/i.test(text.trim()))
  const [only] = found
  if (only === undefined) return missing('没有查到，收信方不知道谁可以替你发信')
  // RFC 7208, section 4.5: more than one is an error, and so is a version that merely looks right.
  if (found.length > 1) return wrong(found, `有 ${found.length} 条 SPF，收信方会当作没有，请合并成一条`)
  if (!isSpf(only)) return wrong(found, '开头要正好是 v=spf1 加一个空格')
  const result = await checkSpf(deps.dns, record.name, only, deps.addresses)
  if (result.fault === 'syntax') return wrong(found, '写法有错，收信方会当作没有')
  if (result.fault === 'loop') return wrong(found, 'include 绕了回来，收信方会当作没有')
  if (result.lookups > maxLookups)
    return wrong(found, `要查 ${result.lookups} 次才能判断，超过 10 次收信方就当作没有，请减少 include`)
  if (result.rest === '+') return wrong(found, '结尾的 +all 允许任何人冒用，请改成 ~all')
  if (result.missing.length > 0 && !result.unknown)
    return wrong(found, `没有允许这台服务器（${result.missing[0]}）发信，请加上 mx`)
  if (result.missing.length > 0)
    return {
      found,
      state: 'unknown',
      advice: `记录里有一部分没有查到，不能确定是否允许这台服务器（${result.missing[0]}）发信，可以加上 mx`,
    }
  return ok(found, `收信方要查 ${result.lookups} 次，上限 10 次`)
}

const samePublicKey = (found: string | undefined, wanted: string | undefined): boolean =>
  found !== undefined && found.replace(/\s/g, '') === wanted

async function judgeDkim(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const answer = await deps.dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  const retiring = deps.retiring.has(record.name.split('.')[0] ?? '')
  if (found.length === 0) {
    if (retiring) return missing('旧密钥的记录已经没有了，路上的信可能验不过签名')
    return missing(
      record.kind === 'dkimRsa' ? '没有查到，发出的信没有有效签名' : '没有查到，可以晚些补，不影响 RSA 签名',
    )
  }
  const wanted = readTags(record.value).p
  const keys = found.map(readTags)
  if (keys.length > 1) return wrong(found, '同一个名字下有多条记录，收信方可能取错，请只留这一条')
  const [tags] = keys
  if (tags?.p === '') return wrong(found, '公钥是空的，表示已经作废，请换成这里给的值')
  if (!samePublicKey(tags?.p, wanted))
    return wrong(found, '公钥和我们的不一致，签名会验不过，请完整复制这里给的值')
  if (tags?.v !== undefined && tags.v !== 'DKIM1') return wrong(found, '开头要是 v=DKIM1')
  if (tags?.t?.split(':').includes('y')) return wrong(found, '带着 t=y 表示只是试用，收信方会忽略签名')
  return ok(found, retiring ? '旧密钥，已不再签名，先留着' : '')
}

/** One TXT record that is told by its version tag; anything else at the name is not looked at. */
async function judgeTagged(
  dns: AskDns,
  record: ExpectedRecord,
  version: string,
  words: { missing: string; many: string },
  judge: (tags: Tags, found: readonly string[]) => Judgement,
): Promise<Judgement> {
  const answer = await dns.txt(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = valuesOf(answer)
  const found = all.filter(text => readTags(text).v?.toUpperCase() === version.toUpperCase())
  const [only] = found
  if (only === undefined) {
    return all.length === 0 ? missing(words.missing) : wrong(all, `这里要有一条以 v=${version} 开头的记录`)
  }
  if (found.length > 1) return wrong(found, words.many)
  if (!only.startsWith(`v=${version}`)) return wrong(found, `开头要正好是 v=${version}`)
  return judge(readTags(only), found)
}

const judgeDmarc = (dns: AskDns, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    dns,
    record,
    'DMARC1',
    { missing: '没有查到，收信方不知道怎么处理冒名信', many: '有多条 DMARC，收信方会当作没有，请只留一条' },
    (tags, found) => {
      const policy = tags.p?.toLowerCase()
      if (policy === 'none') return ok(found, 'p=none 只是观察，确认发信正常后可以改成 quarantine')
      if (policy === 'quarantine' || policy === 'reject') return ok(found)
      return wrong(found, 'p 要是 none、quarantine 或 reject')
    },
  )

const judgeSts = (deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    deps.dns,
    record,
    'STSv1',
    { missing: '没有查到，策略文件已备好，补上这条就生效', many: '有多条，收信方会当作没有，请只留一条' },
    (tags, found) => {
      if (!/^[a-z0-9]{1,32}$/i.test(tags.id ?? '')) return wrong(found, 'id 要是 1 到 32 个字母或数字')
      return tags.id === deps.stsId
        ? ok(found)
        : wrong(found, '策略换过了，请把 id 改成这里给的，对方才会重新读取')
    },
  )

const judgeTlsReport = (dns: AskDns, record: ExpectedRecord): Promise<Judgement> =>
  judgeTagged(
    dns,
    record,
    'TLSRPTv1',
    { missing: '没有查到，加密出问题时收不到报告', many: '有多条，对方会当作没有，请只留一条' },
    (tags, found) =>
      /^(?:mailto:|https:)/i.test(tags.rua ?? '')
        ? ok(found)
        : wrong(found, 'rua 要是 mailto: 或 https: 地址'),
  )

/** A name that must lead to the same machine as another, by CNAME or by addresses. */
async function judgeAlias(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const { dns, webHost } = deps
  const [cname, mine, theirs] = await Promise.all([
    dns.cname(record.name),
    dns.a(record.name),
    dns.a(webHost ?? ''),
  ])
  if (cname.state === 'unknown') return unknown(cname)
  const found = cname.state === 'found' ? cname.values : valuesOf(mine)
  if (found.length === 0) return missing('没有查到，可选')
  if (found.includes(record.value.toLowerCase())) return ok(found)
  const same = valuesOf(theirs)
  if (valuesOf(mine).some(address => same.includes(address))) return ok(found)
  return wrong(found, '指向了别处，请改成这里给的值')
}

async function judgeSrv(dns: AskDns, record: ExpectedRecord): Promise<Judgement> {
  const answer = await dns.srv(record.name)
  if (answer.state === 'unknown') return unknown(answer)
  const all = valuesOf(answer)
  const found = all.map(
    srv => `${srv.priority} ${srv.weight} ${srv.port} ${srv.name === '' ? '.' : srv.name}`,
  )
  if (all.length === 0) return missing('没有查到，可选，邮件程序靠它找到服务器')
  const [, , port, target] = record.value.split(' ')
  const ours = all.some(srv => srv.name === target?.toLowerCase() && String(srv.port) === port)
  return ours ? ok(found) : wrong(found, '指向了别的服务器，请改成这里给的值')
}

/** The name of an address must lead back to it, or receivers take it for a dial-up line. */
async function judgePtr(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const address = record.key.slice('ptr:'.length)
  const answer = await deps.dns.ptr(address)
  if (answer.state === 'unknown') return unknown(answer)
  const found = valuesOf(answer)
  if (found.length === 0) return missing('没有反向解析，请在云服务商那里把这个 IP 的反向解析设成主机名')
  if (!found.includes(deps.mailHost.toLowerCase()))
    return wrong(found, `反向解析不是 ${deps.mailHost}，请在云服务商那里改`)
  return ok(found)
}

const isListed = (answer: DnsAnswer<string>): boolean =>
  // 127.255.255.0/24 is how lists say that they do not answer whoever asks.
  valuesOf(answer).some(code => code.startsWith('127.') && !code.startsWith('127.255.255.'))
const refuses = (answer: DnsAnswer<string>): boolean =>
  answer.state === 'unknown' || valuesOf(answer).some(code => code.startsWith('127.255.255.'))

/** RFC 5782, section 2.1. A list that answers for everything (section 5) would be worse than none; it is left out. */
export async function judgeBlocklists(
  dns: AskDns,
  address: string,
  lists: readonly string[],
): Promise<Judgement> {
  if (isIP(address) !== 4 || lists.length === 0)
    return { found: [], state: 'unknown', advice: '没有要查的名单' }
  const asked = await Promise.all(
    lists.map(async list => {
      const [answer, test] = await Promise.all([
        dns.a(`${reverseLabels(address)}.${list}`),
        dns.a(`${reverseLabels('127.0.0.1')}.${list}`),
      ])
      return { list, answer, useless: isListed(test) }
    }),
  )
  const heard = asked.filter(({ answer, useless }) => !useless && !refuses(answer))
  const listed = heard.filter(({ answer }) => isListed(answer)).map(({ list }) => list)
  if (listed.length > 0) return wrong(listed, `被 ${listed.length} 家列入黑名单，请到它们的网站申请移除`)
  if (heard.length === 0)
    return { found: [], state: 'unknown', advice: '这些名单都没有回答，换一个 DNS 服务器再查' }
  return ok([], `${lists.length} 家里查过 ${heard.length} 家，都没有你`)
}

export function judgeRecord(deps: JudgeDeps, record: ExpectedRecord): Promise<Judgement> {
  const { dns } = deps
  switch (record.kind) {
    case 'ownership':
      return judgeOwnership(dns, record)
    case 'mx':
      return judgeMx(dns, record, deps.mailHost)
    case 'host':
      return judgeHost(dns, record)
    case 'spf':
      return judgeSpf(deps, record)
    case 'dkimRsa':
    case 'dkimEd25519':
      return judgeDkim(deps, record)
    case 'dmarc':
      return judgeDmarc(dns, record)
    case 'mtaSts':
      return record.type === 'TXT' ? judgeSts(deps, record) : judgeAlias(deps, record)
    case 'tlsRpt':
      return judgeTlsReport(dns, record)
    case 'autoconfig':
      return record.type === 'SRV' ? judgeSrv(dns, record) : judgeAlias(deps, record)
    case 'ptr':
      return judgePtr(deps, record)
    case 'dnsbl':
      return judgeBlocklists(dns, record.name, deps.blocklists)
  }
}
