/** The queue as its operator sees it, addresses that are no longer written to, forwarding, automatic answers, and relays. */
import { z } from 'zod'
import { admins, defineCall, loggedIn } from '../call.ts'
import { address, domainName, id, ids, page, pageSize, search, time, total } from '../fields.ts'
import { recipientStates } from './sent.ts'

export const queueRow = z.object({
  id,
  mailId: id,
  from: z.string(),
  address: z.string().describe('收件人'),
  domain: z.string().describe('去往的域名'),
  subject: z.string(),
  state: z.enum(recipientStates),
  reason: z.string(),
  answer: z.string(),
  attempts: z.int(),
  queuedAt: time,
  nextAttemptAt: time.nullable(),
})
export type QueueRow = z.output<typeof queueRow>

export const getQueue = defineCall({
  method: 'GET',
  path: '/api/admin/getQueue',
  group: 'sent',
  who: admins,
  summary: {
    zh: '发信队列：还没有结果的收件人，和各个去处的情形',
    en: 'The queue: open recipients, and how each destination does',
  },
  query: z.strictObject({
    q: search.describe('发件邮箱、收件人或域名的一部分'),
    state: z.enum(['queued', 'sending', 'deferred']).optional(),
    domain: domainName.optional(),
    page,
    pageSize,
  }),
  answer: z.object({
    list: z.array(queueRow),
    total,
    paused: z.boolean().describe('整个队列是否停着'),
    destinations: z
      .array(
        z.object({
          domain: z.string(),
          waiting: z.int().describe('等着的收件人'),
          deferred: z.int().describe('其中暂缓的'),
          paused: z.boolean(),
          oldestAt: time,
        }),
      )
      .describe('等得最多的 50 个去处'),
  }),
  errors: [],
})

export const pauseQueue = defineCall({
  method: 'POST',
  path: '/api/admin/pauseQueue',
  group: 'sent',
  who: admins,
  summary: {
    zh: '停住或继续发信，可以只对一个去处',
    en: 'Pause or resume sending, for one destination if named',
  },
  body: z.strictObject({ paused: z.boolean(), domain: domainName.optional().describe('只对这个去处') }),
  answer: z.object({ paused: z.boolean() }),
  errors: [],
})

export const changeQueue = defineCall({
  method: 'POST',
  path: '/api/admin/changeQueue',
  group: 'sent',
  who: admins,
  summary: { zh: '队列里的收件人：马上重试，或取消', en: 'Retry or cancel recipients in the queue' },
  body: z.strictObject({ ids, action: z.enum(['retry', 'cancel']) }),
  answer: z.object({ changed: z.int() }),
  errors: ['notFound'],
})

const senderKind = z.enum(['account', 'mailbox']).describe('account 系统账号，mailbox 没有归属的邮箱')

export const getSendStops = defineCall({
  method: 'GET',
  path: '/api/admin/getSendStops',
  group: 'sent',
  who: admins,
  summary: { zh: '因为发信异常被系统停住的账号和邮箱', en: 'Senders that were stopped for unusual sending' },
  answer: z.object({
    list: z.array(
      z.object({
        kind: senderKind,
        id,
        name: z.string().describe('用户名或地址；已经删除的为空'),
        reason: z.string(),
        detail: z.string().describe('看到的数字'),
        stoppedAt: time,
      }),
    ),
  }),
  errors: [],
})
export type SendStop = z.output<typeof getSendStops.answer>['list'][number]

export const liftSendStop = defineCall({
  method: 'POST',
  path: '/api/admin/liftSendStop',
  group: 'sent',
  who: admins,
  summary: { zh: '恢复一个账号或邮箱的发信，等着的信接着发', en: 'Let a stopped sender send again' },
  body: z.strictObject({ kind: senderKind, id }),
  answer: z.object({ lifted: z.int() }),
  errors: ['notFound'],
})

export const getSuppressions = defineCall({
  method: 'GET',
  path: '/api/user/getSuppressions',
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: {
    zh: '停发名单：退过信、不再寄去的地址',
    en: 'Addresses that bounced and are not written to any more',
  },
  query: z.strictObject({ q: search.describe('地址的一部分'), page, pageSize }),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        address: z.string(),
        reason: z.string().describe('对方的答复'),
        createdAt: time,
      }),
    ),
    total,
  }),
  errors: [],
})

