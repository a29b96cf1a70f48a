/** Domains, their keys and their DNS records. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import { domainName, id, page, pageSize, search, time, total } from '../fields.ts'

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
/** How much depends on a record: mail does not work without, arrives better with, or is merely nicer. */
export const dnsLevels = ['must', 'should', 'may'] as const
export type DnsKind = (typeof dnsKinds)[number]
export type DnsState = (typeof dnsStates)[number]
export type DnsProvider = (typeof dnsProviders)[number]
export type DnsLevel = (typeof dnsLevels)[number]

const stateField = z.enum(dnsStates).describe('ok 正常，missing 缺失，wrong 错误，unknown 没查到')

export const dnsRecord = z.object({
  key: z.string().describe('这条记录在该域名里的名字'),
  kind: z.enum(dnsKinds),
  level: z.enum(dnsLevels).describe('must 必需，should 建议，may 可选'),
  settable: z.boolean().describe('能否由 setDNS 写入'),
  name: z.string().describe('主机名'),
  type: z.string().describe('记录类型'),
  value: z.string().describe('应填的值'),
  found: z.array(z.string()).describe('查到的值'),
  state: stateField,
  advice: z.string().describe('一句话的建议'),
  checkedAt: time.nullable(),
  brokenAt: time.nullable().describe('从什么时候起不再正常'),
})
export type DnsRecord = z.output<typeof dnsRecord>

export const domain = z.object({
  id,
  name: z.string(),
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  verified: z.boolean().describe('是否已证明归属；没有证明之前不能收发，也不能使用'),
  open: z.boolean().describe('开放注册'),
  store: z.boolean().describe('在商店出售'),
  catchAll: z.boolean().describe('没有的名字也收'),
  subdomains: z.boolean().describe('子域名地址也收'),
  mailboxes: z.int(),
  state: stateField,
  score: z.int().min(0).max(100).nullable().describe('送达分；没有查过为 null'),
  todo: z.int().min(0).describe('还要补上或改对的记录数'),
  checkedAt: time.nullable(),
  createdAt: time,
})
export type Domain = z.output<typeof domain>

export const dkimKey = z.object({
  selector: z.string(),
  algorithm: z.enum(['rsa', 'ed25519']),
  state: z
    .enum(['waiting', 'active', 'retiring'])
    .describe('waiting 等记录生效，active 正在签名，retiring 不再签名，记录还要留着'),
  retireAt: time.nullable().describe('到这个时间可以删除记录'),
  createdAt: time,
})
export type DkimKey = z.output<typeof dkimKey>

export const dnsChange = z.object({
  action: z.enum(['create', 'update', 'delete']),
  name: z.string(),
  type: z.string(),
  before: z.string().describe('现在的值；新建时为空'),
  after: z.string().describe('改成的值；删除时为空'),
  note: z.string().describe('为什么这样改'),
})
export type DnsChange = z.output<typeof dnsChange>

export const dnsPlanStates = ['planned', 'applying', 'applied', 'undoing', 'undone', 'failed'] as const

export const dnsPlan = z.object({
  planId: id,
  provider: z.enum(dnsProviders),
  state: z.enum(dnsPlanStates),
  remembered: z.boolean().describe('密钥是否已加密保存'),
  changes: z.array(dnsChange),
  createdAt: time,
})
export type DnsPlan = z.output<typeof dnsPlan>

export const getDomains = defineCall({
  method: 'GET',
  path: '/api/user/getDomains',
  group: 'domain',
  who: accounts,
  summary: { zh: '列出域名', en: 'List domains' },
  query: z.strictObject({ page, pageSize, q: search }),
  answer: z.object({ list: z.array(domain), total }),
  errors: [],
})

export const addDomain = defineCall({
  method: 'POST',
  path: '/api/user/addDomain',
  group: 'domain',
  who: accounts,
  page: 'domain',
  ability: 'createDomain',
  summary: {
    zh: '添加域名；用户要再用一条 TXT 记录证明归属，管理员添加的直接生效',
    en: 'Add a domain; users prove it with a TXT record, an admin vouches for it',
  },
  body: z.strictObject({ name: domainName }),
  answer: z.object({ domain }),
  errors: ['conflict', 'limitReached'],
})

