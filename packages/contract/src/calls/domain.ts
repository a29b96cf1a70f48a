/** Domains, their keys and their DNS records. */
import { z } from 'zod'
import { accounts, defineCall } from '../call.ts'
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
export type DnsKind = (typeof dnsKinds)[number]
export type DnsState = (typeof dnsStates)[number]
export type DnsProvider = (typeof dnsProviders)[number]

export const dnsRecord = z.object({
  kind: z.enum(dnsKinds),
  name: z.string(),
  type: z.string(),
  value: z.string(),
  found: z.array(z.string()),
  state: z.enum(dnsStates).describe('ok 正常，missing 缺失，wrong 错误，unknown 没查到'),
  advice: z.string(),
})
export type DnsRecord = z.output<typeof dnsRecord>

export const domain = z.object({
  id,
  name: z.string(),
  ownerId: id.nullable(),
  verified: z.boolean().describe('是否已证明归属'),
  open: z.boolean().describe('开放注册'),
  store: z.boolean().describe('在商店出售'),
  catchAll: z.boolean().describe('没有的名字也收'),
  subdomains: z.boolean().describe('子域名地址也收'),
  mailboxes: z.int(),
  state: z.enum(dnsStates),
  checkedAt: time.nullable(),
  createdAt: time,
})
export type Domain = z.output<typeof domain>

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
  summary: { zh: '添加域名', en: 'Add a domain' },
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
  summary: { zh: '改域名的开关', en: 'Edit a domain' },
  body: z.strictObject({
    id,
    open: z.boolean().optional(),
    store: z.boolean().optional(),
    catchAll: z.boolean().optional(),
    subdomains: z.boolean().optional(),
    rotateDkim: z.literal(true).optional(),
  }),
  answer: z.object({ domain }),
  errors: ['notFound'],
})

export const delDomain = defineCall({
  method: 'POST',
  path: '/api/user/delDomain',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '删除域名', en: 'Delete a domain' },
  body: z.strictObject({ id, dryRun: z.boolean().optional().describe('只看会失去什么') }),
  answer: z.object({ mailboxes: z.int(), mails: z.int() }),
  errors: ['notFound'],
})

export const getDkim = defineCall({
  method: 'GET',
  path: '/api/user/getDkim',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '域名的 DKIM 公钥和全部应设记录', en: 'DKIM public keys and every record to set' },
  query: z.strictObject({ id }),
  answer: z.object({ records: z.array(dnsRecord) }),
  errors: ['notFound'],
})

export const checkDNS = defineCall({
  method: 'POST',
  path: '/api/user/checkDNS',
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: { zh: '检查 DNS 记录', en: 'Check the DNS records' },
  body: z.strictObject({ id, kinds: z.array(z.enum(dnsKinds)).optional().describe('只查这几种') }),
  answer: z.object({ records: z.array(dnsRecord), state: z.enum(dnsStates) }),
  errors: ['notFound'],
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
    provider: z.enum(dnsProviders).optional(),
    credentials: z.record(z.string().max(50), z.string().max(2000)).optional(),
    planId: id.optional(),
  }),
  answer: z.object({
    planId: id,
    changes: z.array(
      z.object({
        action: z.enum(['create', 'update', 'delete']),
        name: z.string(),
        type: z.string(),
        before: z.string(),
        after: z.string(),
      }),
    ),
    done: z.boolean(),
  }),
  errors: ['notFound', 'conflict'],
})
