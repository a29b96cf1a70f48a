/** The dashboard: what happened in the caller's scope, read from rolled-up counters. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { time, zone } from '../fields.ts'

const count = z.int().min(0)

export const nodeHealth = z.object({
  id: z.string(),
  host: z.string(),
  version: z.string(),
  startedAt: time,
  seenAt: time,
  alive: z.boolean().describe('最近一分钟报过到'),
  memoryMb: count,
  backlog: count.describe('已收下、还没进邮箱的邮件'),
  writeMs: z.number().min(0).describe('上一次写数据库用的毫秒'),
  diskUsedPercent: z.number().min(0).max(100).nullable(),
  diskFreeMb: count.nullable(),
  certificateEndsAt: time.nullable(),
  smtpPort: count,
})
export type NodeHealth = z.output<typeof nodeHealth>

export const dashboard = z.object({
  scope: z.enum(['mailbox', 'user', 'admin']),
  from: time,
  to: time,
  stepMinutes: z.int().describe('每个点大约多少分钟；换夏令时的那天会差一小时'),
  figures: z
    .record(z.string(), z.number())
    .describe(
      'received 收信，spam 其中垃圾，codes 验证码，refused 拒收，deferred 请对方稍后再发，discarded 丢弃，bytes 收下的字节，created 新邮箱',
    ),
  before: z.record(z.string(), z.number()).describe('上一段同样长的时间'),
  series: z.array(z.object({ name: z.string(), points: z.array(z.object({ at: time, value: z.number() })) })),
  refusals: z
    .array(z.object({ reason: z.string(), label: z.string(), value: count }))
    .describe('没有收下的原因'),
  senders: z.array(z.object({ domain: z.string(), value: count })).describe('来信最多的域名'),
  storage: z.object({ usedBytes: count, limitBytes: count.nullable() }),
  mailboxes: z
    .object({ account: count, temporary: count, active: count, paused: count, stopped: count })
    .nullable()
    .describe('只给系统账号'),
  speed: z
    .object({
      median: z.number(),
      p95: z.number(),
      bins: z.array(z.object({ upTo: z.number().nullable(), value: count })),
    })
    .nullable()
    .describe('管理员：这个节点最近的邮件从收下到能看见的秒数'),
  sending: z
    .object({
      sent: count,
      delivered: count,
      deferred: count,
      failed: count,
      queued: count,
      oldestQueuedAt: time.nullable(),
    })
    .optional()
    .describe('发信；没有这项功能时没有'),
  selling: z
    .object({
      orders: count.describe('下单'),
      paid: count.describe('已支付'),
      revenueCents: z.int().describe('收入减去退款，单位分'),
      cardsUsed: count.describe('用掉的卡密'),
      openCases: count.describe('等着处理的付款问题'),
    })
    .optional()
    .describe('订单；没有这项功能时没有'),
  nodes: z.array(nodeHealth).optional().describe('管理员：每个节点的情况'),
})
export type Dashboard = z.output<typeof dashboard>

export const getDashboard = defineCall({
  method: 'GET',
  path: '/api/user/getDashboard',
  group: 'site',
  who: loggedIn,
  page: 'dashboard',
  summary: { zh: '总览：数字和走势', en: "Figures and series for the caller's scope" },
  query: z.strictObject({
    days: z.enum(['1', '7', '30']).optional().describe('今天、7 天或 30 天，连今天；默认 7 天'),
    zone,
  }),
  answer: dashboard,
  errors: [],
})
