/** What other mail servers report about a domain: who sends in its name, and how mail reaches us encrypted. */
import { z } from 'zod'
import { accounts, defineCall } from '../call.ts'
import { domainId, time } from '../fields.ts'
import { routes } from '../routes.ts'

export const sourceGroups = ['unknown', 'own', 'forward'] as const
export const sourceVerdicts = ['both', 'spf', 'dkim', 'otherSpf', 'broken', 'none'] as const

const perDay = z.array(z.int()).describe('每天一个数，从 since 那天起')

const mailSource = z.object({
  group: z.enum(sourceGroups).describe('unknown 没见过的，own 自己的，forward 转发'),
  isServer: z.boolean().describe('就是这台服务器'),
  name: z.string().describe('用 SPF 通过了的别的域名，没有则为空'),
  network: z.string().describe('网段或地址；太多而合在一起时为空'),
  addresses: z.array(z.string()).describe('最多 20 个地址'),
  addressCount: z.int().describe('有几个地址'),
  mails: z.int().describe('多少封'),
  stopped: z.int().describe('其中被收信方拒收或放进垃圾箱的'),
  verdict: z
    .enum(sourceVerdicts)
    .describe(
      'both 都通过，spf 只有 SPF 通过，dkim 只有 DKIM 通过，otherSpf 用别的域名通过 SPF，broken 转发时都断了，none 都不过',
    ),
  perDay,
})

const tlsHost = z.object({
  host: z.string().describe('收信主机，报告没有说则为空'),
  good: z.int().describe('成功的次数'),
  failed: z.int().describe('失败的次数'),
  reasons: z
    .array(
      z.object({
        failure: z.string().describe('RFC 8460 里失败的名字，如 certificate-expired'),
        sessions: z.int().describe('多少次'),
        orgs: z.array(z.string()).describe('谁报的，最多 5 家'),
      }),
    )
    .describe('失败的原因，多的在前，最多 8 种'),
  failedPerDay: perDay,
  lastFailedOn: time.nullable().describe('最近一次有失败的那天，没有为 null'),
})

export const getDomainReports = defineCall(routes.getDomainReports, {
  group: 'domain',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '收信方寄来的报告：谁在用这个域名发信，别人怎样加密送来',
    en: 'What receivers report: who sends in the name of a domain, and how mail reaches us encrypted',
  },
  query: z.strictObject({
    id: domainId,
    days: z.enum(['7', '30', '90']).optional().describe('看几天，到今天为止；默认 30 天'),
  }),
  answer: z.object({
    since: time.describe('第一天，按 UTC'),
    policy: z.string().describe('收信方最近看到的 DMARC 策略：none，quarantine 或 reject；没有报告则为空'),
    passed: perDay,
    forwarded: perDay,
    failed: perDay,
    sources: z.array(mailSource).describe('以这个域名发信的来源，多的在前，最多 60 个'),
    otherMails: z.int().describe('没有列出的来源一共多少封'),
    tls: z.array(tlsHost).describe('收信主机，最多 20 个'),
    reports: z.int().describe('这些天收到多少份报告'),
    orgs: z.array(z.string()).describe('寄来报告的收信方，最多 50 家'),
    lastAt: time.nullable().describe('最近一份报告收到的时间'),
    lastOrg: z.string().describe('最近一份报告来自谁，没有则为空'),
  }),
  errors: ['notFound'],
})
