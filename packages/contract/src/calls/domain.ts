/** Domains, their keys and their DNS records. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import {
  createdAt,
  domainId,
  domainName,
  id,
  ownerId,
  ownerName,
  page,
  pageSize,
  search,
  time,
  total,
} from '../fields.ts'
import { routes } from '../routes.ts'

export const dnsKinds = [
  'ownership',
  'mx',
  'host',
  'spf',
  'dkimRsa',
  'dkimEd25519',
  'dmarc',
  'mtaSts',
  'tlsRpt',
  'autoconfig',
  'ptr',
  'dnsbl',
] as const
export const dnsStates = ['ok', 'missing', 'wrong', 'unknown'] as const
export const dnsProviders = ['cloudflare', 'aliyun', 'dnspod', 'rfc2136'] as const
/** The importance of a record: mail fails without it, arrives better with it, or merely gains comfort. */
export const dnsLevels = ['must', 'should', 'may'] as const
export type DnsKind = (typeof dnsKinds)[number]
export type DnsState = (typeof dnsStates)[number]
export type DnsProvider = (typeof dnsProviders)[number]
export type DnsLevel = (typeof dnsLevels)[number]

const provider = z
  .enum(dnsProviders)
  .describe('DNS 服务商：cloudflare，aliyun 阿里云，dnspod 腾讯云，rfc2136 动态更新')
const stateField = z
  .enum(dnsStates)
  .describe('ok 正常，missing 缺失，wrong 错误，unknown 未知：还没有查，或解析服务器没有回答')

/** RFC 1123, section 2.1, with a dot, and not under a name that no other server can look up. */
const mailHostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!local$|internal$|[0-9]+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    '要填完整的主机名，例如 mx.example.com',
  )

export const dnsRecord = z.object({
  key: z.string().describe('这条记录在该域名里的名字'),
  kind: z
    .enum(dnsKinds)
    .describe(
      'ownership 归属，mx 收信，host 主机地址，spf，dkimRsa 和 dkimEd25519 签名，dmarc，mtaSts 和 tlsRpt 加密，autoconfig 邮件程序，ptr 反向解析，dnsbl 黑名单',
    ),
  level: z.enum(dnsLevels).describe('must 必需，should 建议，may 可选'),
  settable: z.boolean().describe('能否由 setDNS 写入'),
  name: z.string().describe('主机名'),
  type: z.string().describe('记录类型'),
  value: z.string().describe('应填的值'),
  found: z.array(z.string()).describe('查到的值'),
  state: stateField,
  advice: z.string().describe('一句话的建议'),
  checkedAt: time.nullable().describe('最近一次检查，null 表示没有查过'),
  brokenAt: time.nullable().describe('从什么时候起不再正常，正常时为 null'),
})
export type DnsRecord = z.output<typeof dnsRecord>

export const domain = z.object({
  id: domainId,
  name: z.string().describe('域名，小写'),
  ownerId,
  ownerName,
  verified: z.boolean().describe('是否已证明归属；没有证明之前不能收发，也不能使用'),
  open: z.boolean().describe('开放注册'),
  store: z.boolean().describe('在商店出售'),
  catchAll: z.boolean().describe('没有的名字也收'),
  subdomains: z.boolean().describe('子域名地址也收'),
  mailHost: z.string().describe('收信主机：MX 记录应该指向它'),
  ownMailHost: z.string().nullable().describe('单独给这个域名用的收信主机；跟随本站时为 null'),
  mailboxes: z.int().describe('上面的邮箱数'),
  state: stateField,
  score: z.int().min(0).max(100).nullable().describe('送达分；没有查过为 null'),
  todo: z.int().min(0).describe('还要补上或改对的记录数'),
  checkedAt: time.nullable().describe('最近一次检查，null 表示没有查过'),
  createdAt,
})
export type Domain = z.output<typeof domain>

export const dkimKey = z.object({
  selector: z.string().describe('选择器：记录在 选择器._domainkey.域名'),
  algorithm: z.enum(['rsa', 'ed25519']).describe('rsa 2048 位，ed25519；两把一起签'),
  state: z
    .enum(['waiting', 'active', 'retiring'])
    .describe('waiting 等记录生效，active 正在签名，retiring 不再签名，记录还要留着'),
  retireAt: time.nullable().describe('到这个时间可以删除记录，没有退下的为 null'),
  createdAt,
})
export type DkimKey = z.output<typeof dkimKey>