export const delSuppression = defineCall({
  method: 'POST',
  path: '/api/user/delSuppression',
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: { zh: '从停发名单里拿掉', en: 'Take addresses off that list' },
  body: z.strictObject({ ids }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})

const forwarding = z.object({
  to: z.array(z.string()).describe('转发到的地址；空则不转发'),
  keep: z.boolean().describe('转发后自己也留一份'),
})

export const getForwarding = defineCall({
  method: 'GET',
  path: '/api/user/getForwarding',
  group: 'sent',
  who: loggedIn,
  summary: { zh: '一个邮箱的转发设置', en: 'Where a mailbox forwards to' },
  query: z.strictObject({ mailbox: id }),
  answer: z.object({ forwarding }),
  errors: ['notFound'],
})

export const setForwarding = defineCall({
  method: 'POST',
  path: '/api/user/setForwarding',
  group: 'sent',
  who: loggedIn,
  ability: 'send',
  summary: {
    zh: '设一个邮箱的转发；垃圾邮件不转',
    en: 'Set where a mailbox forwards to; spam is not forwarded',
  },
  body: z.strictObject({
    mailbox: id,
    to: z.array(address).max(5, '最多转发到 5 个地址'),
    keep: z.boolean(),
  }),
  answer: z.object({ forwarding }),
  errors: ['notFound'],
})

export const autoReply = z.object({
  enabled: z.boolean(),
  from: time.nullable().describe('从什么时候开始；null 是马上'),
  until: time.nullable().describe('到什么时候为止；null 是一直'),
  subject: z.string().describe('主题；空着则是“自动回复：”加来信的主题'),
  text: z.string().describe('正文'),
})
export type AutoReply = z.output<typeof autoReply>

export const getAutoReply = defineCall({
  method: 'GET',
  path: '/api/user/getAutoReply',
  group: 'sent',
  who: loggedIn,
  summary: { zh: '一个邮箱的自动回复', en: 'What a mailbox answers by itself' },
  query: z.strictObject({ mailbox: id }),
  answer: z.object({ autoReply }),
  errors: ['notFound'],
})

export const setAutoReply = defineCall({
  method: 'POST',
  path: '/api/user/setAutoReply',
  group: 'sent',
  who: loggedIn,
  ability: 'send',
  summary: {
    zh: '设一个邮箱的自动回复；同一个人七天内只回一次，群发、列表、自动发出的信和垃圾邮件不回',
    en: 'Set what a mailbox answers by itself: once in seven days to the same person, never to lists, programs or spam',
  },
  body: z.strictObject({
    mailbox: id,
    enabled: z.boolean(),
    from: time.nullable(),
    until: time.nullable(),
    subject: z
      .string()
      .trim()
      .max(200, '主题最多 200 个字')
      .regex(/^[^\p{Cc}]*$/u, '主题里不能有换行或控制字符'),
    text: z.string().max(5000, '最多 5000 个字'),
  }),
  answer: z.object({ autoReply }),
  errors: ['notFound'],
})

export const relay = z.object({
  domain: z.string().describe('发信的域名；空为整个站点'),
  host: z.string(),
  port: z.int(),
  security: z.enum(['none', 'starttls', 'tls']),
  username: z.string(),
  hasPassword: z.boolean(),
  updatedAt: time,
})

export const getRelays = defineCall({
  method: 'GET',
  path: '/api/admin/getRelays',
  group: 'sent',
  who: admins,
  summary: {
    zh: '中继：站点的和各域名自己的',
    en: 'Relays, of the site and of single domains',
  },
  answer: z.object({ list: z.array(relay) }),
  errors: [],
})

export const setRelay = defineCall({
  method: 'POST',
  path: '/api/admin/setRelay',
  group: 'sent',
  who: admins,
  summary: { zh: '设站点或一个发信域名的中继', en: 'Set the relay of the site, or for mail from one domain' },
  body: z.strictObject({
    domain: domainName.optional().describe('发信的域名；不填则是整个站点'),
    host: z
      .string()
      .trim()
      .min(1, '请填写中继的主机名')
      .max(253, '主机名太长')
      .regex(/^[0-9A-Za-z.:_-]+$/, '主机名只能用字母、数字和 . -'),
    port: z.int().min(1, '端口从 1 到 65535').max(65535, '端口从 1 到 65535'),
    security: z.enum(['none', 'starttls', 'tls']).describe('none 不加密，starttls，tls 直接加密'),
    username: z.string().max(200, '用户名太长'),
    password: z.string().max(500, '密码太长').optional().describe('不填则保留原来的'),
  }),
  answer: z.object({ relay }),
  errors: ['notFound'],
})

export const delRelay = defineCall({
  method: 'POST',
  path: '/api/admin/delRelay',
  group: 'sent',
  who: admins,
  summary: { zh: '去掉站点或一个域名的中继', en: 'Remove the relay of the site or of a domain' },
  body: z.strictObject({ domain: domainName.optional() }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})