export const editDomain = defineCall({
  method: 'POST',
  path: '/api/user/editDomain',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '改域名的开关，或更换 DKIM 密钥', en: 'Edit a domain, or rotate its DKIM keys' },
  body: z.strictObject({
    id,
    open: z.boolean().optional().describe('开放注册；只有管理员能改'),
    store: z.boolean().optional().describe('在商店出售；只有管理员能改'),
    catchAll: z.boolean().optional().describe('没有的名字也收'),
    subdomains: z.boolean().optional().describe('子域名地址也收'),
    rotateDkim: z.literal(true).optional().describe('换一对 DKIM 密钥；新的查到之后才开始签名'),
    forgetDnsAccess: z.literal(true).optional().describe('删掉保存的服务商密钥'),
  }),
  answer: z.object({ domain }),
  errors: ['notFound', 'forbidden', 'conflict'],
})

export const delDomain = defineCall({
  method: 'POST',
  path: '/api/user/delDomain',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '删除域名和它的全部邮箱、邮件',
    en: 'Delete a domain with all its mailboxes and mails',
  },
  body: z.strictObject({ id, dryRun: z.boolean().optional().describe('只看会失去什么') }),
  answer: z.object({
    mailboxes: z.int(),
    others: z.int().describe('其中别人的邮箱数'),
    mails: z.int().describe('邮件数，最多数到 100000'),
  }),
  errors: ['notFound', 'forbidden'],
})

export const getDkim = defineCall({
  method: 'GET',
  path: '/api/user/getDkim',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '域名的 DKIM 公钥和全部应设记录', en: 'DKIM public keys and every record to set' },
  query: z.strictObject({ id }),
  answer: z.object({
    domain,
    records: z.array(dnsRecord),
    keys: z.array(dkimKey),
    plan: dnsPlan.nullable().describe('最近一次自动设置'),
    remembered: z.enum(dnsProviders).nullable().describe('已加密保存了哪家的密钥'),
  }),
  errors: ['notFound'],
})

export const checkDNS = defineCall({
  method: 'POST',
  path: '/api/user/checkDNS',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '检查 DNS 记录；查到归属记录时域名随即生效',
    en: 'Check the DNS records; a domain whose ownership record is found comes into force',
  },
  body: z.strictObject({
    id,
    kinds: z
      .array(z.enum(dnsKinds))
      .min(1, '至少选一种')
      .max(dnsKinds.length)
      .optional()
      .describe('只查这几种'),
  }),
  answer: z.object({ records: z.array(dnsRecord), state: z.enum(dnsStates), domain }),
  errors: ['notFound', 'conflict'],
})

export const setDNS = defineCall({
  method: 'POST',
  path: '/api/user/setDNS',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '通过服务商接口写 DNS 记录：先给计划，再执行，可撤销',
    en: 'Write DNS records through a provider: plan, apply, undo',
  },
  body: z.strictObject({
    id,
    step: z.enum(['plan', 'apply', 'undo']),
    provider: z.enum(dnsProviders).optional().describe('做计划时要填'),
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
    planId: id,
    changes: z.array(dnsChange),
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
  'portIn',
  'portOut',
] as const

export const getDeliverability = defineCall({
  method: 'GET',
  path: '/api/user/getDeliverability',
  group: 'domain',
  who: admins,
  page: 'domain',
  summary: {
    zh: '这台服务器的送达条件：主机名、反向解析、黑名单、加密、签名自检、25 端口',
    en: 'What decides whether mail of this server arrives: names, blocklists, TLS, signatures, port 25',
  },
  answer: z.object({
    host: z.string().describe('收信主机名'),
    score: z.int().min(0).max(100),
    items: z.array(
      z.object({
        key: z.enum(deliverabilityKeys),
        state: z.enum(dnsStates),
        found: z.array(z.string()),
        advice: z.string(),
      }),
    ),
  }),
  errors: [],
})
