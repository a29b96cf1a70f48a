/** The dashboard: events in the caller's scope, read from rolled-up counters. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { time, zone } from '../fields.ts'
import { routes } from '../routes.ts'

const count = z.int().min(0)
const value = count.describe('数量')

export const nodeHealth = z.object({
  id: z.string().describe('节点编号'),
  host: z.string().describe('所在机器的主机名'),
  version: z.string().describe('运行的版本'),
  startedAt: time.describe('启动的时间（ISO 8601，UTC）'),
  seenAt: time.describe('最近一次报到'),
  alive: z.boolean().describe('最近一分钟报过到'),
  memoryMb: count.describe('占用的内存（MB）'),
  backlog: count.describe('已收下、还没进邮箱的邮件'),
  writeMs: z.number().min(0).describe('上一次写数据库用的毫秒'),
  diskUsedPercent: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('数据目录所在磁盘用了百分之几，null 看不到'),
  diskFreeMb: count.nullable().describe('那个磁盘还剩多少 MB，null 看不到'),
  certificateEndsAt: time.nullable().describe('收信证书到期的时间，没有证书文件为 null'),
  certificateSelfSigned: z.boolean().describe('收信证书是自签的，别人不信任它'),
  smtpPort: count.describe('收信端口'),
})
export type NodeHealth = z.output<typeof nodeHealth>

export const dashboard = z.object({
  scope: z.enum(['mailbox', 'user', 'admin']).describe('数的是：mailbox 这个邮箱，user 自己名下，admin 全站'),
  from: time.describe('从什么时候（ISO 8601，UTC）'),
  to: time.describe('到什么时候：今天结束'),
  stepMinutes: z.int().describe('每个点大约多少分钟；换夏令时的那天会差一小时'),
  figures: z
    .record(z.string(), z.number())
    .describe(
      'received 收信，spam 其中垃圾，codes 验证码，refused 拒收，deferred 请对方稍后再发，discarded 丢弃，bytes 收下的字节，created 新邮箱',
    ),
  before: z.record(z.string(), z.number()).describe('上一段同样长的时间，项目同 figures'),
  series: z
    .array(
      z.object({
        name: z.string().describe('哪一项，同 figures'),
        points: z
          .array(
            z.object({
              at: time.describe('这个点从什么时候开始'),
              value: z.number().describe('到下一个点为止的数量'),
            }),
          )
          .describe('按时间先后'),
      }),
    )
    .describe('走势：received、spam、codes、refused、created'),
  refusals: z
    .array(
      z.object({
        reason: z.string().describe('原因的代号，如 unknownMailbox'),
        label: z.string().describe('原因，中文'),
        value,
      }),
    )
    .describe('没有收下的原因，多的在前'),
  senders: z
    .array(z.object({ domain: z.string().describe('发件人的域名'), value }))
    .describe('来信最多的 8 个域名'),
  storage: z
    .object({
      usedBytes: count.describe('已用字节'),
      limitBytes: count.nullable().describe('上限字节，null 不限'),
    })
    .describe('此刻的存储'),
  mailboxes: z
    .object({
      account: count.describe('邮箱账号'),
      temporary: count.describe('临时邮箱'),
      active: count.describe('其中正常的'),
      paused: count.describe('其中暂停收信的'),
      stopped: count.describe('其中已停用的'),
    })
    .nullable()
    .describe('此刻的邮箱；只给系统账号，邮箱自己登录为 null'),
  speed: z
    .object({
      median: z.number().describe('中位数，秒'),
      p95: z.number().describe('95% 的邮件不超过，秒'),
      bins: z
        .array(
          z.object({
            upTo: z.number().nullable().describe('不到多少秒，从上一段接着；null 是更久的'),
            value,
          }),
        )
        .describe('各段时间里的邮件数'),
    })
    .nullable()
    .describe('管理员：这个节点最近的邮件从收下到能看见的秒数；还没有邮件为 null'),
  sending: z
    .object({
      sent: count.describe('发出的收件人数'),
      delivered: count.describe('已送达'),
      deferred: count.describe('此刻暂缓的'),
      failed: count.describe('退信'),
      queued: count.describe('此刻排队的'),
      oldestQueuedAt: time.nullable().describe('等得最久的从什么时候开始等，没有等着的为 null'),
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

export const getDashboard = defineCall(routes.getDashboard, {
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