export const dnsChange = z.object({
  action: z.enum(['create', 'update', 'delete']).describe('create 新建，update 改，delete 删除'),
  name: z.string().describe('完整的主机名'),
  type: z.string().describe('记录类型，如 TXT'),
  before: z.string().describe('现在的值；新建时为空'),
  after: z.string().describe('改成的值；删除时为空'),
  note: z.string().describe('为什么这样改'),
})
export type DnsChange = z.output<typeof dnsChange>

export const dnsPlanStates = ['planned', 'applying', 'applied', 'undoing', 'undone', 'failed'] as const

const planId = id.describe('计划编号，执行和撤销时用')

export const dnsPlan = z.object({
  planId,
  provider,
  state: z
    .enum(dnsPlanStates)
    .describe(
      'planned 还没执行，applying 正在写入，applied 已写入，undoing 正在撤销，undone 已撤销，failed 中途失败，可以撤销',
    ),
  remembered: z.boolean().describe('密钥是否已加密保存'),
  changes: z.array(dnsChange).describe('已经写入的改动；正在写入时是整个计划'),
  createdAt,
})
export type DnsPlan = z.output<typeof dnsPlan>

export const getDomains = defineCall(routes.getDomains, {
  group: 'domain',
  who: accounts,
  page: ['domain', 'inbox', 'contentFilter', 'emailAccount', 'card'],
  summary: { zh: '列出域名', en: 'List domains' },
  query: z.strictObject({ page, pageSize, q: search.describe('域名的一部分') }),
  answer: z.object({ list: z.array(domain).describe('先加的在前；管理员看到全站的'), total }),
  errors: [],
})

export const addDomain = defineCall(routes.addDomain, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  ability: 'createDomain',
  summary: {
    zh: '添加域名；用户要再用一条 TXT 记录证明归属，管理员添加的直接生效',
    en: 'Add a domain; users prove it with a TXT record, an admin vouches for it',
  },
  body: z.strictObject({ name: domainName }),
  answer: z.object({ domain: domain.describe('新加的域名') }),
  errors: ['conflict', 'limitReached'],
})

export const editDomain = defineCall(routes.editDomain, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '改域名的开关，或更换 DKIM 密钥', en: 'Edit a domain, or rotate its DKIM keys' },
  body: z.strictObject({
    id: domainId,
    open: z.boolean().optional().describe('开放注册；只有管理员能改'),
    store: z.boolean().optional().describe('在商店出售；只有管理员能改'),
    catchAll: z.boolean().optional().describe('没有的名字也收'),
    subdomains: z.boolean().optional().describe('子域名地址也收'),
    mailHost: mailHostName
      .nullable()
      .optional()
      .describe('单独给这个域名用的收信主机，如 mx.example.com；null 跟随本站。改了以后 MX 等记录也要跟着改'),
    rotateDkim: z.literal(true).optional().describe('换一对 DKIM 密钥；新的查到之后才开始签名'),
    forgetDnsAccess: z.literal(true).optional().describe('删掉保存的服务商密钥'),
  }),
  answer: z.object({ domain: domain.describe('改过之后的样子') }),
  errors: ['notFound', 'forbidden', 'conflict'],
})

export const delDomain = defineCall(routes.delDomain, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '删除域名和它的全部邮箱、邮件',
    en: 'Delete a domain with all its mailboxes and mails',
  },
  body: z.strictObject({ id: domainId, dryRun: z.boolean().optional().describe('只看会失去什么') }),
  answer: z.object({
    mailboxes: z.int().describe('一起删除的邮箱数'),
    others: z.int().describe('其中别人的邮箱数'),
    mails: z.int().describe('邮件数，最多数到 100000'),
  }),
  errors: ['notFound', 'forbidden'],
})

export const getDkim = defineCall(routes.getDkim, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '域名的 DKIM 公钥和全部应设记录', en: 'DKIM public keys and every record to set' },
  query: z.strictObject({ id: domainId }),
  answer: z.object({
    domain: domain.describe('这个域名'),
    records: z.array(dnsRecord).describe('全部应设的记录，和最近一次查到的'),
    keys: z.array(dkimKey).describe('DKIM 密钥，先做的在前；私钥不给'),
    plan: dnsPlan.nullable().describe('最近一次自动设置，没有过为 null'),
    remembered: z.enum(dnsProviders).nullable().describe('已加密保存了哪家的密钥，没有为 null'),
  }),
  errors: ['notFound'],
})

export const checkDNS = defineCall(routes.checkDNS, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '检查 DNS 记录；查到归属记录时域名随即生效',
    en: 'Check the DNS records; a domain whose ownership record is found comes into force',
  },
  body: z.strictObject({
    id: domainId,
    kinds: z
      .array(z.enum(dnsKinds))
      .min(1, '至少选一种')
      .max(dnsKinds.length)
      .optional()
      .describe('只查这几种，值同 records[].kind；不填全查'),
  }),
  answer: z.object({
    records: z.array(dnsRecord).describe('这次查的记录'),
    state: stateField.describe(
      '这些记录合起来：ok 正常，missing 有缺失，wrong 有错误，unknown 未知：还没有查，或解析服务器没有回答；可选的记录不算',
    ),
    domain: domain.describe('检查之后的样子'),
  }),
  errors: ['notFound', 'conflict'],
})

export const setDNS = defineCall(routes.setDNS, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '通过服务商接口写 DNS 记录：先给计划，再执行，可撤销',
    en: 'Write DNS records through a provider: plan, apply, undo',
  },
  body: z.strictObject({
    id: domainId,
    step: z.enum(['plan', 'apply', 'undo']).describe('plan 做计划，apply 执行，undo 撤销'),
    provider: provider
      .optional()
      .describe('DNS 服务商：cloudflare，aliyun 阿里云，dnspod 腾讯云，rfc2136 动态更新；做计划时要填'),
    credentials: z
      .record(z.string().max(50), z.string().max(2000))
      .optional()
      .describe(
        'cloudflare：token；aliyun：accessKeyId、accessKeySecret；dnspod：secretId、secretKey；rfc2136：server、keyName、secret、algorithm。保存过的可不填',
      ),
    remember: z.boolean().optional().describe('把密钥加密保存，下次不用再填；默认只用这一次'),
    planId: id.optional().describe('执行和撤销时要填'),
    skip: z
      .array(z.int().min(0).max(1000))
      .max(1000)
      .optional()
      .describe('执行时跳过计划里的第几条，从 0 数'),
  }),
  answer: z.object({
    planId,
    changes: z.array(dnsChange).describe('计划里的全部改动，按先后；skip 按它数'),
    leftOut: z
      .array(
        z.object({
          name: z.string().describe('完整的名字'),
          type: z.string().describe('类型'),
          reason: z.string().describe('为什么不写'),
        }),
      )
      .describe('现在写了也没有用、没放进计划的记录；只在做计划时有'),
    done: z.boolean().describe('已经写入（或已经撤销）'),
  }),
  errors: ['notFound', 'conflict', 'remoteRefused'],
})

export const deliverabilityKeys = [
  'host',
  'helo',
  'ptr',
  'blocklists',
  'tls',
  'dkim',
  'dane',
  'portIn',
  'portOut',
] as const

export const getDeliverability = defineCall(routes.getDeliverability, {
  group: 'domain',
  who: admins,
  page: 'domain',
  summary: {
    zh: '这台服务器的送达条件：主机名、反向解析、黑名单、加密、签名自检、25 端口',
    en: 'What decides whether mail of this server arrives: names, blocklists, TLS, signatures, port 25',
  },
  answer: z.object({
    host: z.string().describe('收信主机名'),
    score: z.int().min(0).max(100).nullable().describe('送达分，查不到的不算；查到的不到一半时为 null'),
    items: z
      .array(
        z.object({
          key: z
            .enum(deliverabilityKeys)
            .describe(
              'host 主机名，helo 打招呼的名字，ptr 反向解析，blocklists 黑名单，tls 证书，dane 收信主机的 TLSA 记录，dkim 签名，portIn 进来的 25 端口，portOut 出去的 25 端口',
            ),
          state: stateField,
          found: z.array(z.string()).describe('查到的值'),
          advice: z.string().describe('一句话的情况或建议'),
        }),
      )
      .describe('逐项的结果'),
  }),
  errors: [],
})
